// The secret address of an account's feed.
#include "server/accounts_work.hpp"
#include "store/feeds.hpp"

namespace sixfold::server {

namespace {

constexpr std::size_t feed_secret_bytes = 32;

}  // namespace

void Accounts::make_feed(const Id& user, Answer<std::string> answer) {
  write<std::string>(
      [user, secret = random_hex(feed_secret_bytes)](
          store::Sql& sql) -> Result<std::string, std::string> {
        if (!store::find_account(sql, user)) return refused("no_account");
        store::put_feed(sql, user, quick_hash(secret));
        return secret;
      },
      std::move(answer));
}

void Accounts::has_feed(const Id& user, Answer<bool> answer) {
  look_up<bool>([user](store::Sql& sql) { return store::has_feed(sql, user); }, std::move(answer));
}

void Accounts::end_feed(const Id& user, Answer<std::monostate> answer) {
  write<std::monostate>(
      [user](store::Sql& sql) {
        store::delete_feed(sql, user);
        return std::monostate{};
      },
      std::move(answer));
}

void Accounts::find_feed(const std::string& secret, Answer<Id> answer) {
  look_up<Id>(
      [hashed = quick_hash(secret)](store::Sql& sql) -> Result<Id, std::string> {
        const auto player = store::find_feed(sql, hashed);
        const auto account = player ? store::find_account(sql, *player) : std::nullopt;
        if (!account || account->banned) return refused("no_feed");
        return *player;
      },
      std::move(answer));
}

}  // namespace sixfold::server
