#include <array>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/players.hpp"
#include "picture/picture.hpp"
#include "record/json.hpp"
#include "record/notation.hpp"
#include "rules/variants/catalogue.hpp"
#include "vision/moves.hpp"

namespace sixfold::cli {

namespace {

struct PhotoOptions {
  std::string photo;
  std::string previous;
  std::string variant = "base";
  std::string draw;
  bool json = false;
};

std::vector<std::uint8_t> bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::system_error(errno, std::generic_category(), path);
  std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file),
                                  std::istreambuf_iterator<char>()};
  if (file.bad()) throw std::system_error(errno, std::generic_category(), path);
  return bytes;
}

void write_bytes(const std::string& path, const std::vector<std::uint8_t>& bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) throw std::system_error(errno, std::generic_category(), path);
}

std::string_view explanation_of(vision::SeeFault fault) {
  switch (fault) {
    case vision::SeeFault::too_small:
      return "the picture is too small to show a tile";
    case vision::SeeFault::no_tiles:
      return "no tiles found";
    case vision::SeeFault::no_board:
      return "the board's cells cannot be told from the tiles that were found";
  }
  return "";
}

/// A photo that was looked at; or what is wrong with it, which has been printed.
struct Look {
  vision::Image image;
  vision::SeenTable table;
  int status = exit_ok;
};

Look look_at_file(const std::string& path, const Ruleset& rules) {
  Look look;
  auto decoded = picture::decode(bytes_of(path));
  if (!decoded) {
    fmt::print(stderr, "{}: {}\n", path, decoded.error().message);
    look.status = exit_unusable;
    return look;
  }
  look.image = std::move(decoded).value();
  auto table = vision::see_table(look.image, rules);
  if (!table) {
    fmt::print(stderr, "{}: {}\n", path, explanation_of(table.error()));
    look.status = exit_no;
    return look;
  }
  look.table = std::move(table).value();
  return look;
}

std::string json_of(const vision::PhotoReading& reading) {
  Json json = Json::object();
  json["tiles"] = Json::array();
  for (const vision::ReadTile& tile : reading.table.tiles)
    json["tiles"].push_back(to_text(tile.placed));
  json["placed"] = Json::array();
  for (const PlacedTile& tile : reading.placed) json["placed"].push_back(to_text(tile));
  json["points"] = nullptr;
  if (reading.score) json["points"] = reading.score->points();
  json["doubtful"] = Json::array();
  for (const vision::ReadTile& tile : reading.table.tiles)
    if (tile.doubtful) json["doubtful"].push_back(to_text(tile.placed));
  for (const Cell cell : reading.unread) json["doubtful"].push_back(to_text(cell));
  if (reading.illegal) {
    json["illegal"] = {{"code", code_of(reading.illegal->reason)}};
    if (reading.illegal->cell) json["illegal"]["cell"] = to_text(*reading.illegal->cell);
  }
  return json.dump();
}

std::string text_of(const vision::PhotoReading& reading) {
  std::string text = "tiles:";
  for (const vision::ReadTile& tile : reading.table.tiles) text += " " + to_text(tile.placed);
  text += "\nplaced:";
  for (const PlacedTile& tile : reading.placed) text += " " + to_text(tile);
  if (reading.score) {
    text += fmt::format("\npoints: {}", reading.score->points());
    for (const ScoredLine& line : reading.score->lines)
      text += fmt::format("\n  {} from {} to {}: {}",
                          line.direction == Direction::across ? "across" : "down",
                          to_text(line.cells.front()), to_text(line.cells.back()), line.points());
    for (const BonusCell& bonus : reading.score->bonus_cells)
      text += fmt::format("\n  bonus on {}: {}", to_text(bonus.cell), bonus.value);
  } else {
    text += "\npoints: unknown";
  }
  if (reading.illegal) text += fmt::format("\nno legal move: {}", code_of(reading.illegal->reason));
  std::string doubtful;
  for (const vision::ReadTile& tile : reading.table.tiles)
    if (tile.doubtful) doubtful += " " + to_text(tile.placed);
  for (const Cell cell : reading.unread) doubtful += " " + to_text(cell);
  return text + "\ndoubtful:" + (doubtful.empty() ? " none" : doubtful);
}

void draw(Look& look, const vision::PhotoReading& reading, const std::string& path) {
  constexpr std::array<std::uint8_t, 3> sure{60, 220, 90};
  constexpr std::array<std::uint8_t, 3> fresh{40, 160, 255};
  constexpr std::array<std::uint8_t, 3> unsure{255, 60, 200};
  for (const vision::ReadTile& tile : reading.table.tiles)
    vision::outline(look.image, look.table, tile.placed.cell, sure);
  for (const PlacedTile& tile : reading.placed)
    vision::outline(look.image, look.table, tile.cell, fresh);
  for (const vision::ReadTile& tile : reading.table.tiles)
    if (tile.doubtful) vision::outline(look.image, look.table, tile.placed.cell, unsure);
  for (const Cell cell : reading.unread) vision::outline(look.image, look.table, cell, unsure);
  write_bytes(path, picture::png_of(look.image));
}

int run_photo(const PhotoOptions& options) {
  const auto rules = edition_named(options.variant);
  if (!rules) throw CLI::ValidationError("--variant: there is no game named " + options.variant);
  const Ruleset ruleset = rules->ruleset();
  Look now = look_at_file(options.photo, ruleset);
  if (now.status != exit_ok) return now.status;
  Look before;
  if (!options.previous.empty()) {
    before = look_at_file(options.previous, ruleset);
    if (before.status != exit_ok) return before.status;
    before.image = {};
  }
  const vision::PhotoReading reading =
      read_photo(ruleset, now.table, options.previous.empty() ? nullptr : &before.table);
  OutputFile output("-");
  output.write_line(options.json ? json_of(reading) : text_of(reading));
  output.close();
  if (!options.draw.empty()) draw(now, reading, options.draw);
  return exit_ok;
}

}  // namespace

void add_photo(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "photo", "Reads the tiles on a photo of a table, and the last move from two of them");
  const auto options = std::make_shared<PhotoOptions>();
  command->add_option("TABLE", options->photo, "The photo, JPEG or PNG")->required();
  command->add_option("--previous", options->previous,
                      "The photo before the last move; by default the table is compared with the "
                      "start of the game");
  command->add_option("--variant", options->variant, games())->capture_default_str();
  command->add_option("--draw", options->draw,
                      "A PNG file for the photo with outlines around the tiles");
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([&status, options] { status = run_photo(*options); });
}

}  // namespace sixfold::cli
