#include "server/accounts.hpp"

#include <algorithm>
#include <array>

#include "server/account_names.hpp"
#include "server/accounts_work.hpp"
#include "server/forget.hpp"
#include "server/secrets.hpp"
#include "store/random_id.hpp"

namespace sixfold {

namespace {

constexpr int most_bots = 20;
constexpr int most_results = 500;
constexpr int most_ranked = 100;
constexpr std::size_t bot_token_bytes = 24;

constexpr std::array<std::string_view, 4> report_reasons{"cheating", "stalling", "name", "phrases"};

/// The user who took the seat last; empty for a bot of the server.
std::optional<Id> user_at(Sql& sql, const Id& game, int seat) {
  for (const SqlRow& row :
       sql.run("SELECT body FROM events WHERE game = $1 AND type = 'seat-taken' ORDER BY seq DESC",
               {game})) {
    const auto taken = parse_json(row.text(0));
    if (taken && taken->value("seat", -1) == seat) return parse_id(taken->value("user", ""));
  }
  return std::nullopt;
}

Accounts::Profile profile_of(Sql& sql, const Id& user, std::optional<Account> account) {
  const auto factor = find_second_factor(sql, user);
  return {std::move(account), ratings_of(sql, user), results_of(sql, user, most_results),
          daily_results_of(sql, user), factor && factor->confirmed};
}

}  // namespace

void Accounts::find(const Id& user, Answer<std::optional<Account>> answer) {
  look_up<std::optional<Account>>([user](Sql& sql) { return find_account(sql, user); },
                                  std::move(answer));
}

void Accounts::find_token(const std::string& token, Answer<std::optional<Account>> answer) {
  look_up<std::optional<Account>>(
      [hashed = quick_hash(token)](Sql& sql) { return find_account_with_token(sql, hashed); },
      std::move(answer));
}

void Accounts::create_bot(const Id& owner, const std::string& name, Answer<std::string> answer) {
  const auto keys = keys_of_new_name(name);
  if (!keys) return answer(refused(keys.error()));
  const std::string token = "sixfold-bot-" + random_hex(bot_token_bytes);
  Account bot;
  bot.id = random_id();
  bot.kind = Account::Kind::bot;
  bot.name = name;
  bot.name_key = keys->key;
  bot.owner = owner;
  bot.token = quick_hash(token);
  bot.created_ms = services_.now_ms();
  write<std::string>(
      [bot, looks = keys->looks, token](Sql& sql) -> Result<std::string, std::string> {
        const auto person = find_account(sql, *bot.owner);
        if (!person || person->kind != Account::Kind::person) return refused("no_account");
        if (bots_of(sql, *bot.owner).size() >= most_bots) return refused("too_many_bots");
        if (!insert_account(sql, bot, looks)) return refused("name_taken");
        return token;
      },
      std::move(answer));
}

void Accounts::bots(const Id& owner, Answer<std::vector<Account>> answer) {
  look_up<std::vector<Account>>([owner](Sql& sql) { return bots_of(sql, owner); },
                                std::move(answer));
}

void Accounts::delete_bot(const Id& owner, const std::string& name, Answer<std::monostate> answer) {
  write<Ended>(
      [owner, name, now = now_ms()](Sql& sql) -> Result<Ended, std::string> {
        const auto bot = account_named(sql, name);
        if (!bot || bot->owner != owner) return refused("no_account");
        return forget_player(sql, bot->id, now);
      },
      then_cut(std::move(answer)));
}

void Accounts::profile(const Id& user, Answer<Profile> answer) {
  look_up<Profile>([user](Sql& sql) { return profile_of(sql, user, find_account(sql, user)); },
                   std::move(answer));
}

void Accounts::profile_named(const std::string& name, Answer<Profile> answer) {
  look_up<Profile>(
      [name](Sql& sql) -> Result<Profile, std::string> {
        const auto account = account_named(sql, name);
        if (!account) return refused("no_account");
        return profile_of(sql, account->id, account);
      },
      std::move(answer));
}

void Accounts::export_of(const Id& user, Answer<Export> answer) {
  look_up<Export>(
      [user](Sql& sql) {
        return Export{profile_of(sql, user, find_account(sql, user)), bots_of(sql, user),
                      sessions_of(sql, user), reports_by(sql, user)};
      },
      std::move(answer));
}

void Accounts::report(const Asker& asker, const Id& game, int seat, const std::string& reason,
                      Answer<std::monostate> answer) {
  if (std::ranges::find(report_reasons, reason) == report_reasons.end())
    return answer(refused("bad_request"));
  Report report{random_id(), game, seat, asker.user, std::nullopt, reason, now_ms(), false};
  write<std::monostate>(
      [report](Sql& sql) mutable -> Result<std::monostate, std::string> {
        if (sql.run("SELECT game FROM players WHERE player = $1 AND game = $2",
                    {report.reporter, report.game})
                .empty())
          return refused("not_at_table");
        report.reported = user_at(sql, report.game, report.seat);
        if (!report.reported || report.reported == report.reporter)
          return refused("no_such_player");
        if (!insert_report(sql, report)) return refused("reported_before");
        return std::monostate{};
      },
      std::move(answer));
}

void Accounts::rank(const std::string& variant, bool many,
                    Answer<std::vector<RankedPlayer>> answer) {
  look_up<std::vector<RankedPlayer>>(
      [variant, many](Sql& sql) { return ranking(sql, variant, many, most_ranked); },
      std::move(answer));
}

void Accounts::show_daily(const std::string& day, const Id& asking, Answer<DailyTable> answer) {
  look_up<DailyTable>(
      [day, asking](Sql& sql) { return daily_table(sql, day, asking, most_ranked); },
      std::move(answer));
}

void Accounts::add_daily(const DailyResult& result, Answer<DailyTable> answer) {
  write<DailyTable>(
      [result](Sql& sql) {
        insert_daily_result(sql, result);
        return daily_table(sql, result.day, result.player, most_ranked);
      },
      std::move(answer));
}

}  // namespace sixfold
