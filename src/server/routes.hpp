// Requests over plain HTTP: one table of routes, described in docs/openapi.json.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "play/daily.hpp"
#include "server/accounts.hpp"
#include "server/archive.hpp"
#include "server/body_source.hpp"
#include "server/hub.hpp"
#include "server/people.hpp"
#include "server/pictures.hpp"
#include "server/work_elsewhere.hpp"

namespace sixfold::server {

class EventStreams;
struct LinkMaker;

/// A request and the user who makes it.
struct RouteRequest {
  std::string method;  ///< GET, POST, …
  std::string path;    ///< without the query
  std::string body;
  Asker asker;
  std::string query;  ///< the part after `?`
};

struct HttpAnswer {
  int status = 200;
  std::string content_type = "application/json";
  std::string body;
  std::optional<SignedIn> signed_in;  ///< the new identity, whose cookie the client gets
  bool is_public = false;  ///< the same for everyone for a day, also as a part of other pages
  BodySource rest;         ///< of the body, if it is made while it is sent
};

using AnswerHttp = std::function<void(HttpAnswer)>;

/// A route that answer() knows: method and path, with `{…}` for the variable part.
struct RouteName {
  std::string_view method;
  std::string_view path;
};
[[nodiscard]] std::vector<RouteName> route_names();

/// Who may ask for a route, besides visitors with a cookie and bots.
enum class Access : std::uint8_t {
  owner,  ///< nobody: not even with a personal token
  read,   ///< personal tokens with this scope
  play,   ///< the same
  token,  ///< every personal token: who asks does not matter
  open,   ///< also pages of other sites
};
/// Empty if there is no such route.
[[nodiscard]] std::optional<Access> access_of(std::string_view method, std::string_view path);
/// The methods with which pages of other sites may ask for the path, at least with a token.
[[nodiscard]] std::string methods_elsewhere(std::string_view path);

/// The services from which routes answer.
struct RouteServices {
  Hub& hub;
  Accounts& accounts;
  Archive& archive;
  People& people;
  WorkElsewhere elsewhere;    ///< for slow work
  const DailyKey& daily_key;  ///< determines the games of the day
  Pictures* pictures = nullptr;
  std::string push_key;  ///< with which browsers subscribe to notices
  EventStreams* events = nullptr;
  const LinkMaker* links = nullptr;
};

/// Answers now or later.
void answer(const RouteServices& services, const RouteRequest& request, const AnswerHttp& reply);

/// The raw value of a parameter of a query, such as `limit` in `after=…&limit=20`.
[[nodiscard]] std::optional<std::string_view> parameter(std::string_view query,
                                                        std::string_view name);

/// The game with this code, or an error; whoever guesses codes is slowed down.
void find_game(const RouteServices& services, std::string_view code, const std::string& address,
               const std::function<void(Result<Id, std::string>)>& answer);

/// `{"error":{"code":…}}`.
[[nodiscard]] HttpAnswer http_error(int status, std::string_view code);
[[nodiscard]] HttpAnswer json_answer(const Json& json);
/// The error, with the status for its code.
[[nodiscard]] HttpAnswer refusal(const std::string& code);

/// Passes a value on, or answers with the error code.
template <class T, class Then>
Accounts::Answer<T> or_refuse(const AnswerHttp& reply, Then then) {
  return [reply, then = std::move(then)](const Result<T, std::string>& found) {
    if (!found) return reply(refusal(found.error()));
    reply(then(*found));
  };
}

/// A route; `part` is the variable part of the path.
struct Route {
  std::string_view method;
  std::string_view path;
  void (*handler)(const RouteServices& services, const RouteRequest& request, std::string_view part,
                  const AnswerHttp& reply);
  Access access = Access::owner;
};
/// Routes of the archive of games.
[[nodiscard]] std::span<const Route> archive_routes();
/// Routes about what players have played.
[[nodiscard]] std::span<const Route> profile_routes();
/// Routes that need accounts.
[[nodiscard]] std::span<const Route> account_routes();
/// Routes for notices to devices.
[[nodiscard]] std::span<const Route> notice_routes();
/// Routes for personal tokens.
[[nodiscard]] std::span<const Route> token_routes();
[[nodiscard]] Json tokens_json(const std::vector<store::AccessToken>& tokens);
/// Routes for programs that want to be told what happens.
[[nodiscard]] std::span<const Route> event_routes();
/// Routes of the feed of an account.
[[nodiscard]] std::span<const Route> feed_routes();
[[nodiscard]] Json webhooks_json(const std::vector<store::Webhook>& webhooks);
[[nodiscard]] std::span<const Route> holiday_routes();
[[nodiscard]] std::span<const Route> note_routes();
[[nodiscard]] Json devices_json(const std::vector<store::Subscription>& devices);
/// Routes for friends.
[[nodiscard]] std::span<const Route> people_routes();
[[nodiscard]] Json names_json(const std::vector<store::Acquaintance>& people);
/// Routes of the game of the day.
[[nodiscard]] std::span<const Route> daily_routes();

}  // namespace sixfold::server
