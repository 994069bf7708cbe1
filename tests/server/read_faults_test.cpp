// A store that cannot be read for a while: the hub must not claim anything that it does not know.
#include "forwarding_store.hpp"
#include "hub_fixture.hpp"

namespace sixfold::server {
namespace {

/// Forwards everything, except for reads that are to fail.
class UnreadableStore : public ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;

  bool fails = false;

  void read(Id game, std::uint64_t after_seq, store::EventsAnswer answer) override {
    if (fails) return answer(Unexpected{store::ReadFault("the disk is gone")});
    ForwardingStore::read(game, after_seq, std::move(answer));
  }
  void find_command(Id game, Id command, store::CommandAnswer answer) override {
    if (fails) return answer(Unexpected{store::ReadFault("the disk is gone")});
    ForwardingStore::find_command(game, command, std::move(answer));
  }
};

class ReadFaults : public HubTest {
 protected:
  ReadFaults() {
    hub_.reset();
    hub_ = std::make_unique<Hub>(faulty_, make_services());
    begin(*hub_);
    ann_.connect(*hub_);
  }

  UnreadableStore faulty_{*store_};
  Client ann_{1};
};

TEST_F(ReadFaults, AreNotTablesThatAreNotThere) {
  const Id game = create(ann_, "base", 2, 0);
  send(ann_, {{"unwatch", {{"game", to_text(game)}}}});
  tasks_.run_until([&] { return hub_->figures().tables_in_memory == 0; });
  faulty_.fails = true;
  send(ann_, {{"watch", {{"game", to_text(game)}}}});
  tasks_.run_until([&] { return !ann_.errors.empty(); });
  EXPECT_EQ(ann_.errors.back()["code"], "unavailable");
  EXPECT_EQ(command(ann_, {{"leave", Json::object()}})["code"], "unavailable");
  std::string why;
  hub_->look_at(game, [&](const auto& message) { why = message ? "shown" : message.error(); });
  tasks_.run_until([&] { return !why.empty(); });
  EXPECT_EQ(why, "unavailable");
  why.clear();
  hub_->record(game, [&](const auto& record) { why = record ? "given" : record.error(); });
  tasks_.run_until([&] { return !why.empty(); });
  EXPECT_EQ(why, "unavailable");
  // It can be read again.
  faulty_.fails = false;
  watch(ann_, game);
}

TEST_F(ReadFaults, AreNotRefusalsOfWhatWasDone) {
  create(ann_, "base", 2, 0);
  const Id id = next_command();
  const Json message = {{"command",
                         {{"id", to_text(id)},
                          {"game", ann_.table["game"]},
                          {"seq", ann_.table["seq"]},
                          {"do", {{"lock", Json::object()}}}}}};
  send(ann_, message);
  const Json done = answer_to(ann_, id);
  ASSERT_TRUE(done.contains("seq"));
  // The answer was lost.
  ann_.acks.clear();
  faulty_.fails = true;
  send(ann_, message);
  EXPECT_EQ(answer_to(ann_, id)["code"], "unavailable");
  ann_.errors.clear();
  faulty_.fails = false;
  send(ann_, message);
  EXPECT_EQ(answer_to(ann_, id), done);
}

TEST_F(ReadFaults, AreNotRefusals) {
  create(ann_, "base", 2, 0);
  faulty_.fails = true;
  EXPECT_EQ(command(ann_, {{"resume", Json::object()}})["code"], "unavailable");
  faulty_.fails = false;
  EXPECT_EQ(command(ann_, {{"resume", Json::object()}})["code"], "not_running");
}

/// A game that goes on must not seem to be over.
TEST_F(ReadFaults, AreNotOwnTablesThatAreNotThere) {
  const Id game = create(ann_, "base", 2, 0);
  send(ann_, {{"unwatch", {{"game", to_text(game)}}}});
  tasks_.run_until([&] { return hub_->figures().tables_in_memory == 0; });
  faulty_.fails = true;
  send(ann_, {{"own", Json::object()}});
  tasks_.run_until([&] { return !ann_.errors.empty() || !ann_.own.is_null(); });
  ASSERT_FALSE(ann_.errors.empty());
  EXPECT_EQ(ann_.errors.back()["code"], "unavailable");
  EXPECT_EQ(ann_.errors.back()["where"], "own");
  EXPECT_TRUE(ann_.own.is_null());
  faulty_.fails = false;
  send(ann_, {{"own", Json::object()}});
  tasks_.run_until([&] { return !ann_.own.is_null() && ann_.own.contains(to_text(game)); });
}

}  // namespace
}  // namespace sixfold::server
