// What nodes that share a store learn from each other, on a real PostgreSQL and on the model of it
// that the simulation uses.
#include <algorithm>
#include <future>
#include <memory>

#include <gtest/gtest.h>

#include "store/postgres_store.hpp"
#include "store/random_id.hpp"
#include "store/waiting.hpp"
#include "support/instant_model.hpp"
#include "support/postgres.hpp"
#include "support/store_calls.hpp"

namespace sixfold::store {
namespace {

enum class Shared : std::uint8_t { postgresql, model };

class NodesContractTest : public testing::TestWithParam<Shared> {
 protected:
  NodesContractTest() {
    if (GetParam() == Shared::postgresql) PostgresServer::common().empty();
    here_ = open();
    there_ = open();
    AppendRequest sits = request(game_, 0, {{"a", 1, "{}"}});
    sits.players = {ann_};
    EXPECT_TRUE(append(*here_, sits));
  }

  /// Who of the table is elsewhere, as the first node hears it.
  std::vector<Id> present() { return report(*here_, {node_, 0, {}, {}, {{game_, 1}}}).present; }
  NodeNews report_there(std::vector<Id> arrived, std::vector<Id> gone, bool is_whole = false) {
    NodeReport whole{other_, 0, std::move(arrived), std::move(gone), {}};
    whole.is_whole = is_whole;
    return report(*there_, whole);
  }

  /// Some time in which these nodes do not report, and the others do.
  void let_pass(std::int64_t ms, const std::vector<Id>& silent) {
    if (GetParam() == Shared::postgresql) {
      for (const Id& node : silent)
        write_now(dynamic_cast<SqlStore&>(*here_), [&](Sql& sql) {
          sql.run("UPDATE nodes SET alive_ms = alive_ms - $1 WHERE node = $2", {ms, node});
        });
      return;
    }
    for (std::int64_t passed = 0; passed < ms; passed += 1'000) {
      model_.pass(1'000);
      for (const Id& node : {node_, other_})
        if (std::ranges::find(silent, node) == silent.end()) report(*here_, {node, 0, {}, {}, {}});
    }
  }

  const Id node_ = random_id();
  const Id other_ = random_id();
  const Id game_ = random_id();
  const Id ann_ = random_id();
  InstantModel model_;
  std::unique_ptr<Store> here_, there_;

 private:
  [[nodiscard]] std::unique_ptr<Store> open() {
    if (GetParam() == Shared::model) return model_.open();
    return std::make_unique<PostgresStore>(PostgresServer::common().url());
  }
};

TEST_P(NodesContractTest, KnowWhoIsAtOthers) {
  EXPECT_TRUE(present().empty());
  report_there({ann_}, {});
  EXPECT_EQ(present(), std::vector<Id>{ann_});
  // Nobody is at a node that is silent.
  let_pass(10'000, {other_});
  EXPECT_TRUE(present().empty());
  EXPECT_FALSE(report_there({}, {}).was_forgotten);
  EXPECT_EQ(present(), std::vector<Id>{ann_});
  report_there({}, {ann_});
  EXPECT_TRUE(present().empty());
}

TEST_P(NodesContractTest, AreToldWhenTheyWereForgottenAndSayAllAgain) {
  EXPECT_FALSE(report_there({ann_}, {}, true).was_forgotten);
  let_pass(100'000, {other_});
  EXPECT_TRUE(present().empty());
  EXPECT_TRUE(report_there({}, {}).was_forgotten);
  EXPECT_FALSE(report_there({ann_}, {}, true).was_forgotten);
  EXPECT_EQ(present(), std::vector<Id>{ann_});
  // A whole report takes the place of what was said before.
  report_there({random_id()}, {}, true);
  EXPECT_TRUE(present().empty());
}

TEST_P(NodesContractTest, NoticeTheTimeInWhichNobodyCouldWrite) {
  report_there({}, {});
  EXPECT_EQ(report(*here_, {node_, 0, {}, {}, {}}).outage, std::nullopt);
  // One of them going on is enough.
  let_pass(30'000, {other_});
  EXPECT_EQ(report(*here_, {node_, 0, {}, {}, {}}).outage, std::nullopt);
  let_pass(30'000, {node_, other_});
  const auto outage = report_there({}, {}).outage;
  ASSERT_TRUE(outage);
  EXPECT_GE(outage->ended_ms - outage->began_ms, 30'000);
  // All hear of it until the games have got the time back.
  EXPECT_EQ(report(*here_, {node_, 0, {}, {}, {}}).outage, outage);
  std::promise<std::optional<ReadFault>> done;
  here_->give_back({*outage, [](std::int64_t /*ms*/) { return NewEvent{"given", 1, "{}"}; }},
                   [&](const auto& fault) { done.set_value(fault); });
  EXPECT_EQ(done.get_future().get(), std::nullopt);
  EXPECT_EQ(report(*here_, {node_, 0, {}, {}, {}}).outage, std::nullopt);
  EXPECT_EQ(report_there({}, {}).outage, std::nullopt);
}

std::string name_of(const testing::TestParamInfo<Shared>& one) {
  return one.param == Shared::model ? "Model" : "Postgresql";
}

INSTANTIATE_TEST_SUITE_P(Stores, NodesContractTest,
                         testing::Values(Shared::postgresql, Shared::model), name_of);

}  // namespace
}  // namespace sixfold::store
