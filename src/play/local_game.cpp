#include "play/local_game.hpp"

#include <algorithm>
#include <cassert>

#include "engine/random.hpp"
#include "play/bot_spec.hpp"
#include "play/dealer.hpp"
#include "record/forms.hpp"
#include "rules/indexed.hpp"
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

/// Where the list of turns ends in the text of a record without any. Quotation marks inside strings
/// are escaped, so what is looked for occurs once.
std::size_t end_of_turns(std::string_view text) {
  constexpr std::string_view no_turns = R"("turns":[])";
  return text.find(no_turns) + no_turns.size() - 1;
}

/// The random source with which a bot thinks about what it sees.
Random thinking_random(std::uint64_t seed, const View& seen) {
  const std::uint64_t stream = seen.history.size() * thinking_streams + (seen.acts.roll ? 1 : 0);
  return Random(Random(seed, stream).next());
}

}  // namespace

LocalGame::LocalGame(Game game, std::string theme, std::vector<std::string> bots,
                     std::optional<std::uint64_t> seed)
    : game_(std::move(game)), theme_(std::move(theme)), bots_(std::move(bots)), seed_(seed) {
  const std::string text = to_text(Record{game_.rules(), theme_, game_.setup(), {}, {}, {}, {}});
  saved_head_ = text.substr(0, end_of_turns(text));
  note_turns();
}

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

// Whose turn it is, and whose hand is shown

bool LocalGame::is_person(int seat) const { return nth(bots_, seat).empty(); }

std::vector<int> LocalGame::people() const {
  std::vector<int> seats;
  for (int seat = 0; seat < static_cast<int>(bots_.size()); ++seat)
    if (is_person(seat)) seats.push_back(seat);
  return seats;
}

const std::string& LocalGame::bot_to_move() const {
  static const std::string nobody;
  const Position& position = game_.position();
  return position.end ? nobody : nth(bots_, position.turn);
}

ScreenSeat LocalGame::screen() const {
  const std::vector<int> seats = people();
  if (seats.empty()) return {};
  if (seats.size() == 1) return {seats.front(), {}};
  const Position& position = game_.position();
  if (position.end || game_.rules().open_hands) return {revealed_.value_or(seats.front()), {}};
  if (is_person(position.turn) && revealed_ != position.turn) return {{}, position.turn};
  return {revealed_, {}};
}

void LocalGame::reveal() {
  if (const auto covered = screen().covered) revealed_ = covered;
}

void LocalGame::set_revealed(std::optional<int> seat) {
  revealed_ =
      seat && *seat < static_cast<int>(bots_.size()) && is_person(*seat) ? seat : std::nullopt;
  note_screen();
}

/// Where hands are open, the screen follows the person to move.
void LocalGame::note_screen() {
  const Position& position = game_.position();
  if (game_.rules().open_hands && !position.end && is_person(position.turn))
    revealed_ = position.turn;
}

// Playing

bool LocalGame::is_answer(const Step& step) {
  return std::holds_alternative<std::vector<Tile>>(step);
}

void LocalGame::keep(Step step) {
  if (game_.turns().size() == saved_turns_.size())
    steps_.push_back(std::move(step));
  else
    steps_.clear();
  note_turns();
}

void LocalGame::note_turns() {
  const std::vector<Turn>& turns = game_.turns();
  for (std::size_t i = saved_turns_.size(); i < turns.size(); ++i)
    saved_turns_.push_back(to_text(turns[i]));
}

void LocalGame::settle() {
  while (!game_.position().end) {
    const Position& position = game_.position();
    if (is_open(position.question)) {
      Random random(*seed_, ++answers_);
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
      break;
    }
  }
  note_screen();
}

Move LocalGame::bot_move(const Budget& budget) const {
  const auto bot = parse_bot(bot_to_move());
  assert(bot && bot->level);
  const View seen = view(game_, game_.position().turn);
  Random random = thinking_random(*seed_, seen);
  return bot->level->choose(seen, random, budget);
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
  if (own_turn || game_.position().end) {
    const auto answers = std::ranges::count_if(steps_, is_answer);
    if (answers > 0) abandoned_[saved_turns_.size()] = static_cast<std::uint64_t>(answers);
    steps_.clear();
  }
  note_turns();
  settle();
  return std::nullopt;
}

bool LocalGame::undo_to(std::size_t turn) {
  const std::vector<Turn>& turns = game_.turns();
  if (!seed_ || turn > turns.size() || (turn == turns.size() && game_.position().end)) return false;
  const Turn& taken = turn < turns.size() ? turns[turn] : game_.unfinished();
  if (!is_person(taken.seat) || std::holds_alternative<Left>(taken.act)) return false;

  Record record{game_.rules(), theme_, game_.setup(), turns, {}, {}, {}};
  record.turns.resize(turn);
  auto begun = Replayer::begin(record);
  assert(begun);
  Replayer replayer = *std::move(begun);
  abandoned_.erase(abandoned_.lower_bound(turn), abandoned_.end());
  answers_ = 0;
  for (const auto& [left, answers] : abandoned_) answers_ += answers;
  while (!replayer.at_end()) {
    const auto fault = replayer.step([&](const Game&, const std::vector<Tile>&) { ++answers_; });
    assert(!fault);
    static_cast<void>(fault);
  }
  game_ = replayer.game();
  steps_.clear();
  saved_turns_.resize(turn);
  settle();
  return true;
}

// Saving

std::string LocalGame::save() const {
  std::string text = saved_head_;
  for (std::size_t i = 0; i < saved_turns_.size(); ++i)
    text += (i == 0 ? "" : ",") + saved_turns_[i];
  return text + saved_tail();
}

std::string LocalGame::saved_tail() const {
  Json members;
  Json& local = members["local"];
  local["bots"] = bots_;
  if (seed_) {
    local["seed"] = *seed_;
    local["answers"] = answers_;
  }
  for (const auto& [turn, answers] : abandoned_)
    local["abandoned"].push_back({{"turn", turn}, {"answers", answers}});
  local["steps"] = Json::array();
  for (const Step& step : steps_) {
    Json json;
    if (const auto* move = std::get_if<Move>(&step))
      json["move"] = to_json(*move);
    else
      json["answer"] = to_json(std::get<1>(step));
    local["steps"].push_back(std::move(json));
  }
  if (revealed_) local["revealed"] = *revealed_;
  if (!game_.position().end) return "]," + dump(members).substr(1);
  Record record = record_of(*FinishedGame::of(game_), theme_);
  record.turns.clear();
  record.unknown.record = dump(members);
  const std::string text = to_text(record);
  return text.substr(end_of_turns(text));
}

/// Reads the member `local` of a saved game.
class LocalGame::Reader {
 public:
  explicit Reader(const Record& record)
      : turn_(static_cast<int>(record.turns.size()) + 1),
        members_(parse_members(record.unknown.record)) {
    if (local_ = reader_.required(members_, "local", {}); local_ != nullptr)
      reader_.expect_object(*local_, path_);
  }

  [[nodiscard]] bool failed() const { return reader_.error().has_value(); }
  [[nodiscard]] RecordError error() const {
    const FormError error = reader_.error().value_or(FormError{"local", "", "not a saved game"});
    return {turn_, error.code, error.where + ": " + error.message};
  }

  std::vector<std::string> bots(std::size_t seats) {
    std::vector<std::string> bots;
    if (failed()) return bots;
    if (const Json* const levels = reader_.required(*local_, "bots", path_);
        levels != nullptr && reader_.expect_array(*levels, Path{&path_, "bots", 0}, most_seats))
      for (const Json& level : *levels)
        bots.push_back(reader_.string(level, Path{&path_, "bots", 0}, longest_name).value_or(""));
    if (!failed() && bots.size() != seats)
      reader_.fail("seats", path_, "the number of bots does not match the seats");
    return bots;
  }

  /// Games that were over used to be saved without numbers.
  std::optional<std::uint64_t> number(std::string_view key, bool over) {
    if (failed() || (over && FormReader::optional(*local_, key) == nullptr)) return std::nullopt;
    return number_in(*local_, key, path_);
  }

  /// The answers in turns that ended with a resignation.
  std::map<std::size_t, std::uint64_t> abandoned(std::size_t turns) {
    std::map<std::size_t, std::uint64_t> abandoned;
    const Json* const json = failed() ? nullptr : FormReader::optional(*local_, "abandoned");
    const Path path{&path_, "abandoned", 0};
    if (json == nullptr || !reader_.expect_array(*json, path, most_seats)) return abandoned;
    for (const Json& one : *json) {
      if (!reader_.expect_object(one, path)) break;
      const std::uint64_t turn = number_in(one, "turn", path);
      const std::uint64_t answers = number_in(one, "answers", path);
      if (!failed() && turn >= turns) reader_.fail("abandoned", path, "there is no such turn");
      nth(abandoned, turn) = answers;
    }
    return abandoned;
  }

  /// Also where terminals used to save it.
  std::optional<int> revealed() {
    for (const std::string_view owner : {"local", "terminal"})
      if (const Json* const own = FormReader::optional(members_, owner);
          own != nullptr && own->is_object())
        if (const Json* const seat = FormReader::optional(*own, "revealed"))
          return FormReader().integer(*seat, {}, 0, most_seats - 1);
    return std::nullopt;
  }

  /// Plays the acts of the unfinished turn.
  void play_steps(LocalGame& game) {
    if (failed()) return;
    const Path path{&path_, "steps", 0};
    if (const Json* const steps = reader_.required(*local_, "steps", path_);
        steps != nullptr && reader_.expect_array(*steps, path, most_steps))
      for (std::size_t i = 0; i < steps->size() && !failed(); ++i)
        play_step(game, (*steps)[i], Path{&path, {}, i});
    if (!failed() && is_open(game.game_.position().question))
      reader_.fail("steps", path, "the answer to the last draw or roll is missing");
  }

 private:
  std::uint64_t number_in(const Json& object, std::string_view key, const Path& path) {
    const Json* const json = reader_.required(object, key, path);
    if (json == nullptr) return 0;
    return static_cast<std::uint64_t>(
        reader_.integer(*json, Path{&path, key, 0}, 0, highest_number).value_or(0));
  }

  void play_step(LocalGame& game, const Json& step, const Path& here) {
    if (!reader_.expect_object(step, here)) return;
    bool possible = false;
    if (const Json* const answer = FormReader::optional(step, "answer")) {
      std::vector<Tile> tiles = reader_.tiles(*answer, here, most_tiles);
      possible = !failed() && !game.game_.answer(tiles);
      game.steps_.emplace_back(std::move(tiles));
    } else if (const Json* const json = reader_.required(step, "move", here)) {
      auto move = read_move(reader_, *json, here);
      possible = move && !game.game_.play(game.game_.position().turn, *move);
      if (move) game.steps_.emplace_back(*std::move(move));
    }
    if (game.game_.turns().size() != game.saved_turns_.size()) possible = false;
    if (!possible && !failed()) reader_.fail("steps", here, "this step is not possible");
  }

  FormReader reader_;
  int turn_;
  Json members_;
  const Json* local_ = nullptr;
  Path path_{nullptr, "local", 0};
};

Result<LocalGame, RecordError> LocalGame::restore(std::string_view text) {
  const auto record = parse_record(text);
  if (!record) return Unexpected{record.error()};
  auto game = replay(*record);
  if (!game) return Unexpected{game.error()};
  const bool over = game->position().end.has_value();

  Reader reader(*record);
  auto bots = reader.bots(record->setup.players.size());
  if (reader.failed()) return Unexpected{reader.error()};
  LocalGame restored(*std::move(game), record->theme, std::move(bots), reader.number("seed", over));
  restored.answers_ = reader.number("answers", over).value_or(0);
  restored.abandoned_ = reader.abandoned(record->turns.size());
  if (!over) reader.play_steps(restored);
  if (reader.failed()) return Unexpected{reader.error()};
  restored.set_revealed(reader.revealed());
  return restored;
}

}  // namespace sixfold
