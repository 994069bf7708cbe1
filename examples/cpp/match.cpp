// Plays a game between two bots and prints its record, one line of JSON: match [SEED]

#include <charconv>
#include <cstdint>
#include <iostream>
#include <string>
#include <string_view>

#include <sixfold/engine/bots.hpp>
#include <sixfold/play/selfplay.hpp>
#include <sixfold/record/record.hpp>
#include <sixfold/rules/variants/catalogue.hpp>

int main(int count, char** arguments) {
  using namespace sixfold;
  std::uint64_t seed = 1;
  if (count > 1) {
    const std::string_view text = arguments[1];
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (error != std::errc() || end != text.data() + text.size()) {
      std::cerr << "match: " << text << " is not a seed\n";
      return 2;
    }
  }

  const Record record =
      play_game(*edition_named("base"), {*bot_named("greedy"), *bot_named("random")}, seed, 0);
  const std::string text = to_text(record);
  std::cout << text << '\n';

  // The record replays without the seed.
  if (const auto error = verify(text)) {
    std::cerr << "turn " << error->turn << ": " << error->message << '\n';
    return 1;
  }
}
