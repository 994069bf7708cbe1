#include "simulation/node.hpp"

#include <algorithm>

#include "play/sha256.hpp"

namespace sixfold::simulation {

namespace {

// A task that looks at the clock more often does not come to an end.
constexpr int most_clock_reads = 2'000;
constexpr Micros tick_time = 250 * millisecond;
constexpr Micros cost_of_task = 20;
constexpr Micros longest_thought = 400 * millisecond;

/// The same on every node, as the real one's is by the key that nodes share.
Id game_for(const Id& user, const Id& command) {
  const Digest digest = Sha256().add(user.bytes).add(command.bytes).digest();
  Id game;
  std::copy_n(digest.begin(), game.bytes.size(), game.bytes.begin());
  return game;
}

/// Unwinds the hub: the run is over then.
struct RunawayTask {};

}  // namespace

Node::Node(Environment& environment, int number, Outside outside)
    : environment_(environment),
      number_(number),
      outside_(std::move(outside)),
      id_(environment.new_id()),
      chance_(environment.rng.next()) {}

Node::~Node() { crash(); }

std::int64_t Node::read_clock() {
  if (is_in_task_ && ++clock_reads_ > most_clock_reads) throw RunawayTask{};
  return now_ms();
}

Scheduler::Task Node::in_this_life(Scheduler::Task task) {
  return [life = std::weak_ptr<int>(life_), task = std::move(task)] {
    if (!life.expired()) task();
  };
}

void Node::start() {
  life_ = std::make_shared<int>();
  frozen_until_ = 0;
  const auto is_alive = [life = std::weak_ptr<int>(life_)] { return !life.expired(); };
  try {
    store_ = outside_.open_store(is_alive);
  } catch (const std::runtime_error&) {
    environment_.note("cannot open its store", std::to_string(number_));
    return crash();
  }
  hub_ = std::make_unique<server::Hub>(*store_, hub_services());
  environment_.note("start", std::to_string(number_));
  hub_->begin([this](const std::optional<store::ReadFault>& fault) {
    environment_.note("begun", std::to_string(number_) + " " + fault.value_or("ok"));
    is_ready_ = !fault;
    if (is_ready_) return tick();
    // The process ends with an error, and is started again.
    environment_.scheduler.after(0, in_this_life([this] { crash(); }));
  });
}

void Node::crash() {
  if (hub_) environment_.note("stop", std::to_string(number_));
  life_.reset();
  is_ready_ = false;
  is_working_ = false;
  tasks_.clear();
  store_.reset();
  hub_.reset();
}

void Node::freeze(Micros until) { frozen_until_ = std::max(frozen_until_, until); }

void Node::post(Scheduler::Task task) {
  if (!life_) return;
  tasks_.push_back(std::move(task));
  if (std::exchange(is_working_, true)) return;
  environment_.scheduler.after(0, in_this_life([this] { work(); }));
}

/// One task after the other, each when the one before is paid for.
void Node::work() {
  if (is_frozen())
    return environment_.scheduler.at(frozen_until_, in_this_life([this] { work(); }));
  const Scheduler::Task task = std::move(tasks_.front());
  tasks_.pop_front();
  task_cost_ = cost_of_task;
  clock_reads_ = 0;
  is_in_task_ = true;
  try {
    task();
  } catch (const RunawayTask&) {
    environment_.verdict.check("every task comes to an end", false,
                               [this] { return "node " + std::to_string(number_); });
  }
  is_in_task_ = false;
  worked_ += task_cost_;
  environment_.scheduler.after(task_cost_, in_this_life([this] {
                                 is_working_ = !tasks_.empty();
                                 if (is_working_) work();
                               }));
}

void Node::tick() {
  post([this] { hub_->tick(); });
  environment_.scheduler.after(tick_time, in_this_life([this] { tick(); }));
}

void Node::log(std::string_view event, const Json& with) {
  // Without words of the system: they may name a temporary folder.
  Json noted = with;
  noted.erase("why");
  environment_.note("log", std::to_string(number_) + " " + std::string(event) + dump(noted));
  environment_.verdict.check(
      "every table can be used",
      event != "bot_refused" && !(event == "unreadable" && with.contains("seq")),
      [&] { return std::string(event) + " " + dump(with); });
}

server::HubServices Node::hub_services() {
  server::HubServices world;
  world.now_ms = [this] { return read_clock(); };
  world.steady_ms = [this] {
    static_cast<void>(read_clock());
    return steady_ms();
  };
  world.new_game = game_for;
  world.new_code = [this] {
    constexpr std::string_view letters = "BCDFGHJKLMNPQRSTVWXZ";
    std::string code;
    for (int i = 0; i < 6; ++i) code += letters[chance_.index(letters.size())];
    return code;
  };
  world.new_seed = [this] { return chance_.next(); };
  server::deal_by_seed(world, world.new_seed);
  world.new_secret = [this] {
    FairSecret secret{};
    for (std::uint8_t& byte : secret) byte = static_cast<std::uint8_t>(chance_.below(256));
    return secret;
  };
  world.post = [this](Scheduler::Task task) { post(std::move(task)); };
  world.after = [this](std::int64_t delay_ms, Scheduler::Task task) {
    environment_.scheduler.after(
        delay_ms * millisecond,
        in_this_life([this, task = std::move(task)]() mutable { post(std::move(task)); }));
  };
  world.think = [this](Scheduler::Task task) {
    environment_.scheduler.after(environment_.between(0, longest_thought),
                                 in_this_life(std::move(task)));
  };
  world.longest_stall_ms = 2'000;
  world.publish = outside_.publish;
  world.alone = outside_.alone;
  world.node = id_;
  world.log = [this](std::string_view event, const Json& with) { log(event, with); };
  return world;
}

}  // namespace sixfold::simulation
