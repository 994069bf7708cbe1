#include "server/accounts.hpp"

#include <algorithm>
#include <array>

#include "server/account_names.hpp"
#include "server/accounts_work.hpp"
#include "server/forget.hpp"
#include "server/secrets.hpp"
#include "store/random_id.hpp"

namespace sixfold::server {

namespace {

constexpr int most_bots = 20;
constexpr int most_results = 500;
constexpr int most_ranked = 100;
constexpr int most_steps = 300;
constexpr int most_exported = 1'000;
constexpr std::size_t bot_token_bytes = 24;

constexpr std::array<std::string_view, 4> report_reasons{"cheating", "stalling", "name", "phrases"};

/// The user who took the seat last; empty for a bot of the server.
std::optional<Id> user_at(store::Sql& sql, const Id& game, int seat) {
  for (const store::SqlRow& row :
       sql.run("SELECT body FROM events WHERE game = $1 AND type = 'seat-taken' ORDER BY seq DESC",
               {game})) {
    const auto taken = parse_json(row.text(0));
    if (taken && taken->value("seat", -1) == seat) return parse_id(taken->value("user", ""));
  }
  return std::nullopt;
}

Accounts::Profile profile_of(store::Sql& sql, const Id& user, std::optional<store::Account> account,
                             int most_games = most_results) {
  const auto factor = store::find_second_factor(sql, user);
  return {std::move(account),
          store::ratings_of(sql, user),
          store::results_of(sql, user, most_games),
          store::daily_results_of(sql, user),
          factor && factor->confirmed,
          store::is_profile_closed(sql, user),
          store::rating_steps_of(sql, user, most_steps)};
}

}  // namespace

void Accounts::find(const Id& user, Answer<std::optional<store::Account>> answer) {
  look_up<std::optional<store::Account>>(
      [user](store::Sql& sql) { return store::find_account(sql, user); }, std::move(answer));
}

void Accounts::find_token(const std::string& token, Answer<std::optional<store::Account>> answer) {
  look_up<std::optional<store::Account>>(
      [hashed = quick_hash(token)](store::Sql& sql) {
        return store::find_account_with_token(sql, hashed);
      },
      std::move(answer));
}

void Accounts::create_bot(const Id& owner, const std::string& name, Answer<std::string> answer) {
  const auto keys = keys_of_new_name(name);
  if (!keys) return answer(refused(keys.error()));
  const std::string token = "sixfold-bot-" + random_hex(bot_token_bytes);
  store::Account bot;
  bot.id = store::random_id();
  bot.kind = store::Account::Kind::bot;
  bot.name = name;
  bot.name_key = keys->key;
  bot.owner = owner;
  bot.token = quick_hash(token);
  bot.created_ms = services_.now_ms();
  write<std::string>(
      [bot, looks = keys->looks, token](store::Sql& sql) -> Result<std::string, std::string> {
        const auto person = store::find_account(sql, *bot.owner);
        if (!person || person->kind != store::Account::Kind::person) return refused("no_account");
        if (store::bots_of(sql, *bot.owner).size() >= most_bots) return refused("too_many_bots");
        if (!store::insert_account(sql, bot, looks)) return refused("name_taken");
        return token;
      },
      std::move(answer));
}

void Accounts::bots(const Id& owner, Answer<std::vector<store::Account>> answer) {
  look_up<std::vector<store::Account>>(
      [owner](store::Sql& sql) { return store::bots_of(sql, owner); }, std::move(answer));
}

void Accounts::delete_bot(const Id& owner, const std::string& name, Answer<std::monostate> answer) {
  write<Ended>(
      [owner, name, now = now_ms()](store::Sql& sql) -> Result<Ended, std::string> {
        const auto bot = account_named(sql, name);
        if (!bot || bot->owner != owner) return refused("no_account");
        return forget_player(sql, bot->id, now);
      },
      then_cut(std::move(answer)));
}

void Accounts::profile(const Id& user, Answer<Profile> answer) {
  look_up<Profile>(
      [user](store::Sql& sql) { return profile_of(sql, user, store::find_account(sql, user)); },
      std::move(answer));
}

void Accounts::close_profile(const Id& user, bool is_closed, Answer<std::monostate> answer) {
  write<std::monostate>(
      [user, is_closed](store::Sql& sql) -> Result<std::monostate, std::string> {
        if (!store::find_account(sql, user)) return refused("account_needed");
        store::close_profile(sql, user, is_closed);
        return std::monostate{};
      },
      std::move(answer));
}

void Accounts::profile_named(const std::string& name, Answer<Profile> answer) {
  look_up<Profile>(
      [name](store::Sql& sql) -> Result<Profile, std::string> {
        const auto account = account_named(sql, name);
        if (!account) return refused("no_account");
        return profile_of(sql, account->id, account);
      },
      std::move(answer));
}

void Accounts::export_of(const Id& user, Answer<Export> answer) {
  look_up<Export>(
      [user](store::Sql& sql) {
        return Export{profile_of(sql, user, store::find_account(sql, user), 0),
                      store::bots_of(sql, user),
                      store::sessions_of(sql, user),
                      store::reports_by(sql, user),
                      store::subscriptions_of(sql, user),
                      store::access_tokens_of(sql, user),
                      store::related_to(sql, user, store::Relation::friends, most_exported),
                      store::related_to(sql, user, store::Relation::asked, most_exported),
                      store::related_to(sql, user, store::Relation::blocked, most_exported),
                      store::webhooks_of(sql, user),
                      store::holidays_of(sql, user, 0),
                      store::notes_of(sql, user)};
      },
      std::move(answer));
}

void Accounts::report(const Asker& asker, const Id& game, int seat, const std::string& reason,
                      Answer<std::monostate> answer) {
  if (std::ranges::find(report_reasons, reason) == report_reasons.end())
    return answer(refused("bad_request"));
  store::Report report{store::random_id(), game,   seat,     asker.user,
                       std::nullopt,       reason, now_ms(), false};
  write<std::monostate>(
      [report](store::Sql& sql) mutable -> Result<std::monostate, std::string> {
        if (sql.run("SELECT game FROM players WHERE player = $1 AND game = $2",
                    {report.reporter, report.game})
                .empty())
          return refused("not_at_table");
        report.reported = user_at(sql, report.game, report.seat);
        if (!report.reported || report.reported == report.reporter)
          return refused("no_such_player");
        if (!store::insert_report(sql, report)) return refused("reported_before");
        return std::monostate{};
      },
      std::move(answer));
}

void Accounts::rank(const std::string& variant, bool many,
                    Answer<std::vector<store::RankedPlayer>> answer) {
  look_up<std::vector<store::RankedPlayer>>(
      [variant, many](store::Sql& sql) { return store::ranking(sql, variant, many, most_ranked); },
      std::move(answer));
}

void Accounts::show_daily(const std::string& day, const Id& asking,
                          Answer<store::DailyTable> answer) {
  look_up<store::DailyTable>(
      [day, asking](store::Sql& sql) { return store::daily_table(sql, day, asking, most_ranked); },
      std::move(answer));
}

void Accounts::add_daily(const store::DailyResult& result, Answer<store::DailyTable> answer) {
  write<store::DailyTable>(
      [result](store::Sql& sql) {
        store::insert_daily_result(sql, result);
        return store::daily_table(sql, result.day, result.player, most_ranked);
      },
      std::move(answer));
}

}  // namespace sixfold::server
