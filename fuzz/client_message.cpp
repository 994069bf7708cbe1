// What clients send: whatever bytes come, they are a message or a reason. A plan that was read is
// kept by the log as it is, and a game of it can begin; a command that was read is carried out or
// refused.
#include "server/client_message.hpp"

#include "json_target.hpp"
#include "play/dealer.hpp"
#include "rules/variants/catalogue.hpp"
#include "server/table_command.hpp"

namespace {

using namespace sixfold;
using fuzz::require;

Id user(std::uint8_t number) { return Id{{number}}; }

class World {
 public:
  World() {
    world_.deal = [this](const Ruleset& rules, std::vector<Player> players, std::optional<int>) {
      return deal(rules, std::move(players), random_);
    };
    world_.answer = [this](const Game& game) {
      return answer_for(game.rules(), game.position(), random_);
    };
    world_.away = [](int /*seat*/) { return true; };
    world_.substitute_bot = "greedy";
  }
  operator const server::TableServices&() const { return world_; }

 private:
  Random random_{1};
  server::TableServices world_;
};

void happen(server::Table& table, const std::vector<server::TableEvent>& events) {
  for (const server::TableEvent& event : events) {
    const store::NewEvent stored = server::to_stored(event);
    const auto read = server::from_stored({1, 0, stored.type, stored.version, stored.body});
    require(read && *read == event, "the log keeps what happens as it is");
    table.apply(event, 0);
  }
}

/// A table of the plan, with people in every seat that is for people.
server::Table begun(const protocol::TablePlan& plan) {
  const World world;
  server::Table table;
  happen(table, {server::TableCreated{plan, user(1)}});
  for (std::uint8_t number = 1; number <= most_seats; ++number)
    if (const auto joined =
            server::decide(table, user(number), protocol::JoinTable{"p", std::nullopt}, world))
      happen(table, joined->events);
  return table;
}

void carry_out(const protocol::TableCommand& command) {
  static const server::Table table = [] {
    protocol::TablePlan plan;
    plan.rules = variants::select_connect();
    plan.seats.resize(3);
    return begun(plan);
  }();
  const World world;
  for (std::uint8_t number = 1; number <= most_seats; ++number) {
    server::Table after = table;
    const auto outcome = server::decide(table, user(number), command, world);
    if (outcome)
      happen(after, outcome->events);
    else
      require(!code_of(outcome.error().code).empty(), "a refusal has a code");
  }
}

/// Laying out a board takes its size; the limit of a message is the server's.
constexpr std::size_t longest_message = std::size_t{16} << 10;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > longest_message) return 0;
  const auto message = server::parse_client_message(fuzz::text_of(data, size));
  if (!message) {
    require(!message.error().form.code.empty() && !message.error().form.message.empty(),
            "an error says why");
    return 0;
  }
  std::visit(
      [](const auto& what) {
        if constexpr (requires { what.plan; }) {
          const server::Table table = begun(what.plan);
          require(table.status() != GameStatus::waiting || !table.seat_of(user(1)),
                  "a game of the plan begins");
        }
        if constexpr (requires { what.what; }) carry_out(what.what);
      },
      *message);
  return 0;
}
