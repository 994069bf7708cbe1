#include "terminal/online/own_games.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <memory>
#include <stdexcept>
#include <thread>
#include <tuple>

#include <fmt/core.h>
#include <unistd.h>

#include "client/conversation.hpp"
#include "record/durations.hpp"
#include "terminal/drawing/text.hpp"
#include "terminal/online/posted.hpp"
#include "terminal/words/describe.hpp"

namespace sixfold::terminal {

namespace {

constexpr int look_again_ms = 1'000;
constexpr std::size_t most_own_games = 1'000;
constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
constexpr auto listen_again = std::chrono::seconds(5);

std::int64_t time_now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

/// Asks for all pages of the player's own tables.
class OwnGames {
 public:
  OwnGames(const OnlinePlayer& player, Mailbox& mailbox) {
    conversation_.ask_for_own_tables();
    connection_ = std::make_unique<client::Connection>(player.address(), player.who().credentials,
                                                       posted_events(mailbox, self_));
  }
  ~OwnGames() {
    connection_.reset();
    *self_ = nullptr;
  }
  OwnGames(const OwnGames&) = delete;
  OwnGames& operator=(const OwnGames&) = delete;

  [[nodiscard]] bool is_done() const { return is_done_; }
  [[nodiscard]] const std::string& fault() const { return fault_; }
  [[nodiscard]] std::vector<protocol::OwnTable>& tables() { return tables_; }

  // Called by the connection.
  void opened() {
    conversation_.opened();
    flush();
  }
  void heard(const std::string& text) {
    const auto message = conversation_.hear(text);
    if (message && *message) {
      if (const auto* page = std::get_if<protocol::OwnPage>(&**message)) {
        tables_.insert(tables_.end(), page->tables.begin(), page->tables.end());
        is_done_ = !page->next || tables_.size() >= most_own_games;
        if (!is_done_) conversation_.ask_for_own_page(*page->next);
      } else if (const auto* error = std::get_if<protocol::Error>(&**message)) {
        end(error->code);
      }
    }
    flush();
  }
  void lost(const std::string& /*why*/) { end("unreachable"); }
  void known(const std::string& /*cookie*/) {}  // the identity is already known

 private:
  void end(const std::string& fault) {
    if (is_done_) return;
    is_done_ = true;
    fault_ = fault;
  }
  void flush() {
    for (std::string& text : conversation_.outgoing()) connection_->send(std::move(text));
  }

  client::Conversation conversation_{client::random_id};
  std::vector<protocol::OwnTable> tables_;
  bool is_done_ = false;
  std::string fault_;
  std::shared_ptr<OwnGames*> self_ = std::make_shared<OwnGames*>(this);
  std::unique_ptr<client::Connection> connection_;
};

const std::string& name_of(const protocol::LobbySeat& seat) {
  return seat.bot.empty() ? seat.name : seat.bot;
}

std::string text_of_event(const Json& event, std::string_view name) {
  const Json* const found = FormReader::optional(event, name);
  return found != nullptr && found->is_string() ? found->get<std::string>() : "";
}

/// A line, and on a terminal a bell and a title.
void ring(const OnlinePlayer& player, const Words& words, const std::string& kind,
          const std::string& table) {
  std::string key = "notice." + kind;
  if (!words.has(key)) key = "terminal." + key;
  const std::string text = words(words.has(key) ? key : "notice.other");
  fmt::print("{}\n", printable(text + " " + player.address().origin() + "/t/" + table));
  if (isatty(STDOUT_FILENO) != 0) fmt::print("\a\033]2;{}\a", printable(text));
  std::fflush(stdout);
}

}  // namespace

std::vector<protocol::OwnTable> fetch_own_games(const OnlinePlayer& player, const Words& words) {
  Mailbox mailbox;
  OwnGames games(player, mailbox);
  while (!games.is_done()) {
    mailbox.wait(look_again_ms);
    mailbox.deliver();
  }
  if (games.fault() == "unreachable")
    throw std::runtime_error(
        words("terminal.unreachable", {{"server", player.address().origin()}}));
  if (!games.fault().empty())
    throw std::runtime_error(refusal_text(words, {games.fault(), std::nullopt, ""}));
  std::vector<protocol::OwnTable> tables = std::move(games.tables());
  std::ranges::stable_sort(tables, {}, [](const protocol::OwnTable& table) {
    return std::tuple(!waits_for_you(table), table.deadline_ms.value_or(never), table.since_ms);
  });
  return tables;
}

bool waits_for_you(const protocol::OwnTable& table) {
  return table.turn == table.you && !table.paused;
}

std::string own_game_line(const Words& words, const protocol::OwnTable& table,
                          std::int64_t now_ms) {
  std::string line = agreement_text(words, table.plan);
  const auto add = [&](const std::string& text) { line += " · " + text; };
  if (!table.turn)
    add(words("running.open"));
  else if (waits_for_you(table))
    add(words("table.turn.you"));
  else if (table.paused)
    add(words("table.turn.paused"));
  else
    add(words("table.turn.person",
              {{"name", name_of(table.seats.at(static_cast<std::size_t>(*table.turn)))}}));
  if (table.turn && table.deadline_ms && !table.paused) {
    const std::int64_t left_s = std::max<std::int64_t>(0, *table.deadline_ms - now_ms) / second_ms;
    // In whole days, hours or minutes.
    for (const std::int64_t unit : {day_ms / second_ms, hour_ms / second_ms, minute_ms / second_ms})
      if (left_s >= unit) {
        add(words("running.left",
                  {{"time", span_text(words, static_cast<int>(left_s / unit * unit))}}));
        break;
      }
  }
  std::string names;
  for (std::size_t i = 0; i < table.seats.size(); ++i) {
    const protocol::LobbySeat& seat = table.seats[i];
    if (static_cast<int>(i) == table.you || !seat.taken) continue;
    names += (names.empty() ? "" : ", ") + name_of(seat);
  }
  if (!names.empty()) add(names);
  return printable((table.code.empty() ? to_text(table.game) : table.code) + "  " + line);
}

void print_own_games(const OnlinePlayer& player, const Words& words) {
  const std::vector<protocol::OwnTable> tables = fetch_own_games(player, words);
  if (tables.empty()) fmt::print("{}\n", words("terminal.games.none"));
  for (const protocol::OwnTable& table : tables)
    fmt::print("{}\n", own_game_line(words, table, time_now_ms()));
}

void notify(const OnlinePlayer& player, const Words& words) {
  bool is_first = true;
  while (true) {
    const client::HttpReply end = client::http_lines(
        player.address(), "/api/me/events", player.who().credentials, [&](std::string_view line) {
          const auto event = parse_json(line);
          if (!event || !event->is_object()) return;
          const std::string kind = text_of_event(*event, "event");
          if (kind == "open" && is_first) fmt::print("{}\n", words("terminal.notify.on"));
          if (kind == "open") is_first = false;
          if (kind != "open" && kind != "alive") {
            const std::string table = text_of_event(*event, "table");
            ring(player, words, kind, table.empty() ? text_of_event(*event, "game") : table);
          }
          std::fflush(stdout);
        });
    const bool is_refused = end.status >= 400 && end.status < 500 && end.status != 429;
    if (is_refused || (end.status == 0 && is_first)) {
      const auto refusal = client::read_reply(end);
      if (end.status == 0)
        throw std::runtime_error(
            words("terminal.unreachable", {{"server", player.address().origin()}}) + " (" +
            end.body + ")");
      throw std::runtime_error(
          refusal_text(words, {refusal ? "" : refusal.error().code, std::nullopt, ""}));
    }
    std::this_thread::sleep_for(listen_again);
  }
}

}  // namespace sixfold::terminal
