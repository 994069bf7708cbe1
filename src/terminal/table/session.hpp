// A table as a screen sees it, whether this program or a server runs the game.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "play/rack.hpp"
#include "protocol/server_messages.hpp"
#include "rules/view.hpp"

namespace sixfold::terminal {

struct SeatStatus {
  std::string name;
  std::string bot;  ///< the bot level that plays here; empty for a person
  bool taken = true;
  std::string wish;  ///< `pause` or `take-back`
  std::optional<std::int64_t> bank_ms;
  /// For an absent player: from when the others may decide, by this machine's clock, since 1970.
  std::optional<std::int64_t> decide_from_ms;
  bool away = false;  ///< a person without a connection

  friend bool operator==(const SeatStatus&, const SeatStatus&) = default;
};

/// What only a server's table has.
struct OnlineTable {
  std::string code;
  std::string link;
  protocol::PlanSummary agreed;
  bool refused = false;    ///< there will be no table; the news says why
  bool waiting = false;    ///< for players
  bool connected = false;  ///< false while the connection is lost
  bool paused = false;
  bool can_take_back = false;
  std::optional<std::int64_t> deadline_ms;  ///< by this machine's clock, since 1970

  friend bool operator==(const OnlineTable&, const OnlineTable&) = default;
};

/// The location of a game's record: a line in a file of records.
struct KeptRecord {
  std::string file;
  int number = 0;  ///< of the line, counting from 1

  friend bool operator==(const KeptRecord&, const KeptRecord&) = default;
};

/// Everything that a table shows at one moment.
struct Shown {
  View view;  ///< meaningless while a table waits for players
  std::string theme = "classic";
  std::vector<SeatStatus> seats;
  std::optional<int> covered;  ///< the seat about to take over the screen (hot seat)
  std::vector<int> winners;
  std::optional<OnlineTable> online;
  bool hints = true;               ///< whether the table allows hints
  std::optional<KeptRecord> kept;  ///< the record, once the game is over
  bool fetching = false;           ///< the record is being fetched

  [[nodiscard]] bool playing() const { return !online || !online->waiting; }
  [[nodiscard]] bool own_turn() const {
    return playing() && !covered && !view.end && view.seat == view.turn && view.acts != Acts{};
  }
};

/// Why the rules or the server refused a request.
struct Refusal {
  std::string code;
  std::optional<IllegalMove> illegal;
  std::string message;  ///< for codes without a message of their own
};

struct Said {
  int seat = 0;
  std::string phrase;
};

/// What has happened since the last call.
struct News {
  bool changed = false;
  std::vector<Refusal> refusals;
  std::vector<Said> said;
};

/// The commands of docs/protocol.md that need no further argument.
inline constexpr std::array<std::string_view, 6> wishes{"pause",  "resume", "take-back",
                                                        "refuse", "return", "rematch"};
constexpr bool is_wish(std::string_view word) { return std::ranges::count(wishes, word) > 0; }

/// All functions are called on one thread. The effect of an action shows in the news, immediately
/// or later.
class Session {
 public:
  virtual ~Session() = default;

  [[nodiscard]] virtual const Shown& shown() const = 0;
  virtual void act(const Move& move) = 0;
  virtual void resign() = 0;
  virtual void reveal() = 0;
  /// One of the wishes; supported only by a server's tables.
  virtual void wish(const std::string& what) = 0;
  /// `let-bot-play` or `let-leave`, about the player of a seat who has been away for too long.
  virtual void decide(const std::string& what, int seat) = 0;
  virtual void say(const std::string& phrase) = 0;
  /// Stores the order of the hand and the provisional tiles.
  virtual void keep(const Rack& rack) = 0;
  [[nodiscard]] virtual Rack kept() const = 0;
  virtual News news() = 0;
};

}  // namespace sixfold::terminal
