#include "server/admin.hpp"

#include <cstdlib>
#include <ctime>
#include <map>
#include <memory>

#include <fmt/chrono.h>
#include <fmt/core.h>
#include <pwd.h>
#include <unistd.h>

#include "cli/commands.hpp"
#include "net/clock.hpp"
#include "record/durations.hpp"
#include "record/json.hpp"
#include "server/address_ranges.hpp"
#include "server/storage.hpp"
#include "terminal/drawing/text.hpp"

namespace sixfold::cli {

namespace {

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
  std::string address;
  std::int64_t seconds = 7 * day_ms / 1'000;
  std::string report;
  bool all = false;
};

std::string time_text(std::int64_t time_ms) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(static_cast<std::time_t>(time_ms / 1'000)));
}

/// The user who runs the program, even through sudo.
server::Admin acting() {
  const char* const before_sudo = std::getenv("SUDO_USER");
  const passwd* const user = getpwuid(getuid());
  std::string name = before_sudo != nullptr ? before_sudo : user != nullptr ? user->pw_name : "";
  return {name.empty() ? std::to_string(getuid()) : std::move(name), net::now_ms()};
}

std::unique_ptr<store::SqlStore> open(const AdminOptions& options) {
  return server::open_beside_server(options.store.empty() ? options.data : options.store);
}

int show_tables(const AdminOptions& options) {
  std::optional<GameStatus> status;
  for (const GameStatus one : {GameStatus::waiting, GameStatus::running, GameStatus::ended})
    if (options.status == code_of(one)) status = one;
  Json all = Json::array();
  for (const server::TableSummary& table :
       server::list_tables(*open(options), status, options.most)) {
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
  for (const server::UserSummary& user : server::list_users(*open(options), options.most)) {
    const bool is_bot = user.account.kind == store::Account::Kind::bot;
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
  for (const server::FlaggedPlayer& one : server::list_flags(*open(options), options.most)) {
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
  if (!server::set_banned(*open(options), acting(), options.name, banned))
    return no_account(options.name);
  fmt::print("{} is {}\n", options.name, banned ? "banned" : "no longer banned");
  return exit_ok;
}

int remove_user(const AdminOptions& options) {
  const auto outcome = server::delete_user(*open(options), acting(), options.name);
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
  const auto game = server::find_table(*store, options.table);
  if (!game) {
    fmt::print(stderr, "sixfold: there is no table {}\n", options.table);
    return exit_no;
  }
  if (const auto outcome = server::close_table(*store, acting(), *game); !outcome) {
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
  const std::int64_t before_ms = net::now_ms() - options.days * day_ms;
  const auto games = options.dry_run ? server::count_old_games(*store, before_ms)
                                     : server::remove_old_games(*store, acting(), before_ms);
  fmt::print("{} {} {} that ended more than {} days ago\n",
             options.dry_run ? "would remove" : "removed", games, games == 1 ? "game" : "games",
             options.days);
  return exit_ok;
}

int show_audit(const AdminOptions& options) {
  Json all = Json::array();
  for (const store::AuditEntry& entry : server::list_audit(*open(options), options.most)) {
    if (!options.json)
      fmt::print("{}  {}  {}  {}\n", time_text(entry.time_ms), terminal::printable(entry.who),
                 entry.action, terminal::printable(entry.subject));
    all.push_back({{"time_ms", entry.time_ms},
                   {"who", entry.who},
                   {"action", entry.action},
                   {"subject", entry.subject}});
  }
  if (options.json) fmt::print("{}\n", dump(all));
  return exit_ok;
}

std::optional<server::AddressRange> range_in(const AdminOptions& options) {
  const auto range = server::parse_range(options.address);
  if (!range)
    fmt::print(stderr, "sixfold: {} is neither an address nor a range of addresses\n",
               options.address);
  return range;
}

int ban_range(const AdminOptions& options) {
  const auto range = range_in(options);
  if (!range) return exit_unusable;
  const server::Admin admin = acting();
  const std::int64_t until_ms = admin.now_ms + options.seconds * 1'000;
  server::ban_address(*open(options), admin, {to_text(*range), until_ms});
  fmt::print("{} is banned until {}\n", to_text(*range), time_text(until_ms));
  return exit_ok;
}

int unban_range(const AdminOptions& options) {
  const auto range = range_in(options);
  if (!range) return exit_unusable;
  if (!server::unban_address(*open(options), acting(), to_text(*range))) {
    fmt::print(stderr, "sixfold: {} is not banned\n", to_text(*range));
    return exit_no;
  }
  fmt::print("{} is no longer banned\n", to_text(*range));
  return exit_ok;
}

int show_address_bans(const AdminOptions& options) {
  Json all = Json::array();
  for (const store::BannedAddress& ban : server::list_address_bans(*open(options), net::now_ms())) {
    if (!options.json) fmt::print("{}  {}\n", time_text(ban.until_ms), ban.range);
    all.push_back({{"address", ban.range}, {"until_ms", ban.until_ms}});
  }
  if (options.json) fmt::print("{}\n", dump(all));
  return exit_ok;
}

int change_mute(const AdminOptions& options, bool muted) {
  const server::Admin admin = acting();
  const std::int64_t until_ms = admin.now_ms + options.seconds * 1'000;
  const auto outcome =
      mute(*open(options), admin, options.name, muted ? std::optional(until_ms) : std::nullopt);
  if (!outcome && outcome.error() == "no_account") return no_account(options.name);
  if (!outcome) {
    fmt::print(stderr, "sixfold: {} is not muted\n", options.name);
    return exit_no;
  }
  fmt::print("{} is {}\n", options.name,
             muted ? "muted until " + time_text(until_ms) : "no longer muted");
  return exit_ok;
}

int show_reports(const AdminOptions& options) {
  Json all = Json::array();
  for (const server::ReportSummary& one :
       server::list_reports(*open(options), options.all, options.most)) {
    if (!options.json)
      fmt::print("{}  {}  {:6}  {:10}  {} seat {}  {} by {}\n", time_text(one.report.time_ms),
                 to_text(one.report.id), one.report.closed ? "closed" : "open", one.report.reason,
                 to_text(one.report.game), one.report.seat, terminal::printable(one.reported),
                 terminal::printable(one.reporter));
    all.push_back({{"report", to_text(one.report.id)},
                   {"time_ms", one.report.time_ms},
                   {"closed", one.report.closed},
                   {"reason", one.report.reason},
                   {"game", to_text(one.report.game)},
                   {"seat", one.report.seat},
                   {"reported", one.reported},
                   {"reporter", one.reporter}});
  }
  if (options.json) fmt::print("{}\n", dump(all));
  return exit_ok;
}

int finish_report(const AdminOptions& options) {
  const auto report = parse_id(options.report);
  if (!report || !server::close_report(*open(options), acting(), *report)) {
    fmt::print(stderr, "sixfold: there is no open report {}\n", options.report);
    return exit_no;
  }
  fmt::print("{} is closed\n", options.report);
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
  add_list_options(
      add("flags", "Lists players whose games look like rating manipulation", show_flags));
  add_name(add("ban", "Bans an account and its bots",
               [](const AdminOptions& given) { return ban(given, true); }));
  add_name(add("unban", "Lifts the ban on an account and its bots",
               [](const AdminOptions& given) { return ban(given, false); }));
  const auto add_time = [&](CLI::App* one) {
    one->add_option("--for", options->seconds, "How long, as in 12h or 7d; a week by default")
        ->transform(CLI::AsNumberWithUnit(std::map<std::string, std::int64_t>{
            {"s", 1}, {"m", 60}, {"h", 3'600}, {"d", 86'400}, {"w", 604'800}}))
        ->check(CLI::PositiveNumber);
  };
  const auto add_address = [&](CLI::App* one) {
    one->add_option("address", options->address,
                    "An address or a range, as in 192.0.2.0/24; for IPv6 at least a /64")
        ->required();
  };
  CLI::App* const range = add("ban-address", "Bans an address for some time", ban_range);
  add_address(range);
  add_time(range);
  add_address(add("unban-address", "Lifts the ban on an address", unban_range));
  add("address-bans", "Lists banned addresses", show_address_bans)
      ->add_flag("--json", options->json, "Print one JSON array");
  CLI::App* const muting = add("mute", "Hides the phrases of an account for some time",
                               [](const AdminOptions& given) { return change_mute(given, true); });
  add_name(muting);
  add_time(muting);
  add_name(add("unmute", "Shows the phrases of an account again",
               [](const AdminOptions& given) { return change_mute(given, false); }));
  CLI::App* const reports = add("reports", "Lists reports by players about others", show_reports);
  add_list_options(reports);
  reports->add_flag("--all", options->all, "Include closed reports");
  add("close-report", "Closes a report", finish_report)
      ->add_option("report", options->report, "The report's id")
      ->required();
  add_list_options(add("audit", "Lists the actions of admins, newest first", show_audit));
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
