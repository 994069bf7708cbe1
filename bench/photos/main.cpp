// measure_photos FOLDER [--harder] [--every N]: reads labelled photos and counts what is right.
// FOLDER holds labels.jsonl, one photo per line:
//   {"photo":"game/01.jpg","variant":"base","tiles":["Rc@0,0"],"placed":["Rc@0,0"],"points":1}
// A photo whose line follows that of another in the same folder shows the table one move later.
#include <array>
#include <chrono>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "photos/harder.hpp"
#include "picture/picture.hpp"
#include "record/notation.hpp"
#include "rules/variants/catalogue.hpp"
#include "vision/moves.hpp"

namespace sixfold::photos {

namespace {

using Placed = std::set<PlacedTile>;

struct Label {
  std::string photo;
  Ruleset rules;
  Placed tiles;
  Placed placed;
  int points = 0;
  bool follows = false;
};

Placed placed_in(const nlohmann::json& list) {
  Placed tiles;
  for (const auto& text : list)
    if (const auto tile = parse_placed_tile(text.get<std::string>())) tiles.insert(*tile);
  return tiles;
}

std::vector<Label> labels_in(const std::string& folder) {
  std::ifstream file(folder + "/labels.jsonl");
  if (!file) throw CLI::ValidationError(folder + ": there is no labels.jsonl");
  std::vector<Label> labels;
  std::string game;
  for (std::string line; std::getline(file, line);) {
    const auto json = nlohmann::json::parse(line, nullptr, false);
    if (!json.is_object()) continue;
    Label label;
    label.photo = json.value("photo", "");
    const auto rules = ruleset_named(json.value("variant", "base"));
    if (!rules) continue;
    label.rules = *rules;
    label.tiles = placed_in(json.value("tiles", nlohmann::json::array()));
    label.placed = placed_in(json.value("placed", nlohmann::json::array()));
    label.points = json.value("points", 0);
    const std::string own = label.photo.substr(0, label.photo.rfind('/'));
    label.follows = own == game;
    game = own;
    labels.push_back(std::move(label));
  }
  return labels;
}

std::optional<vision::Image> load(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file),
                                        std::istreambuf_iterator<char>()};
  auto image = picture::decode(bytes);
  if (image) return std::move(image).value();
  fmt::print(stderr, "{}: {}\n", path, image.error().message);
  return std::nullopt;
}

/// Turns cells clockwise and moves them.
Placed moved(const Placed& tiles, int turns, Cell by) {
  Placed result;
  for (PlacedTile tile : tiles) {
    for (int i = 0; i < turns; ++i) tile.cell = {-tile.cell.y, tile.cell.x};
    tile.cell = {tile.cell.x + by.x, tile.cell.y + by.y};
    result.insert(tile);
  }
  return result;
}

struct Counts {
  int photos = 0;
  int cells = 0;   // photos whose cells are all right
  int tables = 0;  // and whose tiles are, too
  int moves = 0;   // with the placed tiles and the points
  int tiles = 0;
  int tiles_right = 0;
  int doubtful = 0;
  int wrong_unmarked = 0;  // tiles that are wrong, missing or invented, without a doubt about them
};

struct Read {
  Placed tiles;
  Placed placed;
  Placed doubtful;  // with any tile where a cell could not be read
  std::optional<int> points;
};

Read read_of(const vision::PhotoReading& reading) {
  Read read;
  for (const vision::ReadTile& tile : reading.table.tiles) {
    read.tiles.insert(tile.placed);
    if (tile.doubtful) read.doubtful.insert(tile.placed);
  }
  for (const Cell cell : reading.unread) read.doubtful.insert({cell, {}});
  read.placed = {reading.placed.begin(), reading.placed.end()};
  if (reading.score) read.points = reading.score->points();
  return read;
}

std::set<Cell> cells_of(const Placed& tiles) {
  std::set<Cell> cells;
  for (const PlacedTile& tile : tiles) cells.insert(tile.cell);
  return cells;
}

int common(const Placed& a, const Placed& b) {
  int count = 0;
  for (const PlacedTile& tile : a) count += b.contains(tile) ? 1 : 0;
  return count;
}

/// The reading in the label's own cells: without a board any origin is right, and in a turned photo
/// any direction.
Read as_labelled(const Read& read, const Label& label, bool turns) {
  Read best = read;
  int most = -1;
  const auto corner = [](const Placed& tiles) {
    Cell low{1'000'000, 1'000'000};
    for (const PlacedTile& tile : tiles)
      low = {std::min(low.x, tile.cell.x), std::min(low.y, tile.cell.y)};
    return low;
  };
  for (int turn = 0; turn < (turns ? 4 : 1); ++turn) {
    std::vector<Cell> shifts;
    if (label.rules.layout) {
      constexpr std::array<Cell, 4> back{Cell{0, 0}, Cell{15, 0}, Cell{15, 15}, Cell{0, 15}};
      shifts.push_back(back[static_cast<std::size_t>(turn)]);
    } else {
      const Cell want = corner(label.tiles);
      const Cell have = corner(moved(read.tiles, turn, {}));
      for (int dx = -2; dx <= 2; ++dx)
        for (int dy = -2; dy <= 2; ++dy)
          shifts.push_back({want.x - have.x + dx, want.y - have.y + dy});
    }
    for (const Cell shift : shifts) {
      const Placed tiles = moved(read.tiles, turn, shift);
      const int same = common(tiles, label.tiles);
      if (same <= most) continue;
      most = same;
      best = {tiles, moved(read.placed, turn, shift), moved(read.doubtful, turn, shift),
              read.points};
    }
  }
  return best;
}

void count(Counts& counts, const Label& label, const Read& read, bool moves, bool verbose) {
  ++counts.photos;
  const bool cells = cells_of(read.tiles) == cells_of(label.tiles);
  const bool tiles = read.tiles == label.tiles;
  const bool move = tiles && read.placed == label.placed && read.points == label.points;
  counts.cells += cells ? 1 : 0;
  counts.tables += tiles ? 1 : 0;
  counts.moves += !moves || move ? 1 : 0;
  counts.tiles += static_cast<int>(label.tiles.size());
  counts.tiles_right += common(read.tiles, label.tiles);
  counts.doubtful += static_cast<int>(read.doubtful.size());
  const std::set<Cell> doubted = cells_of(read.doubtful);
  std::string wrong;
  for (const PlacedTile& tile : read.tiles)
    if (!label.tiles.contains(tile)) {
      wrong += " +" + to_text(tile);
      if (!doubted.contains(tile.cell)) ++counts.wrong_unmarked;
    }
  const std::set<Cell> seen = cells_of(read.tiles);
  for (const PlacedTile& tile : label.tiles)
    if (!read.tiles.contains(tile)) {
      wrong += " -" + to_text(tile);
      if (!seen.contains(tile.cell) && !doubted.contains(tile.cell)) ++counts.wrong_unmarked;
    }
  if (verbose && (!tiles || (moves && !move)))
    fmt::print("  {}:{}{}\n", label.photo, wrong, moves && !move ? " (move)" : "");
}

Counts measure(const std::string& folder, const std::vector<Label>& labels, const Change* change,
               int every, bool verbose) {
  Counts counts;
  std::optional<vision::SeenTable> before;
  std::size_t before_of = 0;
  const auto see = [&](const Label& label) -> std::optional<vision::SeenTable> {
    auto image = load(folder + "/" + label.photo);
    if (!image) return std::nullopt;
    auto table = vision::see_table(change ? change->apply(*image) : *image, label.rules);
    if (!table) return std::nullopt;
    return std::move(table).value();
  };
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (static_cast<int>(i) % every != every - 1) continue;
    const Label& label = labels[i];
    if (label.follows && (!before || before_of != i - 1)) before = see(labels[i - 1]);
    auto now = see(label);
    Read read;
    if (now)
      read = as_labelled(
          read_of(read_photo(label.rules, *now, label.follows && before ? &*before : nullptr)),
          label, change && change->turns);
    else if (verbose)
      fmt::print("  {}: nothing found\n", label.photo);
    count(counts, label, read, !label.placed.empty(), verbose);
    before = std::move(now);
    before_of = i;
  }
  return counts;
}

void print(const std::string& name, const std::string& strength, const Counts& c) {
  fmt::print("| {} | {} | {} | {} | {} | {} | {:.2f} % | {} | {} |\n", name, strength, c.photos,
             c.cells, c.tables, c.moves, 100.0 * c.tiles_right / std::max(1, c.tiles), c.doubtful,
             c.wrong_unmarked);
  std::fflush(stdout);
}

}  // namespace

}  // namespace sixfold::photos

int main(int argc, char** argv) {
  using namespace sixfold::photos;
  CLI::App app("Reads labelled photos of tables and counts what is right.", "measure_photos");
  std::string folder;
  std::string only;
  bool harder = false;
  bool verbose = false;
  int every = 1;
  app.add_option("FOLDER", folder, "Photos and their labels.jsonl")->required();
  app.add_flag("--harder", harder, "Measure photos made harder, too");
  app.add_option("--only", only, "Measure one kind of change");
  app.add_option("--every", every, "Measure every nth photo")->check(CLI::PositiveNumber);
  app.add_flag("--verbose", verbose, "List what is wrong");
  try {
    app.parse(argc, argv);
    const std::vector<Label> labels = labels_in(folder);
    fmt::print(
        "| change | strength | photos | cells right | tiles right | move and points right | tiles "
        "| doubtful | wrong "
        "without a doubt |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    if (only.empty()) print("none", "", measure(folder, labels, nullptr, every, verbose));
    if (harder || !only.empty())
      for (const Change& change : all_changes())
        if (only.empty() || change.name == only)
          print(change.name, change.strength, measure(folder, labels, &change, every, verbose));
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  }
  return 0;
}
