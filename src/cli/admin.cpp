#include "server/admin.hpp"

#include <chrono>
#include <ctime>
#include <memory>

#include <fmt/chrono.h>
#include <fmt/core.h>

#include "cli/commands.hpp"
#include "record/json.hpp"
#include "server/keeping.hpp"
#include "terminal/text.hpp"

namespace sixfold::cli {

namespace {

constexpr std::int64_t day_ms = std::int64_t{24} * 3'600 * 1'000;

struct AdminOptions {
  std::string data = "sixfold-data";
  std::string store;
  bool json = false;
  std::string status;
  int most = 100;
  std::string name;
  std::string table;
  int days = 0;
  bool dry_run = false;
};

std::int64_t now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string time_text(std::int64_t time_ms) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(static_cast<std::time_t>(time_ms / 1'000)));
}

std::unique_ptr<SqlStore> open(const AdminOptions& options) {
  return open_beside_server(options.store.empty() ? options.data : options.store);
}

int show_tables(const AdminOptions& options) {
  std::optional<GameStatus> status;
  for (const GameStatus one : {GameStatus::waiting, GameStatus::running, GameStatus::ended})
    if (options.status == code_of(one)) status = one;
  Json all = Json::array();
  for (const TableSummary& table : list_tables(*open(options), status, options.most)) {
    if (!options.json)
      fmt::print("{}  {:6}  {:7}  {:14}  {}  {:5}  {}\n", to_text(table.row.game), table.row.code,
                 code_of(table.row.status), table.variant, time_text(table.changed_ms),
                 table.row.seq,
                 terminal::printable(fmt::format("{}", fmt::join(table.players, ", "))));
    all.push_back({{"game", to_text(table.row.game)},
                   {"code", table.row.code},
                   {"status", code_of(table.row.status)},
                   {"variant", table.variant},
                   {"created_ms", table.created_ms},
                   {"changed_ms", table.changed_ms},
                   {"seq", table.row.seq},
                   {"lobby", table.row.listed},
                   {"players", table.players}});
  }
  if (options.json) fmt::print("{}\n", dump(all));
  return exit_ok;
}

int show_users(const AdminOptions& options) {
  Json all = Json::array();
  for (const UserSummary& user : list_users(*open(options), options.most)) {
    const bool is_bot = user.account.kind == Account::Kind::bot;
    if (!options.json)
      fmt::print("{}  {:6}  {:6}  {}{}\n", time_text(user.account.created_ms),
                 is_bot ? "bot" : "person", user.account.banned ? "banned" : "",
                 terminal::printable(user.account.name),
                 is_bot ? " of " + terminal::printable(user.owner) : "");
    Json one{{"name", user.account.name},
             {"kind", is_bot ? "bot" : "person"},
             {"created_ms", user.account.created_ms},
             {"banned", user.account.banned}};
    if (is_bot) one["owner"] = user.owner;
    all.push_back(std::move(one));
  }
  if (options.json) fmt::print("{}\n", dump(all));
  return exit_ok;
}

int show_flags(const AdminOptions& options) {
  Json all = Json::array();
  for (const FlaggedPlayer& one : list_flags(*open(options), options.most)) {
    if (!options.json)
      fmt::print("{}  {:16}  {:5}  {}  {}\n", time_text(one.last_ms), one.reason, one.games,
                 to_text(one.last_game), terminal::printable(one.name));
    all.push_back({{"name", one.name},
                   {"player", to_text(one.player)},
                   {"reason", one.reason},
                   {"games", one.games},
                   {"last_game", to_text(one.last_game)},
                   {"last_ms", one.last_ms}});
  }
  if (options.json) fmt::print("{}\n", dump(all));
  return exit_ok;
}

int no_account(const std::string& name) {
  fmt::print(stderr, "sixfold: there is no account named {}\n", name);
  return exit_no;
}

int ban(const AdminOptions& options, bool banned) {
  if (!set_banned(*open(options), options.name, banned)) return no_account(options.name);
  fmt::print("{} is {}\n", options.name, banned ? "banned" : "not banned any more");
  return exit_ok;
}

int remove_user(const AdminOptions& options) {
  const auto outcome = delete_user(*open(options), options.name, now_ms());
  if (!outcome && outcome.error() == "no_account") return no_account(options.name);
  if (!outcome) {
    fmt::print(stderr, "sixfold: {} has games that go on; close them first\n", options.name);
    return exit_no;
  }
  fmt::print("{} is forgotten\n", options.name);
  return exit_ok;
}

int close(const AdminOptions& options) {
  const auto store = open(options);
  const auto game = find_table(*store, options.table);
  if (!game) {
    fmt::print(stderr, "sixfold: there is no table {}\n", options.table);
    return exit_no;
  }
  if (const auto outcome = close_table(*store, *game, now_ms()); !outcome) {
    fmt::print(stderr, "sixfold: {}\n",
               outcome.error() == "over" ? "that table is over already"
                                         : "too much happens at that table; try again");
    return exit_no;
  }
  fmt::print("{} is closed\n", to_text(*game));
  return exit_ok;
}

int retain(const AdminOptions& options) {
  const auto store = open(options);
  const std::int64_t before_ms = now_ms() - options.days * day_ms;
  if (options.dry_run)
    fmt::print("{} games ended more than {} days ago\n", count_old_games(*store, before_ms),
               options.days);
  else
    fmt::print("{} games removed that ended more than {} days ago\n",
               remove_old_games(*store, before_ms), options.days);
  return exit_ok;
}

}  // namespace

void add_admin(CLI::App& app, int& status) {
  CLI::App* const command =
      app.add_subcommand("admin", "Looks after a server's tables and users, also while it runs");
  const auto options = std::make_shared<AdminOptions>();
  command->add_option("--data", options->data, "The server's folder")
      ->envname("SIXFOLD_DATA")
      ->capture_default_str();
  command->add_option("--store", options->store, "postgresql://…, where the games are there")
      ->envname("SIXFOLD_STORE");
  command->require_subcommand(1);
  const auto add = [&](const std::string& name, const std::string& help,
                       const std::function<int(const AdminOptions&)>& run) {
    CLI::App* const one = command->add_subcommand(name, help);
    one->fallthrough();
    one->callback([&status, options, run] { status = run(*options); });
    return one;
  };
  const auto add_list_options = [&](CLI::App* list) {
    list->add_flag("--json", options->json, "As one JSON array");
    list->add_option("--limit", options->most, "How many at most")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
  };
  const auto add_name = [&](CLI::App* one) {
    one->add_option("name", options->name, "The account's name")->required();
  };
  CLI::App* const tables =
      add("tables", "Lists tables, those that changed last first", show_tables);
  add_list_options(tables);
  tables->add_option("--status", options->status, "waiting, running or ended; all where not given")
      ->check(CLI::IsMember({"waiting", "running", "ended"}));
  add_list_options(add("users", "Lists accounts, the newest first", show_users));
  add_list_options(add("flags", "Lists players whose games look made to win rating", show_flags));
  add_name(add("ban", "Shuts an account and its bots out",
               [](const AdminOptions& given) { return ban(given, true); }));
  add_name(add("unban", "Lets an account and its bots in again",
               [](const AdminOptions& given) { return ban(given, false); }));
  add("close", "Closes a table that waits, aborts a game that runs", close)
      ->add_option("table", options->table, "Its id or its code")
      ->required();
  add_name(add("delete-user", "Forgets an account and what it was at its tables", remove_user));
  CLI::App* const retention =
      add("retention", "Removes games that ended long ago, with their results", retain);
  retention->add_option("--days", options->days, "How long games are kept after their end")
      ->required()
      ->check(CLI::Range(0, 36'500));
  retention->add_flag("--dry-run", options->dry_run, "Says how many, and removes none");
}

}  // namespace sixfold::cli
