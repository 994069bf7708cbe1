// What must hold in every run, whatever goes wrong: checked on every message that leaves a hub, on
// every event that is stored, and now and then on whole tables.
#pragma once

#include <map>
#include <set>
#include <string>

#include "simulation/ledger.hpp"
#include "simulation/node.hpp"

namespace sixfold::simulation {

/// Where a message goes.
struct Receiver {
  std::uint64_t connection = 0;
  Id user;
  bool honest = true;
};

class Referee {
 public:
  /// Since when a user has had a connection that works; none: there is none.
  using SoundSince = std::function<std::optional<Micros>(const Id& user)>;

  Referee(Environment& environment, Ledger& ledger, SoundSince sound_since);

  /// A client asks for something.
  void asked(const std::string& message);
  /// An honest client's message has reached a node.
  void arrived(Node& node, const std::string& message);
  /// A message leaves a hub.
  void sent(const Receiver& receiver, const std::string& message);
  void crashed(const Node& node);

  /// Looks at a table of which any will do: would others have been shown the same if hidden tiles
  /// had been others?
  void check_hidden_tiles();
  void check_bounds(Node& node);

  [[nodiscard]] const std::map<std::pair<Id, Id>, std::uint64_t>& acknowledged() const {
    return acknowledged_;
  }

 private:
  struct TimelyMove {
    std::uint64_t seq = 0;
    int node = 0;
  };

  void check_table(const Receiver& receiver, const Json& table, const std::string& message);
  void check_own(const Id& user, const Json& told);
  void check_shown(const Id& user, const server::Table& table, const Json& shown,
                   const std::string& message);
  void check_presence(const server::Table& table, const Json& shown);
  void check_ack(const Json& ack);
  void check_refusal(const Json& error);
  void check_secret(const Id& game, const std::string& message);
  void heard_event(const Id& game, const GameLog& log, const server::TableEvent& event);

  Environment& environment_;
  Ledger& ledger_;
  SoundSince sound_since_;
  /// Commands that may be answered without being stored: they find done what they ask for.
  std::set<std::string> may_do_nothing_;
  std::map<std::pair<Id, Id>, std::uint64_t> acknowledged_;  // by game and command
  std::set<Id> acknowledged_commands_;
  std::map<std::pair<std::uint64_t, Id>, std::uint64_t> last_shown_;  // by connection and game
  std::map<Id, TimelyMove> timely_moves_;                             // by game
};

/// The table after the first `seq` events.
[[nodiscard]] server::Table fold(const std::vector<store::StoredEvent>& events, std::uint64_t seq);

}  // namespace sixfold::simulation
