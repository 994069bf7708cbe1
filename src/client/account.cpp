#include "client/account.hpp"

namespace sixfold::client {

namespace {

std::string text_of(const Json& json, std::string_view key) {
  const Json* const found = json.is_object() ? FormReader::optional(json, key) : nullptr;
  return found != nullptr && found->is_string() ? found->get<std::string>() : "";
}

/// Adds the cookie from the reply, if there is one.
Credentials with_cookie(Credentials credentials, const HttpReply& reply) {
  if (!reply.cookie.empty()) credentials.cookie = reply.cookie;
  return credentials;
}

}  // namespace

Result<Json, HttpRefusal> read_reply(const HttpReply& reply) {
  if (reply.status == 0) return Unexpected{HttpRefusal{"unreachable", reply.body}};
  auto json = parse_json(reply.body);
  if (reply.status == 200 && json && json->is_object()) return *std::move(json);
  const Json* const error =
      json && json->is_object() ? FormReader::optional(*json, "error") : nullptr;
  const std::string code = error == nullptr ? "" : text_of(*error, "code");
  return Unexpected{HttpRefusal{code.empty() ? std::to_string(reply.status) : code, ""}};
}

Result<Identity, HttpRefusal> who_am_i(const Address& address, const Credentials& credentials) {
  const HttpReply reply = http_get(address, "/api/me", credentials);
  const auto json = read_reply(reply);
  if (!json) return Unexpected{json.error()};
  return Identity{with_cookie(credentials, reply), text_of(*json, "name")};
}

Result<Identity, HttpRefusal> log_in(const Address& address, const std::string& name,
                                     const std::string& passphrase) {
  Json body;
  body["name"] = name;
  body["passphrase"] = passphrase;
  const HttpReply reply = http_post(address, "/api/session", dump(body));
  if (const auto json = read_reply(reply); !json) return Unexpected{json.error()};
  // Ask for the account's own spelling of the name, which may differ from what was typed.
  return who_am_i(address, {reply.cookie, ""});
}

Result<Identity, HttpRefusal> log_out(const Address& address, const Credentials& credentials) {
  const HttpReply reply = http_post(address, "/api/session/end", "{}", credentials);
  if (const auto json = read_reply(reply); !json) return Unexpected{json.error()};
  return Identity{{reply.cookie, ""}, ""};
}

}  // namespace sixfold::client
