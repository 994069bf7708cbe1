// The messages that clients send: JSON, one message per frame.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <variant>

#include "protocol/plan.hpp"

namespace sixfold::protocol {

inline constexpr int version = 1;
inline constexpr Longest player_name{640};  // the table decides how it is displayed
/// How much time per move strangers want in a quick match. Those who want the same meet.
enum class Tempo : std::uint8_t { fast, normal, slow };
constexpr std::array<std::string_view, 3> words_of(Tempo /*tempo*/) {
  return {"fast", "normal", "slow"};
}
/// In the order of the tempos.
inline constexpr std::array quick_match_seconds{30, 90, 300};

enum class AccountKind : std::uint8_t { guest, person, bot };  ///< person, bot: with an account
constexpr std::array<std::string_view, 3> words_of(AccountKind /*kind*/) {
  return {"guest", "person", "bot"};
}

/// All phrases. Clients translate them.
inline constexpr std::array<std::string_view, 9> phrases{
    "hello", "good_luck", "well_played", "thanks", "sorry", "oops", "think", "again", "goodbye"};
inline constexpr OneOf one_phrase{"unknown_phrase", phrases};

// Commands at a table

struct JoinTable {
  static constexpr std::string_view tag = "join";
  std::string name;
  std::optional<int> seat;  ///< empty: the first free one
  std::optional<FairSeed> seed;

  static void form(auto& self, auto& member) {
    member("name", self.name, player_name);
    member("seat", self.seat, seat_range);
    member("seed", self.seed);
  }
};
/// Commits the player to a seed: after seeing the server's commitment, before anyone reveals a
/// seed.
struct GiveSeal {
  static constexpr std::string_view tag = "seal";
  FairSeal seal{};

  static void form(auto& self, auto& member) { member("seal", self.seal); }
};
/// The player's contribution to chance. A sealed seed is revealed once all players are committed to
/// theirs.
struct GiveSeed {
  static constexpr std::string_view tag = "seed";
  FairSeed seed;

  static void form(auto& self, auto& member) { member("seed", self.seed); }
};
/// Leaves the table; in a running game, resigns.
struct LeaveTable {
  static constexpr std::string_view tag = "leave";
};
struct RemovePlayer {
  static constexpr std::string_view tag = "remove";
  int seat = 0;

  static void form(auto& self, auto& member) { member("seat", self.seat, seat_range); }
};
struct LockTable {
  static constexpr std::string_view tag = "lock";
};
struct UnlockTable {
  static constexpr std::string_view tag = "unlock";
};
/// Gives a free seat to a bot of the server.
struct FillSeat {
  static constexpr std::string_view tag = "fill";
  int seat = 0;
  std::string bot;  ///< its level

  static void form(auto& self, auto& member) {
    member("seat", self.seat, seat_range);
    member("bot", self.bot);
  }
};
struct MakeMove {
  static constexpr std::string_view tag = "act";
  Move move;
};
/// Wishes need everyone's consent: each is granted when the last player asks for it.
struct AskPause {
  static constexpr std::string_view tag = "pause";
};
struct AskTakeBack {
  static constexpr std::string_view tag = "take-back";
};
struct RefuseWish {
  static constexpr std::string_view tag = "refuse";
};
struct ResumeGame {
  static constexpr std::string_view tag = "resume";
};
/// What the others decide about a player who has vanished.
struct LetBotPlay {
  static constexpr std::string_view tag = "let-bot-play";
  int seat = 0;

  static void form(auto& self, auto& member) { member("seat", self.seat, seat_range); }
};
struct LetSeatLeave {
  static constexpr std::string_view tag = "let-leave";
  int seat = 0;

  static void form(auto& self, auto& member) { member("seat", self.seat, seat_range); }
};
struct ReturnToSeat {
  static constexpr std::string_view tag = "return";
};
/// Asks for another game with the same people once this one is over.
struct AskRematch {
  static constexpr std::string_view tag = "rematch";
};

using TableCommand =
    std::variant<JoinTable, LeaveTable, RemovePlayer, LockTable, UnlockTable, MakeMove, AskPause,
                 AskTakeBack, RefuseWish, ResumeGame, LetBotPlay, LetSeatLeave, ReturnToSeat,
                 AskRematch, GiveSeed, GiveSeal, FillSeat>;

/// The command with this tag, about this seat if it is about one; nothing if there is none, or if
/// it needs more.
[[nodiscard]] std::optional<TableCommand> command_tagged(std::string_view tag,
                                                         std::optional<int> seat = std::nullopt);

/// The act itself, without an object around it.
[[nodiscard]] inline Json write(const MakeMove& command) { return write(command.move); }
inline void read(FormReader& reader, const Json& json, const Path& path, MakeMove& command,
                 Unlimited limit) {
  read(reader, json, path, command.move, limit);
}
[[nodiscard]] inline Json write(const TableCommand& command) { return tagged(command); }
void read(FormReader& reader, const Json& json, const Path& path, TableCommand& command,
          Unlimited limit);

// Messages

struct ClientHello {
  static constexpr std::string_view tag = "hello";
  int protocol = 0;

  static void form(auto& self, auto& member) { member("protocol", self.protocol, Range{}); }
};
struct CreateTable {
  static constexpr std::string_view tag = "create";
  Id command;  ///< chosen by the client, like every command's; repeating it gives the same answer
  TablePlan plan;
  std::string name;
  /// Accounts for which seats are kept, by name; only an account can invite.
  std::vector<std::string> invite;

  static void form(auto& self, auto& member) {
    member("id", self.command);
    member("name", self.name, player_name);
    member("plan", self.plan);
    member.unless_empty("invite", self.invite, Most{most_seats - 1});
  }
};
/// Asks for a seat at any table of this game, or for a new table in the lobby.
struct QuickMatch {
  static constexpr std::string_view tag = "quick";
  Id command;
  std::string_view variant = "base";
  int players = fewest_seats;
  std::string name;
  std::string theme = "classic";
  Tempo tempo = Tempo::normal;

  static void form(auto& self, auto& member) {
    member("id", self.command);
    member("name", self.name, player_name);
    member("variant", self.variant, OneOf{"unknown_variant", variant_names()});
    member("players", self.players, Range{fewest_seats, most_seats});
    member.defaulted("theme", self.theme, OneOf{"theme", theme_names()});
    member.defaulted("tempo", self.tempo);
  }
};
struct WatchTable {
  static constexpr std::string_view tag = "watch";
  Id game;

  static void form(auto& self, auto& member) { member("game", self.game); }
};
struct UnwatchTable {
  static constexpr std::string_view tag = "unwatch";
  Id game;

  static void form(auto& self, auto& member) { member("game", self.game); }
};
struct EnterLobby {
  static constexpr std::string_view tag = "lobby";
  std::optional<Id> after;  ///< for further pages: the last table of the previous page

  static void form(auto& self, auto& member) { member("after", self.after); }
};
struct LeaveLobby {
  static constexpr std::string_view tag = "leave-lobby";
};
/// Asks for the tables at which the user plays or waits, and for their changes from now on.
struct AskOwnTables {
  static constexpr std::string_view tag = "own";
  std::optional<Id> after;  ///< for further pages: the last table of the previous page

  static void form(auto& self, auto& member) { member("after", self.after); }
};
/// Says one of the phrases to everyone at the table.
struct SayPhrase {
  static constexpr std::string_view tag = "phrase";
  Id game;
  std::string_view phrase = phrases.front();

  static void form(auto& self, auto& member) {
    member("game", self.game);
    member("phrase", self.phrase, one_phrase);
  }
};
/// A command at a table.
struct TableRequest {
  static constexpr std::string_view tag = "command";
  Id game;
  std::uint64_t expected_seq = 0;
  Id command;
  TableCommand what;

  static void form(auto& self, auto& member) {
    member("id", self.command);
    member("game", self.game);
    member("seq", self.expected_seq);
    member("do", self.what);
  }
};

using ClientMessage = std::variant<ClientHello, CreateTable, QuickMatch, WatchTable, UnwatchTable,
                                   EnterLobby, LeaveLobby, AskOwnTables, SayPhrase, TableRequest>;

struct MessageError {
  FormError form;
  std::optional<Id> command;  ///< the command's id, if that much could be read
};
[[nodiscard]] Result<ClientMessage, MessageError> read_client_message(std::string_view text);
[[nodiscard]] std::string to_text(const ClientMessage& message);

}  // namespace sixfold::protocol
