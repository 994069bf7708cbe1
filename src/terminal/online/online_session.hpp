// A table run by a server.
#pragma once

#include <memory>

#include "client/connection.hpp"
#include "client/conversation.hpp"
#include "record/fair_proof.hpp"
#include "terminal/online/mailbox.hpp"
#include "terminal/online/online_memory.hpp"
#include "terminal/online/posted.hpp"
#include "terminal/table/session.hpp"

namespace sixfold::terminal {

/// The goal on a server: the table with this game id, a quick match, or a new table with this plan.
struct OnlineGoal {
  client::Address address;
  client::Credentials credentials;
  std::optional<Id> game;
  std::optional<client::MatchGame> quick;
  protocol::TablePlan plan;
  std::string name;
  std::filesystem::path memory;   ///< the file with remembered data
  std::filesystem::path archive;  ///< where records of finished games are added
};

class OnlineSession : public Session {
 public:
  /// The mailbox must outlive it.
  OnlineSession(OnlineGoal goal, Mailbox& mailbox);
  ~OnlineSession() override;

  [[nodiscard]] const Shown& shown() const override { return shown_; }
  void act(const Move& move) override;
  void resign() override;
  void reveal() override {}
  void wish(const std::string& what) override;
  void decide(const std::string& what, int seat) override;
  void say(const std::string& phrase) override;
  void keep(const Rack& rack) override;
  [[nodiscard]] Rack kept() const override { return memory_.rack; }
  News news() override;

  // Called by the connection.
  void opened();
  void heard(const std::string& text);
  void lost(const std::string& why);
  void known(const std::string& cookie);

 private:
  void command(protocol::TableCommand what);
  void flush();
  void hear(const protocol::ServerMessage& message);
  void hear_ack(const protocol::Ack& ack);
  void hear_error(const protocol::Error& error);
  void hear_table(const protocol::ShownTable& table);
  void add_to_chance(const protocol::ShownTable& table);
  void show(const protocol::ShownTable& table);
  void go_to(const Id& game);
  void keep_record();

  OnlineGoal goal_;
  Mailbox& mailbox_;
  Remembered memory_;
  client::Conversation conversation_{client::random_id};
  std::optional<Id> seating_;  // the id of the command that creates or finds a table
  std::optional<Id> joining_;  // of the command that takes a seat
  std::optional<Id> seeding_;  // of the command that contributes to chance
  FairSeed seed_;              // sealed, to be revealed later
  bool wants_rematch_ = false;
  std::uint64_t seq_ = 0;
  std::int64_t grace_ms_ = 0;
  std::int64_t rated_grace_ms_ = 0;
  Id game_;
  Shown shown_;
  News news_;
  // Lets posted tasks notice that the session is gone.
  std::shared_ptr<OnlineSession*> self_ = std::make_shared<OnlineSession*>(this);
  Worker fetching_;  // the record, which is stored even if nobody waits for it
  std::unique_ptr<client::Connection> connection_;
};

}  // namespace sixfold::terminal
