#include "server/accounts.hpp"

#include "server/account_names.hpp"
#include "server/accounts_work.hpp"
#include "server/forget.hpp"
#include "server/secrets.hpp"

namespace sixfold {

namespace {

constexpr int most_bots = 20;
constexpr int most_results = 500;
constexpr int most_ranked = 100;
constexpr std::size_t token_bytes = 24;

Accounts::Profile profile_of(Sql& sql, const Id& user, std::optional<Account> account) {
  return {std::move(account), ratings_of(sql, user), results_of(sql, user, most_results),
          daily_results_of(sql, user)};
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
  const std::string token = "sixfold-bot-" + random_hex(token_bytes);
  Account bot;
  bot.id = random_id();
  bot.kind = Account::Kind::bot;
  bot.name = name;
  bot.name_key = keys->key;
  bot.owner = owner;
  bot.token = quick_hash(token);
  bot.created_ms = world_.now_ms();
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
                      sessions_of(sql, user)};
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
