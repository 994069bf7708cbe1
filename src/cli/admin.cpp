#include "server/admin.hpp"

#include <chrono>
#include <ctime>
#include <memory>

#include <fmt/chrono.h>
#include <fmt/core.h>

#include "cli/commands.hpp"
#include "record/json.hpp"
#include "server/keeping.hpp"

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
                 table.row.seq, fmt::join(table.players, ", "));
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
                 is_bot ? "bot" : "person", user.account.banned ? "banned" : "", user.account.name,
                 is_bot ? " of " + user.owner : "");
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

int no_account(const std::string& name) {
  fmt::print(stderr, "sixfold: there is no account named {}\n", name);
  return exit_no;
}

int ban(const AdminOptions& options, bool banned) {
  if (!set_banned(*open(options), options.name, banned)) return no_account(options.name);
  fmt::print("{} is {}\n", options.name, banned ? "banned" : "no longer banned");
  return exit_ok;
}

int remove_user(const AdminOptions& options) {
  const auto outcome = delete_user(*open(options), options.name);
  if (!outcome && outcome.error() == "no_account") return no_account(options.name);
  if (!outcome) {
    fmt::print(stderr, "sixfold: {} has unfinished games; close them first\n", options.name);
    return exit_no;
  }
  fmt::print("{} is deleted\n", options.name);
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
               outcome.error() == "over" ? "this table has already ended"
                                         : "this table is too busy; try again");
    return exit_no;
  }
  fmt::print("{} is closed\n", to_text(*game));
  return exit_ok;
}

int retain(const AdminOptions& options) {
  const auto store = open(options);
  const std::int64_t before_ms = now_ms() - options.days * day_ms;
  const auto games =
      options.dry_run ? count_old_games(*store, before_ms) : remove_old_games(*store, before_ms);
  fmt::print("{} {} {} that ended more than {} days ago\n",
             options.dry_run ? "would remove" : "removed", games, games == 1 ? "game" : "games",
             options.days);
  return exit_ok;
}

}  // namespace

void add_admin(CLI::App& app, int& status) {
  CLI::App* const command =
      app.add_subcommand("admin", "Manages a server's tables and users, also while it runs");
  const auto options = std::make_shared<AdminOptions>();
  command->add_option("--data", options->data, "The server's data folder")
      ->envname("SIXFOLD_DATA")
      ->capture_default_str();
  command
      ->add_option("--store", options->store,
                   "The server's database, postgresql://…, instead of a folder")
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
    list->add_flag("--json", options->json, "Print one JSON array");
    list->add_option("--limit", options->most, "The largest number to list")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
  };
  const auto add_name = [&](CLI::App* one) {
    one->add_option("name", options->name, "The account's name")->required();
  };
  CLI::App* const tables = add("tables", "Lists tables, most recently changed first", show_tables);
  add_list_options(tables);
  tables->add_option("--status", options->status, "waiting, running or ended; all by default")
      ->check(CLI::IsMember({"waiting", "running", "ended"}));
  add_list_options(add("users", "Lists accounts, newest first", show_users));
  add_name(add("ban", "Bans an account and its bots",
               [](const AdminOptions& given) { return ban(given, true); }));
  add_name(add("unban", "Lifts the ban on an account and its bots",
               [](const AdminOptions& given) { return ban(given, false); }));
  add("close", "Closes a waiting table or aborts a running game", close)
      ->add_option("table", options->table, "The table's id or code")
      ->required();
  add_name(
      add("delete-user", "Deletes an account, its results and its name at tables", remove_user));
  CLI::App* const retention =
      add("retention", "Removes games that ended long ago, and their results", retain);
  retention->add_option("--days", options->days, "Days to keep games after they end")
      ->required()
      ->check(CLI::Range(0, 36'500));
  retention->add_flag("--dry-run", options->dry_run, "Count the games without removing them");
}

}  // namespace sixfold::cli
