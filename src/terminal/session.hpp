// A table as a screen sees it, whoever runs the game: this program or a server.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/messages.hpp"
#include "rules/view.hpp"
#include "terminal/rack.hpp"

namespace sixfold::terminal {

struct SeatStatus {
  std::string name;
  std::string bot;  ///< the level that plays here; empty for a person
  bool taken = true;
  std::string wish;  ///< `pause` or `take-back`
  std::optional<std::int64_t> bank_ms;
  /// Of a player who is away: from when the others may decide, by this machine's clock, since 1970.
  std::optional<std::int64_t> decide_from_ms;
  bool away = false;  ///< a person without a connection

  friend bool operator==(const SeatStatus&, const SeatStatus&) = default;
};

/// What only a table of a server has.
struct OnlineTable {
  std::string code;
  std::string link;
  client::Agreement agreed;
  bool refused = false;    ///< there will be no table; the news say why
  bool waiting = false;    ///< for players
  bool connected = false;  ///< false while the connection is lost
  bool paused = false;
  bool can_take_back = false;
  std::optional<std::int64_t> deadline_ms;  ///< by this machine's clock, since 1970

  friend bool operator==(const OnlineTable&, const OnlineTable&) = default;
};

/// Where the record of a game is: in a file of records, one a line.
struct KeptRecord {
  std::string file;
  int number = 0;  ///< of the line, from 1 on

  friend bool operator==(const KeptRecord&, const KeptRecord&) = default;
};

/// All that a table shows at one moment.
struct Shown {
  View view;  ///< of nothing, and not to be read, while a table waits for players
  std::string theme = "classic";
  std::vector<SeatStatus> seats;
  std::optional<int> covered;  ///< the seat that is to take over the screen (hot seat)
  std::vector<int> winners;
  std::optional<OnlineTable> online;
  bool hints = true;               ///< whether the table allows them
  std::optional<KeptRecord> kept;  ///< the record, once the game is over
  bool keeping = false;            ///< the record is on its way

  [[nodiscard]] bool playing() const { return !online || !online->waiting; }
  [[nodiscard]] bool own_turn() const {
    return playing() && !covered && !view.end && view.seat == view.turn && view.acts != Acts{};
  }
};

/// What the rules, or the server, refuse, and why.
struct Refusal {
  std::string code;
  std::optional<IllegalMove> illegal;
  std::string message;  ///< for codes without words of their own
};

struct Said {
  int seat = 0;
  std::string phrase;
};

/// What has happened since the last time.
struct News {
  bool changed = false;
  std::vector<Refusal> refusals;
  std::vector<Said> said;
};

/// The words of docs/protocol.md that need nothing more.
inline constexpr std::array<std::string_view, 6> wishes{"pause",  "resume", "take-back",
                                                        "refuse", "return", "rematch"};
constexpr bool is_wish(std::string_view word) { return std::ranges::count(wishes, word) > 0; }

/// Everything is called by one thread. What is done shows in the news, at once or later.
class Session {
 public:
  virtual ~Session() = default;

  [[nodiscard]] virtual const Shown& shown() const = 0;
  virtual void act(const Move& move) = 0;
  virtual void resign() = 0;
  virtual void reveal() = 0;
  /// One of the wishes; only tables of a server know them.
  virtual void wish(const std::string& what) = 0;
  /// `let-bot-play` or `let-leave`, about the player of a seat who has been away for too long.
  virtual void decide(const std::string& what, int seat) = 0;
  virtual void say(const std::string& phrase) = 0;
  /// The order of the hand and what is laid, so that it is found again.
  virtual void keep(const Rack& rack) = 0;
  [[nodiscard]] virtual Rack kept() const = 0;
  virtual News news() = 0;
};

}  // namespace sixfold::terminal
