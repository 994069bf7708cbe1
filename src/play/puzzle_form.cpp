#include "play/puzzle_form.hpp"

#include <array>

#include "play/bot_protocol.hpp"
#include "record/notation.hpp"

namespace sixfold {

namespace {

constexpr int highest_rating = 10'000;

std::optional<PuzzleTheme> theme_named(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(PuzzleTheme::set_up); ++i)
    if (const auto theme = static_cast<PuzzleTheme>(i); code_of(theme) == name) return theme;
  return std::nullopt;
}

}  // namespace

Json to_json(const PuzzleForm& form) {
  View view = form.view;
  view.history.clear();
  for (std::size_t i = 0; i < view.seats.size(); ++i) view.seats[i].name = std::to_string(i);
  Json json;
  json["theme"] = code_of(form.puzzle.theme);
  json["rating"] = form.puzzle.rating;
  json["margin"] = form.puzzle.margin;
  json["view"] = to_json(view);
  json["answer"] = to_json(form.puzzle.answer);
  return json;
}

Result<PuzzleForm, FormError> parse_puzzle(std::string_view text) {
  const auto json = parse_json(text);
  if (!json) return Unexpected{json.error()};
  FormReader reader;
  PuzzleForm form;
  if (reader.expect_object(*json, {})) {
    if (const Json* const theme = reader.required(*json, "theme", {})) {
      const Path path{nullptr, "theme", 0};
      const auto known = theme_named(reader.string(*theme, path, longest_name).value_or(""));
      if (!known) reader.fail("theme", path, "unknown theme");
      form.puzzle.theme = known.value_or(PuzzleTheme::endgame);
    }
    if (const Json* const rating = reader.required(*json, "rating", {}))
      form.puzzle.rating =
          reader.integer(*rating, Path{nullptr, "rating", 0}, 0, highest_rating).value_or(0);
    if (const Json* const view = reader.required(*json, "view", {}))
      form.view = read_view(reader, *view, Path{nullptr, "view", 0}).value_or(View{});
    if (const Json* const answer = reader.required(*json, "answer", {}))
      form.puzzle.answer =
          read_move(reader, *answer, Path{nullptr, "answer", 0}).value_or(Move{Pass{}});
    if (!reader.error())
      if (const auto fault = view_fault(form.view); !fault.empty())
        reader.fail("view", Path{nullptr, "view", 0}, std::string(fault));
  }
  if (reader.error()) return Unexpected{*reader.error()};
  return form;
}

}  // namespace sixfold
