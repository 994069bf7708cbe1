// The addresses at which programs of an account are told of its events.
#include "push/message.hpp"
#include "server/accounts_work.hpp"
#include "server/push_client.hpp"
#include "store/random_id.hpp"

namespace sixfold::server {

namespace {

constexpr std::size_t webhook_secret_bytes = 32;

/// Whether messages may be sent there: the client checks again what the name means.
bool is_good_address(const std::string& url, bool to_private) {
  const auto endpoint = push::parse_endpoint(url);
  if (!endpoint) return false;
  boost::system::error_code is_name;
  const auto address = boost::asio::ip::make_address(endpoint->host, is_name);
  return is_name || to_private || is_public(address);
}

}  // namespace

void Accounts::create_webhook(const Asker& asker, const std::string& url, unsigned kinds,
                              Answer<store::Webhook> answer) {
  if (!is_good_address(url, services_.push_to_private)) return answer(refused("bad_url"));
  store::Webhook made;
  made.id = store::random_id();
  made.player = asker.user;
  made.url = url;
  made.secret = random_hex(webhook_secret_bytes);
  made.kinds = kinds;
  made.created_ms = now_ms();
  write<store::Webhook>(
      [made](store::Sql& sql) -> Result<store::Webhook, std::string> {
        if (!store::find_account(sql, made.player)) return refused("no_account");
        if (!store::insert_webhook(sql, made)) return refused("too_many_webhooks");
        return made;
      },
      std::move(answer));
}

void Accounts::webhooks(const Id& user, Answer<std::vector<store::Webhook>> answer) {
  look_up<std::vector<store::Webhook>>(
      [user](store::Sql& sql) { return store::webhooks_of(sql, user); }, std::move(answer));
}

void Accounts::delete_webhook(const Id& user, const Id& webhook, Answer<std::monostate> answer) {
  write<std::monostate>(
      [user, webhook](store::Sql& sql) -> Result<std::monostate, std::string> {
        if (!store::delete_webhook(sql, user, webhook)) return refused("no_webhook");
        return std::monostate{};
      },
      std::move(answer));
}

}  // namespace sixfold::server
