// Runs of the simulation: none may break what must always hold, and each is repeated by its seed.
#include <chrono>
#include <cstdlib>
#include <limits>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "simulation/catalogue.hpp"
#include "simulation/world.hpp"

namespace sixfold::simulation {
namespace {

// Events of one run before its faults end.
constexpr std::uint64_t steps_of_run = 12'000;
constexpr std::uint64_t steps_of_long_run = 60'000;

/// How many runs there are on each store. Sanitizers are slow: they get through fewer in the same
/// time.
struct Extent {
  int most_runs = 24;
  std::chrono::seconds longest{18};
  std::uint64_t steps = steps_of_run;
};

Extent extent() {
  if (const char* const runs = std::getenv("SIXFOLD_SIMULATIONS"))
    return {std::atoi(runs), std::chrono::hours(24), steps_of_run};
  if (std::getenv("SIXFOLD_LONG") != nullptr)
    return {std::numeric_limits<int>::max(), std::chrono::minutes(29), steps_of_long_run};
  return {};
}

Options options_of(std::uint64_t seed, StoreKind store, int nodes) {
  Options options;
  options.seed = seed;
  options.store = store;
  options.nodes = nodes;
  options.hours = 24;
  options.most_steps = steps_of_run;
  return options;
}

std::string described(const Options& options, const Outcome& outcome) {
  const bool on_sqlite = options.store == StoreKind::sqlite;
  std::string text = *outcome.violation + "\nrepeat it with: simulate --seed " +
                     std::to_string(options.seed) + " --hours 24 --steps " +
                     std::to_string(options.most_steps) +
                     (on_sqlite ? " --store sqlite" : " --nodes 3") + "\n";
  for (const std::string& line : outcome.last_lines) text += line + "\n";
  return text;
}

void expect_soundness(StoreKind store, std::uint64_t first_seed) {
  const Extent wanted = extent();
  const auto began = std::chrono::steady_clock::now();
  std::map<std::string, std::uint64_t> faults;
  int runs = 0;
  // Some runs have no faults; on a slow machine the time may be over after one of those.
  const auto goes_on = [&] {
    return faults.empty() || std::chrono::steady_clock::now() - began < wanted.longest;
  };
  while (runs < wanted.most_runs && goes_on()) {
    Options options = options_of(first_seed + static_cast<std::uint64_t>(runs++), store, 3);
    options.most_steps = wanted.steps;
    const Outcome outcome = run(options);
    ASSERT_FALSE(outcome.violation) << described(options, outcome);
    EXPECT_GT(outcome.acknowledged, 0U) << "seed " << options.seed;
    for (const auto& [kind, count] : outcome.faults) faults[kind] += count;
  }
  EXPECT_FALSE(faults.empty());
  testing::Test::RecordProperty("runs", runs);
}

TEST(SimulationTest, NodesThatShareADatabaseKeepTheirPromises) {
  expect_soundness(StoreKind::model, 1'000);
}

TEST(SimulationTest, OneNodeOnAFileKeepsItsPromises) { expect_soundness(StoreKind::sqlite, 2'000); }

/// Which kind of the catalogue a message is.
std::size_t kind_of(const protocol::ClientMessage& message) {
  const auto* const request = std::get_if<protocol::TableRequest>(&message);
  return message.index() + (request == nullptr ? 0 : request->what.index());
}

TEST(SimulationTest, TheCatalogueHoldsEveryMessageThatAClientCanSend) {
  Environment environment(1, nullptr, {});
  Catalogue catalogue(environment);
  constexpr int of_each = 50;
  for (std::size_t kind = 0; kind < message_kinds; ++kind)
    for (int i = 0; i < of_each; ++i) {
      const std::string text =
          dump(catalogue.message(kind, {environment.new_id(), 7, environment.new_id()}));
      const auto message = server::parse_client_message(text);
      ASSERT_TRUE(message) << text << ": " << message.error().form.message;
      EXPECT_EQ(kind_of(*message), kind) << text;
    }
}

/// Notes the names of a message's members.
struct MemberNames {
  std::set<std::string> names;

  template <class... More>
  void operator()(std::string_view name, const More&... /*more*/) {
    names.emplace(name);
  }
  template <class... More>
  void defaulted(std::string_view name, const More&... /*more*/) {
    names.emplace(name);
  }
  template <class... More>
  void unless_empty(std::string_view name, const More&... /*more*/) {
    names.emplace(name);
  }
};

template <class Message>
std::set<std::string> members_of() {
  MemberNames members;
  if constexpr (requires(Message message) { Message::form(message, members); }) {
    Message message;
    Message::form(message, members);
  }
  return members.names;
}

template <class... Kinds>
std::vector<std::set<std::string>> members_of_each(std::variant<Kinds...>* /*kind*/) {
  return {members_of<Kinds>()...};
}

/// What is new in a known message must join as well.
TEST(SimulationTest, TheCatalogueUsesEveryMemberOfAMessage) {
  auto members = members_of_each(static_cast<protocol::ClientMessage*>(nullptr));
  members.pop_back();  // commands at tables follow one by one
  for (auto& of_command : members_of_each(static_cast<protocol::TableCommand*>(nullptr)))
    members.push_back(std::move(of_command));
  ASSERT_EQ(members.size(), message_kinds);
  Environment environment(1, nullptr, {});
  Catalogue catalogue(environment);
  constexpr int of_each = 200;
  for (std::size_t kind = 0; kind < message_kinds; ++kind) {
    std::set<std::string> said;
    for (int i = 0; i < of_each; ++i) {
      const Json json = catalogue.message(kind, {environment.new_id(), 7, environment.new_id()});
      const Json& message = json.contains("command") ? json["command"]["do"] : json;
      for (const auto& [name, value] : message.front().items()) said.insert(name);
    }
    for (const std::string& name : members[kind])
      EXPECT_TRUE(said.contains(name)) << "kind " << kind << " never says " << name;
  }
}

TEST(SimulationTest, ASeedRepeatsARunExactly) {
  for (const StoreKind store : {StoreKind::model, StoreKind::sqlite}) {
    Options options = options_of(3'000, store, 2);
    options.most_steps = 3'000;
    const Outcome first = run(options);
    const Outcome again = run(options);
    EXPECT_EQ(first.hash, again.hash);
    EXPECT_EQ(first.steps, again.steps);
    options.seed = 3'001;
    EXPECT_NE(run(options).hash, first.hash);
  }
}

}  // namespace
}  // namespace sixfold::simulation
