#include "terminal/online/lobby_lines.hpp"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include <fmt/core.h>
#include <termios.h>
#include <unistd.h>

#include "terminal/drawing/text.hpp"
#include "terminal/words/command_words.hpp"
#include "terminal/words/describe.hpp"

namespace sixfold::terminal {

namespace {

/// Turns off the echo of typed characters during its lifetime.
class Silence {
 public:
  Silence() {
    tcgetattr(STDIN_FILENO, &before_);
    termios silent = before_;
    silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
  }
  ~Silence() { tcsetattr(STDIN_FILENO, TCSAFLUSH, &before_); }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  termios before_{};
};

std::optional<std::string> next_line(LineInput& input, Mailbox& mailbox) {
  std::fflush(stdout);
  while (true) {
    auto line = input.next(mailbox, -1);
    if (line || input.ended()) return line;
    mailbox.deliver();
  }
}

/// What a line asks for: a code, or a word optionally followed by a game.
std::optional<Wanted> wanted_by_line(const std::string& line, const Words& words) {
  const auto typed = read_typed(line, command_words(words));
  const auto* word = typed ? std::get_if<TypedWord>(&*typed) : nullptr;
  if (word == nullptr) return std::nullopt;
  if (word->word == "open" && word->rest.empty()) return NewTable{};
  if (word->word == "quick") {
    const std::string game = word->rest.empty() ? "base" : word->rest;
    const auto games = quick_games(words);
    if (std::ranges::count(games, game, &Option::value) == 0) return std::nullopt;
    return MatchedTable{game, 2};
  }
  const auto code = client::parse_code(word->word);
  return code && word->rest.empty() ? std::optional<Wanted>(TableByCode{*code}) : std::nullopt;
}

protocol::LobbyPage fetch_page(const OnlinePlayer& player, const std::optional<Id>& after,
                               const Words& words) {
  const std::string query = after ? "?after=" + to_text(*after) : "";
  const auto reply =
      client::http_get(player.address(), "/api/lobby" + query, player.who().credentials);
  if (reply.status == 0)
    throw std::runtime_error(
        words("terminal.unreachable", {{"server", player.address().origin()}}) + " (" + reply.body +
        ")");
  const auto message = protocol::read_server_message(reply.body);
  const auto* page = message && *message ? std::get_if<protocol::LobbyPage>(&**message) : nullptr;
  if (page == nullptr)
    throw std::runtime_error(refusal_text(
        words, {"unreadable", std::nullopt, message ? "lobby" : message.error().message}));
  return *page;
}

}  // namespace

void print_lobby(const OnlinePlayer& player, const Words& words) {
  std::vector<protocol::LobbyTable> tables;
  std::optional<Id> next;
  do {
    const protocol::LobbyPage page = fetch_page(player, next, words);
    client::take_in(tables, page);
    next = page.next;
  } while (next && tables.size() < most_lobby_tables);
  if (tables.empty()) fmt::print("{}\n", words("lobby.none"));
  for (const protocol::LobbyTable& table : tables)
    fmt::print("{}\n", printable(table.code + "  " + lobby_line(words, table)));
}

std::optional<Wanted> ask_at_lobby_by_lines(LineInput& input, Mailbox& mailbox,
                                            const OnlinePlayer& player, const Words& words) {
  print_lobby(player, words);
  fmt::print("{}\n", words("terminal.lobby.help"));
  while (true) {
    fmt::print("> ");
    const auto line = next_line(input, mailbox);
    if (!line) {
      fmt::print("\n");
      return std::nullopt;
    }
    if (line->find_first_not_of(" \t\r") == std::string::npos) continue;
    const std::string command = command_named(*line, command_words(words));
    if (command == "quit") return std::nullopt;
    if (command == "list") {
      print_lobby(player, words);
    } else if (command == "help") {
      fmt::print("{}\n", words("terminal.lobby.help"));
    } else if (auto wanted = wanted_by_line(*line, words)) {
      return wanted;
    } else {
      fmt::print("! {}\n", printable(words("terminal.bad-code", {{"code", *line}})));
    }
  }
}

std::string ask_for_passphrase(LineInput& input, Mailbox& mailbox, const std::string& account,
                               const Words& words) {
  if (isatty(STDIN_FILENO) == 0)
    throw std::runtime_error(words("terminal.passphrase-wanted", {{"name", account}}));
  const Silence silence;
  fmt::print("{} ({}): ", words("account.passphrase"), printable(account));
  const auto line = next_line(input, mailbox);
  fmt::print("\n");
  return line.value_or("");
}

}  // namespace sixfold::terminal
