// The HTTP routes for accounts. Secrets are sent in bodies, never in URLs.
#include <array>

#include "record/forms.hpp"
#include "server/routes.hpp"
#include "store/random_id.hpp"

namespace sixfold::server {

namespace {

constexpr std::size_t longest_text = 300;

HttpAnswer done() { return json_answer(Json::object()); }

HttpAnswer signed_in(const SignedIn& as) {
  HttpAnswer answer = json_answer({{"user", to_text(as.user)}});
  answer.signed_in = as;
  return answer;
}

Accounts::Answer<Accounts::Recoverable> signed_in_with_code(const AnswerHttp& reply) {
  return or_refuse<Accounts::Recoverable>(reply, [](const Accounts::Recoverable& recoverable) {
    HttpAnswer answer = json_answer(
        {{"user", to_text(recoverable.signed_in.user)}, {"recovery", recoverable.recovery}});
    answer.signed_in = recoverable.signed_in;
    return answer;
  });
}

/// A visitor who signs out becomes a new guest.
HttpAnswer as_new_guest(std::monostate) { return signed_in({store::random_id(), {}, {}, {}}); }

/// Reads strings from a body such as `{"name":"…","passphrase":"…"}`. Empty if one is missing.
template <std::size_t count>
std::optional<std::array<std::string, count>> texts(const RouteRequest& request,
                                                    const std::array<const char*, count>& names) {
  const auto json = parse_json(request.body);
  if (!json || !json->is_object()) return std::nullopt;
  std::array<std::string, count> found;
  for (std::size_t i = 0; i < count; ++i) {
    const auto member = json->find(names[i]);
    if (member == json->end() || !member->is_string()) return std::nullopt;
    found[i] = member->template get<std::string>();
    if (found[i].size() > longest_text) return std::nullopt;
  }
  return found;
}

void create_account(const RouteServices& services, const RouteRequest& request,
                    std::string_view /*part*/, const AnswerHttp& reply) {
  const auto given = texts<2>(request, {"name", "passphrase"});
  if (!given) return reply(http_error(400, "bad_request"));
  services.accounts.create(request.asker, (*given)[0], (*given)[1], signed_in_with_code(reply));
}

void change_passphrase(const RouteServices& services, const RouteRequest& request,
                       std::string_view /*part*/, const AnswerHttp& reply) {
  const auto given = texts<2>(request, {"passphrase", "new"});
  if (!given) return reply(http_error(400, "bad_request"));
  services.accounts.change_passphrase(request.asker, (*given)[0], (*given)[1],
                                      or_refuse<SignedIn>(reply, signed_in));
}

void sign_out_everywhere(const RouteServices& services, const RouteRequest& request,
                         std::string_view /*part*/, const AnswerHttp& reply) {
  services.accounts.sign_out_everywhere(request.asker, or_refuse<SignedIn>(reply, signed_in));
}

void delete_account(const RouteServices& services, const RouteRequest& request,
                    std::string_view /*part*/, const AnswerHttp& reply) {
  const auto given = texts<1>(request, {"passphrase"});
  if (!given) return reply(http_error(400, "bad_request"));
  services.accounts.remove(request.asker, (*given)[0],
                           or_refuse<std::monostate>(reply, as_new_guest));
}

void delete_guest(const RouteServices& services, const RouteRequest& request,
                  std::string_view /*part*/, const AnswerHttp& reply) {
  services.accounts.forget_guest(request.asker.user,
                                 or_refuse<std::monostate>(reply, as_new_guest));
}

void log_in(const RouteServices& services, const RouteRequest& request, std::string_view /*part*/,
            const AnswerHttp& reply) {
  const auto given = texts<2>(request, {"name", "passphrase"});
  if (!given) return reply(http_error(400, "bad_request"));
  const auto code = texts<1>(request, {"code"});
  services.accounts.log_in(request.asker, (*given)[0], (*given)[1], code ? code->front() : "",
                           or_refuse<SignedIn>(reply, signed_in));
}

void recover(const RouteServices& services, const RouteRequest& request, std::string_view /*part*/,
             const AnswerHttp& reply) {
  const auto given = texts<3>(request, {"name", "recovery", "passphrase"});
  if (!given) return reply(http_error(400, "bad_request"));
  services.accounts.recover(request.asker, (*given)[0], (*given)[1], (*given)[2],
                            signed_in_with_code(reply));
}

void claim(const RouteServices& services, const RouteRequest& request, std::string_view /*part*/,
           const AnswerHttp& reply) {
  const auto given = texts<1>(request, {"code"});
  if (!given) return reply(http_error(400, "bad_request"));
  services.accounts.claim_transfer(request.asker, (*given)[0],
                                   or_refuse<SignedIn>(reply, signed_in));
}

void log_out(const RouteServices& services, const RouteRequest& request, std::string_view /*part*/,
             const AnswerHttp& reply) {
  services.accounts.log_out(request.asker, or_refuse<std::monostate>(reply, as_new_guest));
}

void start_second_factor(const RouteServices& services, const RouteRequest& request,
                         std::string_view /*part*/, const AnswerHttp& reply) {
  using Fresh = Accounts::NewSecondFactor;
  services.accounts.start_second_factor(
      request.asker, or_refuse<Fresh>(reply, [](const Fresh& fresh) {
        return json_answer({{"secret", fresh.secret}, {"address", fresh.address}});
      }));
}

void confirm_second_factor(const RouteServices& services, const RouteRequest& request,
                           std::string_view /*part*/, const AnswerHttp& reply) {
  const auto given = texts<1>(request, {"code"});
  if (!given) return reply(http_error(400, "bad_request"));
  services.accounts.confirm_second_factor(request.asker, (*given)[0],
                                          or_refuse<SignedIn>(reply, signed_in));
}

void end_second_factor(const RouteServices& services, const RouteRequest& request,
                       std::string_view /*part*/, const AnswerHttp& reply) {
  const auto given = texts<1>(request, {"passphrase"});
  if (!given) return reply(http_error(400, "bad_request"));
  services.accounts.end_second_factor(
      request.asker, (*given)[0],
      or_refuse<std::monostate>(reply, [](std::monostate) { return done(); }));
}

void rename_session(const RouteServices& services, const RouteRequest& request,
                    std::string_view part, const AnswerHttp& reply) {
  const auto session = parse_id(part);
  const auto given = texts<1>(request, {"name"});
  if (!given) return reply(http_error(400, "bad_request"));
  if (!session) return reply(refusal("no_session"));
  services.accounts.rename_session(
      request.asker.user, *session, (*given)[0],
      or_refuse<std::monostate>(reply, [](std::monostate) { return done(); }));
}

void end_session(const RouteServices& services, const RouteRequest& request, std::string_view part,
                 const AnswerHttp& reply) {
  const auto session = parse_id(part);
  if (!session) return reply(refusal("no_session"));
  services.accounts.end_session(
      request.asker.user, *session,
      or_refuse<std::monostate>(reply, [](std::monostate) { return done(); }));
}

void report(const RouteServices& services, const RouteRequest& request, std::string_view /*part*/,
            const AnswerHttp& reply) {
  const auto given = texts<2>(request, {"game", "reason"});
  const auto json = parse_json(request.body);
  const auto game = given ? parse_id((*given)[0]) : std::nullopt;
  FormReader reader;
  const Json* const member = game ? FormReader::optional(*json, "seat") : nullptr;
  const auto seat =
      member == nullptr ? std::nullopt : reader.integer(*member, {}, 0, most_seats - 1);
  if (!seat) return reply(http_error(400, "bad_request"));
  services.accounts.report(request.asker, *game, *seat, (*given)[1],
                           or_refuse<std::monostate>(reply, [](std::monostate) { return done(); }));
}

void start_transfer(const RouteServices& services, const RouteRequest& request,
                    std::string_view /*part*/, const AnswerHttp& reply) {
  services.accounts.start_transfer(request.asker.user,
                                   or_refuse<std::string>(reply, [](const std::string& code) {
                                     return json_answer({{"code", code}});
                                   }));
}

void show_bots(const RouteServices& services, const RouteRequest& request,
               std::string_view /*part*/, const AnswerHttp& reply) {
  services.accounts.bots(
      request.asker.user,
      or_refuse<std::vector<store::Account>>(reply, [](const std::vector<store::Account>& bots) {
        Json json;
        json["bots"] = Json::array();
        for (const store::Account& bot : bots) json["bots"].push_back(bot.name);
        return json_answer(json);
      }));
}

void create_bot(const RouteServices& services, const RouteRequest& request,
                std::string_view /*part*/, const AnswerHttp& reply) {
  const auto given = texts<1>(request, {"name"});
  if (!given) return reply(http_error(400, "bad_request"));
  services.accounts.create_bot(request.asker.user, (*given)[0],
                               or_refuse<std::string>(reply, [](const std::string& token) {
                                 return json_answer({{"token", token}});
                               }));
}

void delete_bot(const RouteServices& services, const RouteRequest& request,
                std::string_view /*part*/, const AnswerHttp& reply) {
  const auto given = texts<1>(request, {"name"});
  if (!given) return reply(http_error(400, "bad_request"));
  services.accounts.delete_bot(
      request.asker.user, (*given)[0],
      or_refuse<std::monostate>(reply, [](std::monostate) { return done(); }));
}

constexpr std::array<Route, 19> account_route_list{{
    {"DELETE", "/api/me", delete_guest},
    {"POST", "/api/me/sessions/{session}", rename_session},
    {"DELETE", "/api/me/sessions/{session}", end_session},
    {"POST", "/api/account", create_account},
    {"POST", "/api/account/passphrase", change_passphrase},
    {"POST", "/api/account/sign-out-everywhere", sign_out_everywhere},
    {"POST", "/api/account/delete", delete_account},
    {"POST", "/api/account/second-factor", start_second_factor},
    {"POST", "/api/account/second-factor/confirm", confirm_second_factor},
    {"POST", "/api/account/second-factor/end", end_second_factor},
    {"POST", "/api/session", log_in},
    {"POST", "/api/session/recover", recover},
    {"POST", "/api/session/claim", claim},
    {"POST", "/api/session/end", log_out},
    {"POST", "/api/transfer", start_transfer},
    {"POST", "/api/reports", report},
    {"GET", "/api/bots", show_bots},
    {"POST", "/api/bots", create_bot},
    {"POST", "/api/bots/delete", delete_bot},
}};

}  // namespace

std::span<const Route> account_routes() { return account_route_list; }

}  // namespace sixfold::server
