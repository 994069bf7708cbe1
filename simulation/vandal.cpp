#include "simulation/vandal.hpp"

#include "rules/indexed.hpp"

namespace sixfold::simulation {

namespace {

constexpr std::size_t most_remembered = 50;

template <class Enum>
Enum any_up_to(Environment& environment, Enum last) {
  return static_cast<Enum>(environment.rng.below(static_cast<std::uint32_t>(last) + 1));
}

/// Most of the time the first.
template <class Enum>
Enum mostly_first(Environment& environment, Enum last) {
  return environment.one_in(3) ? any_up_to(environment, last) : Enum{};
}

std::string mangled(Environment& environment, Assault::Bytes how, std::string text) {
  switch (how) {
    case Assault::Bytes::whole:
      return text;
    case Assault::Bytes::changed:
      for (int i = 0; i < 3; ++i)
        text[environment.rng.index(text.size())] = static_cast<char>(environment.rng.below(256));
      return text;
    case Assault::Bytes::cut_off:
      return text.substr(0, environment.rng.index(text.size()));
    case Assault::Bytes::long_text:
      return text + std::string(environment.rng.index(server::longest_frame + 100), ' ');
  }
  return text;
}

const std::pair<const Id, std::uint64_t>& any_entry(Environment& environment,
                                                    const std::map<Id, std::uint64_t>& tables) {
  auto found = tables.begin();
  std::advance(found, static_cast<std::ptrdiff_t>(environment.rng.index(tables.size())));
  return *found;
}

}  // namespace

Vandal::Vandal(Surroundings& surroundings, server::Identity who)
    : Peer(surroundings, std::move(who), false),
      catalogue_(surroundings.environment),
      reads_slowly_(surroundings.environment.one_in(4)) {}

void Vandal::choose_assault() {
  Environment& env = environment();
  assault_.kind = env.rng.index(message_kinds + 6);
  assault_.target = any_up_to(env, Assault::Target::no_table);
  assault_.seq = mostly_first(env, Assault::Seq::huge);
  assault_.command = mostly_first(env, Assault::Command::repeated);
  assault_.bytes = mostly_first(env, Assault::Bytes::long_text);
  assault_.pace = any_up_to(env, Assault::Pace::storm);
  assault_.until = env.scheduler.now() + env.between(2, 60) * second;
}

Micros Vandal::act() {
  Environment& env = environment();
  if (!is_connected() || env.one_in(500)) {
    connect();
    if (reads_slowly_) connection()->read_at(env.one_in(3) ? 0 : env.between(500, 20'000));
    return env.between(100, 3'000) * millisecond;
  }
  if (env.scheduler.now() >= assault_.until) choose_assault();
  const int messages = assault_.pace == Assault::Pace::storm ? 20 : 1;
  for (int i = 0; i < messages; ++i) send(next_message());
  constexpr std::array<Micros, 3> pauses{5 * second, 500 * millisecond, 700 * millisecond};
  return env.between(1, 2 * nth(pauses, assault_.pace));
}

Aim Vandal::aim() {
  Environment& env = environment();
  Aim aim;
  using Target = Assault::Target;
  const bool at_own = assault_.target == Target::own_table && !own_.empty();
  if (at_own || (assault_.target == Target::known_table && !known_.empty()))
    std::tie(aim.game, aim.seq) = any_entry(env, at_own ? own_ : known_);
  else if (assault_.target != Target::no_table)
    aim.game = surroundings_.any_game().value_or(Id{});
  else
    aim.game = env.new_id();
  using Seq = Assault::Seq;
  if (assault_.seq == Seq::late && aim.seq > 0) aim.seq = env.rng.next() % aim.seq;
  if (assault_.seq == Seq::zero) aim.seq = 0;
  if (assault_.seq == Seq::huge) aim.seq = 2'000'000'000;
  const bool again = assault_.command == Assault::Command::repeated && !commands_.empty();
  aim.command = again ? env.any_of(commands_) : env.new_id();
  if (!again) commands_.push_back(aim.command);
  if (commands_.size() > most_remembered) commands_.erase(commands_.begin());
  return aim;
}

std::string Vandal::next_message() {
  const std::size_t kind =
      assault_.kind < message_kinds ? assault_.kind : environment().rng.index(message_kinds);
  return mangled(environment(), assault_.bytes, dump(catalogue_.message(kind, aim())));
}

void Vandal::heard(const std::string& message) {
  const auto json = parse_json(message);
  if (!json || !json->contains("table")) return;
  const Json& table = (*json)["table"];
  const auto game = parse_id(table["game"].get<std::string>());
  const auto seq = table["seq"].get<std::uint64_t>();
  auto& tables = table["you"].is_null() ? known_ : own_;
  tables[*game] = seq;
  if (tables.size() > most_remembered) tables.erase(tables.begin());
}

}  // namespace sixfold::simulation
