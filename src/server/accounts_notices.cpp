// The devices on which players want notices.
#include "push/base64url.hpp"
#include "push/message.hpp"
#include "server/accounts_work.hpp"
#include "server/push_client.hpp"
#include "server/quiet_hours.hpp"
#include "store/random_id.hpp"

namespace sixfold::server {

namespace {

constexpr std::size_t longest_language = 20;
constexpr unsigned every_device_kind =
    ((1U << static_cast<unsigned>(store::notice_kinds)) - 1) & ~bit_of(store::NoticeKind::started);

bool is_minute(int minute) { return minute >= 0 && minute < minutes_of_day; }

/// What is wrong with a subscription, as a code; empty if nothing is.
std::string fault_of(const store::Subscription& wanted, bool to_private) {
  const auto endpoint = push::parse_endpoint(wanted.endpoint);
  if (!endpoint) return "bad_endpoint";
  boost::system::error_code is_name;
  const auto address = boost::asio::ip::make_address(endpoint->host, is_name);
  if (!is_name && !to_private && !is_public(address)) return "bad_endpoint";
  const auto key = push::parse_base64url(wanted.key);
  const auto auth = push::parse_base64url(wanted.auth);
  if (!key || !push::is_public_key(*key) || !auth || auth->size() != push::auth_bytes)
    return "bad_request";
  if (!is_minute(wanted.quiet_from) || !is_minute(wanted.quiet_until) ||
      !is_time_zone(wanted.zone) || wanted.language.size() > longest_language ||
      (wanted.kinds & ~every_device_kind) != 0)
    return "bad_request";
  return {};
}

}  // namespace

void Accounts::subscribe(const Asker& asker, store::Subscription wanted, Answer<Id> answer) {
  if (std::string fault = fault_of(wanted, services_.push_to_private); !fault.empty())
    return answer(refused(std::move(fault)));
  wanted.id = store::random_id();
  wanted.player = asker.user;
  wanted.session = asker.session.value_or(asker.user);
  wanted.changed_ms = now_ms();
  write<Id>([wanted = std::move(wanted)](
                store::Sql& sql) { return store::put_subscription(sql, wanted); },
            std::move(answer));
}

void Accounts::subscriptions(const Id& user, Answer<std::vector<store::Subscription>> answer) {
  look_up<std::vector<store::Subscription>>(
      [user](store::Sql& sql) { return store::subscriptions_of(sql, user); }, std::move(answer));
}

void Accounts::unsubscribe(const Id& user, const Id& subscription, Answer<std::monostate> answer) {
  write<std::monostate>(
      [user, subscription](store::Sql& sql) -> Result<std::monostate, std::string> {
        if (!store::unsubscribe(sql, user, subscription)) return refused("no_device");
        return std::monostate{};
      },
      std::move(answer));
}

}  // namespace sixfold::server
