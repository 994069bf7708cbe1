#include "play/local_game.hpp"

#include <algorithm>
#include <cassert>

#include "engine/bots.hpp"
#include "engine/random.hpp"
#include "play/dealer.hpp"
#include "record/forms.hpp"
#include "rules/view.hpp"

namespace sixfold {

namespace {

constexpr std::size_t most_steps = 10'000;
constexpr int highest_number = 2'147'483'647;
constexpr std::uint64_t dealing_stream = 0;
// A roll and the acts after it use separate streams for thinking.
constexpr std::uint64_t thinking_streams = 8;

Player player_of(const LocalSeat& seat) { return {seat.name, seat.age}; }

bool is_open(const Question& question) { return !std::holds_alternative<std::monostate>(question); }

RecordError error_of(const FormReader& reader, int turn) {
  const FormError error = reader.error().value_or(FormError{"local", "", "not a saved game"});
  return {turn, error.code, error.where + ": " + error.message};
}

}  // namespace

LocalGame LocalGame::begin(const LocalPlan& plan) {
  std::vector<Player> players;
  std::vector<std::string> bots;
  for (const LocalSeat& seat : plan.seats) {
    players.push_back(player_of(seat));
    bots.push_back(seat.bot);
  }
  Random random(plan.seed, dealing_stream);
  Setup setup = deal(plan.rules, std::move(players), random);
  if (plan.opener)
    if (const auto openers = possible_openers(plan.rules, setup.players, setup.hands);
        std::ranges::find(openers, *plan.opener) != openers.end())
      setup.opener = *plan.opener;
  auto game = Game::begin(plan.rules, std::move(setup));
  assert(game);
  LocalGame local(*std::move(game), plan.theme, std::move(bots), plan.seed);
  local.settle();
  return local;
}

void LocalGame::keep(Step step) {
  const std::size_t finished = game_.turns().size();
  if (finished == finished_turns_)
    steps_.push_back(std::move(step));
  else
    steps_.clear();
  finished_turns_ = finished;
}

void LocalGame::settle() {
  while (!game_.position().end) {
    const Position& position = game_.position();
    if (is_open(position.question)) {
      Random random(seed_, ++answers_);
      std::vector<Tile> tiles = answer_for(game_.rules(), position, random);
      const auto fault = game_.answer(tiles);
      assert(!fault);
      static_cast<void>(fault);
      keep(std::move(tiles));
    } else if (passes_automatically(open_acts(game_.rules(), position))) {
      const auto illegal = game_.play(position.turn, Pass{});
      assert(!illegal);
      static_cast<void>(illegal);
      keep(Pass{});
    } else {
      return;
    }
  }
}

Move LocalGame::bot_move() const {
  const auto seat = game_.position().turn;
  const View seen = view(game_, seat);
  const std::uint64_t stream = seen.history.size() * thinking_streams + (seen.acts.roll ? 1 : 0);
  Random random(Random(seed_, stream).next());
  return bot_named(bots_[static_cast<std::size_t>(seat)])->choose(seen, random);
}

std::optional<IllegalMove> LocalGame::act(int seat, const Move& move) {
  if (const auto illegal = game_.play(seat, move)) return illegal;
  keep(move);
  settle();
  return std::nullopt;
}

std::optional<IllegalMove> LocalGame::leave(int seat) {
  const bool own_turn = seat == game_.position().turn;
  if (const auto illegal = game_.leave(seat, LeaveReason::resigned)) return illegal;
  if (own_turn || game_.position().end) steps_.clear();
  finished_turns_ = game_.turns().size();
  settle();
  return std::nullopt;
}

std::string LocalGame::save() const {
  Record record{game_.rules(), theme_, game_.setup(), game_.turns(), {}, {}};
  if (const auto finished = FinishedGame::of(game_)) record = record_of(*finished, theme_);
  Json unknown;
  Json& local = unknown["local"];
  local["bots"] = bots_;
  if (!game_.position().end) {
    local["seed"] = seed_;
    local["answers"] = answers_;
    local["steps"] = Json::array();
    for (const Step& step : steps_) {
      Json json;
      if (const auto* move = std::get_if<Move>(&step))
        json["move"] = to_json(*move);
      else
        json["answer"] = to_json(std::get<1>(step));
      local["steps"].push_back(std::move(json));
    }
  }
  record.unknown.record = dump(unknown);
  return to_text(record);
}

Result<LocalGame, RecordError> LocalGame::restore(std::string_view text) {
  const auto record = parse_record(text);
  if (!record) return Unexpected{record.error()};
  auto game = replay(*record);
  if (!game) return Unexpected{game.error()};
  const int turn = static_cast<int>(record->turns.size()) + 1;

  FormReader reader;
  const Path path{nullptr, "local", 0};
  const Json unknown = parse_members(record->unknown.record);
  const Json* const local = reader.required(unknown, "local", {});
  if (local == nullptr || !reader.expect_object(*local, path))
    return Unexpected{error_of(reader, turn)};
  std::vector<std::string> bots;
  if (const Json* const levels = reader.required(*local, "bots", path);
      levels != nullptr && reader.expect_array(*levels, Path{&path, "bots", 0}, most_seats))
    for (const Json& level : *levels)
      bots.push_back(reader.string(level, Path{&path, "bots", 0}, longest_name).value_or(""));
  if (!reader.error() && bots.size() != record->setup.players.size())
    reader.fail("seats", path, "the number of bots does not match the seats");
  if (game->position().end) {
    if (reader.error()) return Unexpected{error_of(reader, turn)};
    return LocalGame(*std::move(game), record->theme, std::move(bots), 0);
  }

  const auto number = [&](std::string_view key) {
    const Json* const json = reader.required(*local, key, path);
    if (json == nullptr) return std::uint64_t{0};
    return static_cast<std::uint64_t>(
        reader.integer(*json, Path{&path, key, 0}, 0, highest_number).value_or(0));
  };
  LocalGame restored(*std::move(game), record->theme, std::move(bots), number("seed"));
  restored.answers_ = number("answers");
  restored.finished_turns_ = record->turns.size();
  const Path steps_path{&path, "steps", 0};
  if (const Json* const steps = reader.required(*local, "steps", path);
      steps != nullptr && reader.expect_array(*steps, steps_path, most_steps))
    for (std::size_t i = 0; i < steps->size() && !reader.error(); ++i) {
      const Json& step = (*steps)[i];
      const Path here{&steps_path, {}, i};
      bool possible = false;
      if (!reader.expect_object(step, here)) break;
      if (const Json* const answer = FormReader::optional(step, "answer")) {
        std::vector<Tile> tiles = reader.tiles(*answer, here, most_tiles);
        possible = !reader.error() && !restored.game_.answer(tiles);
        restored.steps_.emplace_back(std::move(tiles));
      } else if (const Json* const json = reader.required(step, "move", here)) {
        auto move = read_move(reader, *json, here);
        possible = move && !restored.game_.play(restored.game_.position().turn, *move);
        if (move) restored.steps_.emplace_back(*std::move(move));
      }
      if (!possible && !reader.error()) reader.fail("steps", here, "this step is not possible");
    }
  if (!reader.error() && is_open(restored.game_.position().question))
    reader.fail("steps", steps_path, "the answer to the last draw or roll is missing");
  if (reader.error()) return Unexpected{error_of(reader, turn)};
  return restored;
}

}  // namespace sixfold
