// The lobby of a server: open tables, quick matches, and creating a table.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "client/conversation.hpp"
#include "client/lobby_tables.hpp"
#include "terminal/online/posted.hpp"
#include "terminal/setup/form.hpp"
#include "terminal/words/words.hpp"

namespace sixfold::terminal {

// What the user wants to do there.
struct NewTable {
  friend bool operator==(const NewTable&, const NewTable&) = default;
};
struct MatchedTable {
  std::string edition = "base";
  int players = 2;

  friend bool operator==(const MatchedTable&, const MatchedTable&) = default;
};
struct TableByCode {
  std::string code;

  friend bool operator==(const TableByCode&, const TableByCode&) = default;
};
using Wanted = std::variant<NewTable, MatchedTable, TableByCode>;

/// The open tables, updated by the server. More tables than anyone would read are not requested.
inline constexpr std::size_t most_lobby_tables = 200;

class Lobby {
 public:
  /// The mailbox must outlive it.
  Lobby(const client::Address& address, const client::Credentials& credentials, Mailbox& mailbox);
  ~Lobby();
  Lobby(const Lobby&) = delete;
  Lobby& operator=(const Lobby&) = delete;

  [[nodiscard]] const std::vector<protocol::LobbyTable>& tables() const { return tables_; }
  [[nodiscard]] bool is_open() const { return conversation_.is_open(); }

  // Called by the connection.
  void opened();
  void heard(const std::string& text);
  void lost(const std::string& why);
  void known(const std::string& /*cookie*/) {}  // the identity is already known

 private:
  void flush();

  client::Conversation conversation_{client::random_id};
  std::vector<protocol::LobbyTable> tables_;
  std::shared_ptr<Lobby*> self_ = std::make_shared<Lobby*>(this);
  std::unique_ptr<client::Connection> connection_;
};

/// A table of the lobby on one line: game, clock, rated, hints, seats, players.
[[nodiscard]] std::string lobby_line(const Words& words, const protocol::LobbyTable& table);

/// The games that have quick matches, with their names.
[[nodiscard]] std::vector<Option> quick_games(const Words& words);

// The lobby as a form. The buttons of tables are named `join:` followed by the code.
inline constexpr std::string_view name_field = "name";
inline constexpr std::string_view quick_field = "quick-game";
inline constexpr std::string_view code_field = "code";
inline constexpr std::string_view quick_button = "quick";
inline constexpr std::string_view open_button = "open";
inline constexpr std::string_view code_button = "go";
inline constexpr std::string_view log_in_button = "log-in";
inline constexpr std::string_view log_out_button = "log-out";

struct LobbyPage {
  std::vector<protocol::LobbyTable> tables;
  bool connected = false;
  std::string account;  ///< empty for a guest, who has a name to choose
  std::string name;
};

/// `before`: the previous form, whose input is kept.
[[nodiscard]] Form lobby_form(const LobbyPage& page, const Form& before, const Words& words);

/// What pressing a button of the form asks for; empty for any other button, or if the code is
/// invalid, in which case the form says so.
[[nodiscard]] std::optional<Wanted> wanted_by(Form& form, std::string_view button,
                                              const Words& words);

}  // namespace sixfold::terminal
