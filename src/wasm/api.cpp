// The functions that the browser calls. Texts are UTF-8: the caller allocates memory, writes its
// text, calls a function with address and length, and reads the answer at answer_text().
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "engine/bench.hpp"
#include "page/open_games.hpp"
#include "page/questions.hpp"
#include "page/request.hpp"
#include "play/selfplay.hpp"
#include "record/forms.hpp"
#include "record/playthrough.hpp"
#include "record/record.hpp"

#define SIXFOLD_EXPORT(name) __attribute__((export_name(name)))

namespace {

using namespace sixfold;

std::string& answer() {
  static std::string text;
  return text;
}

page::OpenGames& open_games() {
  static page::OpenGames games;
  return games;
}

/// Turns `{"variant":…,"bots":[…],"seed":…,"number":…}` into the record of that game.
std::string selfplay_answer(std::string_view text) {
  const auto json = parse_json(text);
  if (!json) return error_text(json.error());
  FormReader reader;
  std::optional<Edition> edition;
  std::vector<BotLevel> seats;
  std::uint64_t seed = 0;
  std::uint64_t number = 0;
  constexpr int highest = 1'000'000'000;
  if (reader.expect_object(*json, {})) {
    if (const Json* const variant = reader.required(*json, "variant", {})) {
      const auto name = reader.string(*variant, Path{nullptr, "variant", 0}, longest_name);
      edition = edition_named(name.value_or(""));
      if (!edition) reader.fail("unknown_variant", Path{nullptr, "variant", 0}, "unknown game");
    }
    const Path path{nullptr, "bots", 0};
    if (const Json* const bots = reader.required(*json, "bots", {});
        bots != nullptr && reader.expect_array(*bots, path, most_seats))
      for (const Json& bot : *bots) {
        const auto level = bot_named(reader.string(bot, path, longest_name).value_or(""));
        if (level)
          seats.push_back(*level);
        else
          reader.fail("unknown_bot", path, "unknown bot");
      }
    if (!reader.error() && seats.size() < fewest_seats) reader.fail("seats", path, "too few seats");
    if (const Json* const seeding = reader.required(*json, "seed", {}))
      seed = static_cast<std::uint64_t>(
          reader.integer(*seeding, Path{nullptr, "seed", 0}, 0, highest).value_or(0));
    if (const Json* const which = reader.required(*json, "number", {}))
      number = static_cast<std::uint64_t>(
          reader.integer(*which, Path{nullptr, "number", 0}, 0, highest).value_or(0));
  }
  if (reader.error() || !edition) return error_text(reader.error().value_or(FormError{}));
  return to_text(play_game(*edition, seats, seed, number));
}

std::uint64_t bench_signature = 0;

const std::vector<BenchWork>& all_bench_work() {
  static const std::vector<BenchWork> work = bench_work();
  return work;
}

std::uint32_t leave_answer(std::string text) {
  answer() = std::move(text);
  return static_cast<std::uint32_t>(answer().size());
}

}  // namespace

extern "C" {

SIXFOLD_EXPORT("allocate") char* sixfold_allocate(std::uint32_t size) {
  return static_cast<char*>(std::malloc(size == 0 ? 1 : size));
}

SIXFOLD_EXPORT("release") void sixfold_release(char* text) { std::free(text); }

/// The address of the last answer, valid until the next call.
SIXFOLD_EXPORT("answer_text") const char* sixfold_answer_text() { return answer().data(); }

// Each returns the length of its answer.

SIXFOLD_EXPORT("moves") std::uint32_t sixfold_moves(const char* text, std::uint32_t size) {
  return leave_answer(answer_moves({text, size}).text);
}

/// Empty if the record is valid.
SIXFOLD_EXPORT("verify") std::uint32_t sixfold_verify(const char* text, std::uint32_t size) {
  const auto error = verify({text, size});
  return leave_answer(error ? page::error_text(*error) : "");
}

SIXFOLD_EXPORT("playthrough")
std::uint32_t sixfold_playthrough(const char* text, std::uint32_t size) {
  const auto record = parse_record({text, size});
  if (!record) return leave_answer(page::error_text(record.error()));
  const auto shown = playthrough(*record);
  return leave_answer(shown ? *shown : page::error_text(shown.error()));
}

SIXFOLD_EXPORT("selfplay") std::uint32_t sixfold_selfplay(const char* text, std::uint32_t size) {
  return leave_answer(selfplay_answer({text, size}));
}

// The questions that page/questions.hpp answers.

SIXFOLD_EXPORT("catalogue") std::uint32_t sixfold_catalogue() {
  return leave_answer(page::catalogue_text());
}

#define SIXFOLD_QUESTION(name)                                                               \
  SIXFOLD_EXPORT(#name) std::uint32_t sixfold_##name(const char* text, std::uint32_t size) { \
    return leave_answer(page::answer_##name({text, size}));                                  \
  }
SIXFOLD_QUESTION(layout)
SIXFOLD_QUESTION(position)
SIXFOLD_QUESTION(preview)
SIXFOLD_QUESTION(rack)
SIXFOLD_QUESTION(sort)
SIXFOLD_QUESTION(typed)
SIXFOLD_QUESTION(hints)
SIXFOLD_QUESTION(score_sheet)
SIXFOLD_QUESTION(replay)
SIXFOLD_QUESTION(check_fair)
SIXFOLD_QUESTION(seal)
SIXFOLD_QUESTION(daily)
SIXFOLD_QUESTION(review)
SIXFOLD_QUESTION(review_turn)
SIXFOLD_QUESTION(judge)
SIXFOLD_QUESTION(hint)
#undef SIXFOLD_QUESTION

// The questions about open games that page/open_games.hpp answers.

#define SIXFOLD_GAME_QUESTION(name)                                         \
  SIXFOLD_EXPORT("game_" #name)                                             \
  std::uint32_t sixfold_game_##name(const char* text, std::uint32_t size) { \
    return leave_answer(open_games().name({text, size}));                   \
  }
SIXFOLD_GAME_QUESTION(begin)
SIXFOLD_GAME_QUESTION(open)
SIXFOLD_GAME_QUESTION(act)
SIXFOLD_GAME_QUESTION(bot)
SIXFOLD_GAME_QUESTION(reveal)
SIXFOLD_GAME_QUESTION(undo)
SIXFOLD_GAME_QUESTION(close)
#undef SIXFOLD_GAME_QUESTION

// The work of `sixfold bench`, piece by piece, so that the caller can time it.

SIXFOLD_EXPORT("bench_size") std::uint32_t sixfold_bench_size() {
  return static_cast<std::uint32_t>(all_bench_work().size());
}

/// Runs one piece; the answer is `{"name":…,"unit":…,"count":…,"placements":…}`.
SIXFOLD_EXPORT("bench_run") std::uint32_t sixfold_bench_run(std::uint32_t which) {
  const BenchWork& work = all_bench_work()[which];
  const BenchResult result = work.run();
  bench_signature = combine(bench_signature, result.signature);
  Json json;
  json["name"] = work.name;
  json["unit"] = work.unit;
  json["count"] = result.count;
  json["placements"] = result.placements;
  return leave_answer(dump(json));
}

/// The signature of all pieces run so far, as sixteen hexadecimal digits.
SIXFOLD_EXPORT("bench_signature") std::uint32_t sixfold_bench_signature() {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += digits[bench_signature >> shift & 15];
  return leave_answer(std::move(text));
}
}
