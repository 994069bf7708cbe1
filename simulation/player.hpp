// Somebody who wants to play: the real client's side of the protocol, with a bot that moves. Makes
// tables or finds them, plays to the end, loses its connection and comes back.
#pragma once

#include <optional>

#include "client/conversation.hpp"
#include "client/lobby_tables.hpp"
#include "record/fair_proof.hpp"
#include "simulation/peer.hpp"

namespace sixfold::simulation {

class Player final : public Peer {
 public:
  Player(Surroundings& surroundings, server::Identity who);

  /// From now on begins nothing new and ends what there is: goes to each of these tables in turn.
  void finish(const std::vector<Id>& games);

 protected:
  Micros act() override;
  void opened() override;
  void heard(const std::string& text) override;
  void lost() override;

 private:
  using Table = protocol::ShownTable;

  void flush();
  [[nodiscard]] std::optional<Micros> waited();
  void answered(const std::optional<Id>& id);
  void check_patience();
  void command(protocol::TableCommand what);
  void go_to(const Id& game);
  void leave_table();
  void look_for_a_table();
  void at_table(const Table& table);
  void at_waiting_table(const Table& table);
  void at_running_game(const Table& table);
  void at_finished_game(const Table& table);
  void make_move(const Table& table);
  [[nodiscard]] bool add_to_chance(const Table& table);
  [[nodiscard]] bool deal_with_others(const Table& table);

  client::Conversation conversation_;
  std::optional<Id> pending_;  // the id of what was asked last and has not been answered
  Micros pending_since_ = 0;
  std::optional<Id> game_;  // the table that is, or will be, on the screen
  std::optional<Table> table_;
  std::vector<protocol::LobbyTable> lobby_;
  bool wants_to_join_ = false;
  bool is_finishing_ = false;
  bool must_reconnect_ = false;
  Micros arrived_at_ = 0;  // at the table
  FairSeed seed_;          // sealed, to be revealed later
  std::vector<Id> to_finish_;
  const char* level_;
};

}  // namespace sixfold::simulation
