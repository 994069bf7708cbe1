#include "simulation/player.hpp"

#include <algorithm>

#include "engine/bots.hpp"
#include "play/fair_bag.hpp"
#include "record/forms.hpp"
#include "record/hex.hpp"
#include "rules/indexed.hpp"
#include "simulation/catalogue.hpp"

namespace sixfold::simulation {

namespace {

// While nothing is wrong, everyone is answered within this, whatever others do.
constexpr Micros longest_answer = 20 * second;
constexpr Micros wait_for_players = 4 * minute;
constexpr Micros longest_look = 2 * minute;
constexpr Micros longest_stay = 40 * minute;
// Whoever has more games to finish gives them up.
constexpr std::size_t most_games_to_finish = 3;
constexpr Micros forget_question = 30 * second;

protocol::TablePlan harmless_plan(Environment& environment) {
  FormReader reader;
  protocol::TablePlan plan;
  protocol::read(reader, any_plan(environment, true), {}, plan, protocol::Unlimited{});
  return plan;
}

client::MatchGame any_match(Environment& environment) {
  client::MatchGame game;
  if (environment.one_in(3)) game.variant = "cubes";
  game.players = static_cast<int>(2 + environment.rng.below(2));
  return game;
}

}  // namespace

Player::Player(Surroundings& surroundings, server::Identity who)
    : Peer(surroundings, std::move(who), true),
      conversation_([this] { return environment().new_id(); }),
      level_(surroundings.environment.one_in(3) ? "random" : "greedy") {}

void Player::finish(const std::vector<Id>& games) {
  is_finishing_ = true;
  to_finish_ = games;
  leave_table();
}

// The connection

void Player::flush() {
  for (std::string& message : conversation_.outgoing()) send(std::move(message));
}

void Player::opened() {
  conversation_.opened();
  flush();
}

void Player::lost() { conversation_.lost(); }

void Player::heard(const std::string& text) {
  const auto message = conversation_.hear(text);
  if (!environment().verdict.check("clients can read what they are sent", message.has_value(),
                                   [&] { return text; }))
    return;
  flush();
  if (!environment().verdict.check("clients know what they are sent", message->has_value(),
                                   [&] { return text; }))
    return;
  if (const auto* table = std::get_if<protocol::ShownTable>(&**message)) {
    if (table->game == game_) table_ = *table;
  } else if (const auto* page = std::get_if<protocol::LobbyPage>(&**message)) {
    client::take_in(lobby_, *page);
    if (page->next) conversation_.ask_for_page(*page->next);
    flush();
  } else if (const auto* changes = std::get_if<protocol::LobbyChanges>(&**message)) {
    client::take_in(lobby_, *changes);
  } else if (const auto* own = std::get_if<protocol::OwnPage>(&**message)) {
    if (own->next) conversation_.ask_for_own_page(*own->next);
    flush();
  } else if (const auto* ack = std::get_if<protocol::Ack>(&**message)) {
    answered(ack->id);
    if (!game_) go_to(ack->game);
  } else if (const auto* error = std::get_if<protocol::Error>(&**message)) {
    answered(error->id);
    // It is asked again with the next connection.
    if (error->code == "unavailable") must_reconnect_ = true;
    if (error->code == "no_such_table") leave_table();
  }
}

/// How long the question that is open has waited while nothing was in the way; none if something
/// is.
std::optional<Micros> Player::waited() {
  if (!pending_ || !connection()->is_sound() || !conversation_.is_open()) return std::nullopt;
  return environment().scheduler.now() -
         std::max({pending_since_, environment().calm_since, connection()->opened_at()});
}

void Player::answered(const std::optional<Id>& id) {
  if (!id || id != pending_) return;
  check_patience();
  pending_.reset();
}

/// Whoever is connected and not disturbed by faults is answered in time.
void Player::check_patience() {
  const auto time = waited();
  if (!time) return;
  environment().slowest_answer = std::max(environment().slowest_answer, *time);
  environment().verdict.check("honest clients are answered in time", *time < longest_answer,
                              [&] { return to_text(*pending_) + " of " + to_text(who().user); });
}

void Player::command(protocol::TableCommand what) {
  if (!table_) return;
  pending_ = conversation_.command(table_->seq, std::move(what));
  pending_since_ = environment().scheduler.now();
  flush();
}

// What to do next

Micros Player::act() {
  Environment& env = environment();
  if (std::exchange(must_reconnect_, false) || (!is_finishing_ && env.one_in(400))) {
    disconnect();
    lost();
  }
  if (!is_connected()) {
    connect();
    return env.between(200, 3'000) * millisecond;
  }
  check_patience();
  if (env.scheduler.now() - pending_since_ > forget_question) pending_.reset();
  if (!conversation_.is_open() || pending_) return second;
  if (table_)
    at_table(*table_);
  else if (!game_ || env.scheduler.now() - arrived_at_ > forget_question)
    look_for_a_table();
  flush();
  return env.between(500, 4'000) * millisecond;
}

void Player::leave_table() {
  game_.reset();
  table_.reset();
}

void Player::go_to(const Id& game) {
  game_ = game;
  table_.reset();
  arrived_at_ = environment().scheduler.now();
  conversation_.watch(*game_);
  flush();
}

void Player::look_for_a_table() {
  Environment& env = environment();
  wants_to_join_ = false;
  leave_table();
  if (is_finishing_) {
    if (to_finish_.empty()) return;
    const Id next = to_finish_.front();
    // Comes again at the end, in case that it is not over by then.
    std::ranges::rotate(to_finish_, to_finish_.begin() + 1);
    return go_to(next);
  }
  arrived_at_ = env.scheduler.now();
  pending_since_ = env.scheduler.now();
  switch (env.rng.below(8)) {
    case 0:
    case 1:
    case 2:
      pending_ = conversation_.quick(any_name(env), any_match(env));
      return;
    case 3:
    case 4:
      pending_ = conversation_.create(any_name(env), harmless_plan(env));
      return;
    case 5:
      if (env.one_in(2)) conversation_.ask_for_own_tables();
      if (const auto game = surroundings_.any_game()) go_to(*game);
      return;
    default:
      wants_to_join_ = true;
      if (lobby_.empty()) return conversation_.enter_lobby();
      return go_to(env.any_of(lobby_).game);
  }
}

void Player::at_table(const Table& table) {
  const Micros stayed = environment().scheduler.now() - arrived_at_;
  if (table.status == GameStatus::ended) return at_finished_game(table);
  if (!table.you) {
    const bool joins = wants_to_join_ && table.status == GameStatus::waiting;
    if (joins && stayed < wait_for_players) {
      protocol::JoinTable join{any_name(environment()), std::nullopt};
      if (environment().one_in(2)) join.seed = any_bytes(environment(), longest_fair_seed);
      wants_to_join_ = false;
      return command(std::move(join));
    }
    if (stayed > longest_look) leave_table();
    return;
  }
  if (table.status == GameStatus::waiting) return at_waiting_table(table);
  at_running_game(table);
}

void Player::at_waiting_table(const Table& table) {
  const Micros stayed = environment().scheduler.now() - arrived_at_;
  if (is_finishing_ || stayed > wait_for_players) return command(protocol::LeaveTable{});
  if (add_to_chance(table)) return;
  if (!environment().one_in(60)) return;
  if (environment().one_in(2)) return command(protocol::LockTable{});
  command(protocol::UnlockTable{});
}

/// Seals a seed and reveals it when it is time, says it at once, or leaves it all to others; true
/// if something was said.
bool Player::add_to_chance(const Table& table) {
  const auto& own = nth(table.seats, *table.you);
  if (own.is_seeded || !table.commitment || environment().one_in(2)) return false;
  if (own.seal) {
    if (!table.reveals_seeds || seed_.empty()) return false;
    command(protocol::GiveSeed{seed_});
    return true;
  }
  if (environment().one_in(4)) {
    command(protocol::GiveSeed{any_bytes(environment(), longest_fair_seed)});
    return true;
  }
  seed_ = any_bytes(environment(), longest_fair_seed);
  command(protocol::GiveSeal{seal_of(seed_, table.game.bytes, *table.you)});
  return true;
}

void Player::at_running_game(const Table& table) {
  Environment& env = environment();
  const auto& own = nth(table.seats, *table.you);
  const Micros stayed = env.scheduler.now() - arrived_at_;
  if (!nth(table.view->seats, *table.you).in) {
    // Bots that are left play on while somebody looks.
    if (stayed > longest_look) leave_table();
    return;
  }
  if (!own.bot.empty()) return command(protocol::ReturnToSeat{});
  if (table.paused) {
    if (is_finishing_ || env.one_in(5)) command(protocol::ResumeGame{});
    return;
  }
  if (deal_with_others(table)) return;
  const bool gives_up =
      is_finishing_ ? to_finish_.size() > most_games_to_finish : env.one_in(1'500);
  if (stayed > longest_stay || gives_up) return command(protocol::LeaveTable{});
  if (table.view->turn == *table.you) return make_move(table);
  if (is_finishing_ && env.one_in(20)) return leave_table();
  if (env.one_in(80)) conversation_.say("hello");
  if (env.one_in(150)) return command(protocol::AskPause{});
  if (table.can_take_back && env.one_in(30)) command(protocol::AskTakeBack{});
}

/// True if something was done about what others want, or about who is away.
bool Player::deal_with_others(const Table& table) {
  Environment& env = environment();
  const auto& own = nth(table.seats, *table.you);
  for (std::size_t seat = 0; seat < table.seats.size(); ++seat) {
    const auto& other = table.seats[seat];
    if (static_cast<int>(seat) == *table.you) continue;
    if (other.wish && !own.wish) {
      command(*protocol::command_tagged(env.one_in(2) ? "refuse" : protocol::word_of(*other.wish)));
      return true;
    }
    if (other.away_since_ms && other.bot.empty() && env.one_in(10)) {
      command(*protocol::command_tagged(env.one_in(2) ? "let-bot-play" : "let-leave",
                                        static_cast<int>(seat)));
      return true;
    }
  }
  return false;
}

void Player::make_move(const Table& table) {
  if (table.view->acts == Acts{}) return;
  command(protocol::MakeMove{bot_named(level_)->choose(*table.view, environment().rng)});
}

void Player::at_finished_game(const Table& table) {
  Environment& env = environment();
  if (is_finishing_) {
    std::erase(to_finish_, table.game);
    return leave_table();
  }
  if (table.rematch && env.one_in(2)) {
    wants_to_join_ = true;
    return go_to(Id(*table.rematch));
  }
  if (table.you && !table.rematch && env.one_in(3)) return command(protocol::AskRematch{});
  leave_table();
}

}  // namespace sixfold::simulation
