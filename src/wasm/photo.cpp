// The functions of the module that reads photos. It is apart from the other, so that nobody loads
// it before there is a camera to look through. Texts as in api.cpp.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "page/request.hpp"
#include "record/forms.hpp"
#include "record/notation.hpp"
#include "rules/indexed.hpp"
#include "vision/found.hpp"

#define SIXFOLD_EXPORT(name) __attribute__((export_name(name)))

namespace {

using namespace sixfold;

std::string& answer() {
  static std::string text;
  return text;
}

std::uint32_t leave_answer(std::string text) {
  answer() = std::move(text);
  return static_cast<std::uint32_t>(answer().size());
}

/// No side of a picture is longer: its bytes can be counted with 32 bits.
constexpr std::uint32_t longest_side = 8192;

vision::Image image_of(const std::uint8_t* rgba, std::uint32_t width, std::uint32_t height) {
  vision::Image image{static_cast<int>(width), static_cast<int>(height), {}};
  const std::size_t pixels = std::size_t{width} * height;
  image.rgb.resize(3 * pixels);
  for (std::size_t i = 0; i < pixels; ++i)
    for (std::size_t channel = 0; channel < 3; ++channel)
      image.rgb[3 * i + channel] = rgba[4 * i + channel];
  return image;
}

std::string error_text(vision::FindFault fault) {
  struct Fault {
    std::string_view code;
    std::string_view message;
  };
  static constexpr std::array<Fault, 4> faults{
      {{"too_small", "the picture is too small to show a tile"},
       {"no_tiles", "no tiles found"},
       {"no_board", "the board's cells cannot be told from the tiles that were found"},
       {"other_table", "the known tiles are not on the picture"}}};
  const Fault& found = nth(faults, fault);
  Json json;
  json["error"] = {{"code", found.code}, {"message", found.message}};
  return dump(json);
}

Json to_json(const std::array<vision::Point, 4>& corners) {
  Json json = Json::array();
  for (const vision::Point corner : corners)
    json.push_back({static_cast<int>(corner.x), static_cast<int>(corner.y)});
  return json;
}

Json to_json(const vision::FoundTile& tile) {
  Json json;
  json["tile"] = to_text(tile.placed);
  json["corners"] = to_json(tile.corners);
  if (tile.differs) json["differs"] = true;
  if (!tile.is_new) return json;
  json["new"] = true;
  json["move"] = tile.in_move;
  json["doubtful"] = tile.doubtful;
  json["likely"] = to_json(tile.likely);
  return json;
}

std::string answer_text(const vision::FoundMove& found) {
  Json json;
  json["tiles"] = Json::array();
  for (const vision::FoundTile& tile : found.tiles) json["tiles"].push_back(to_json(tile));
  json["unread"] = Json::array();
  for (const vision::FoundCell& cell : found.unread)
    json["unread"].push_back({{"cell", to_text(cell.cell)}, {"corners", to_json(cell.corners)}});
  json["missing"] = found.missing;
  if (found.layout) json["board"] = page::layout_to_json(*found.layout);
  if (found.illegal) {
    json["illegal"]["reason"] = code_of(found.illegal->reason);
    if (found.illegal->cell) json["illegal"]["cell"] = to_text(*found.illegal->cell);
  }
  return dump(json);
}

/// `{"variant":…,"options":{…},"board":{…},"tiles":[…]}`, what is known of the table, to what the
/// picture adds: `{"tiles":[{"tile":"Rc@0,0","corners":[[x,y],…],"differs":true,"new":true,
/// "move":…,"doubtful":…,"likely":["Rc",…]}],"unread":[{"cell":"0,1","corners":…}],"missing":N,
/// "board":{…},"illegal":{"reason":…,"cell":…}}`; see vision/found.hpp. What follows `new` only if
/// the tile is.
std::string photo_answer(std::string_view text, const std::uint8_t* rgba, std::uint32_t width,
                         std::uint32_t height) {
  page::PageRequest request(text);
  std::optional<Ruleset> rules;
  std::vector<PlacedTile> known;
  if (!request.failed()) rules = read_rules(request.reader(), request.json());
  if (const Json* const board = request.given("board"); board && rules)
    rules->layout = page::read_layout(request.reader(), *board);
  if (const Json* const tiles = request.needed("tiles"))
    known = request.reader().placed_tiles(*tiles, page::PageRequest::at("tiles"), most_tiles);
  if (!request.failed() && (width > longest_side || height > longest_side))
    request.reader().fail("size", {}, "the picture is too large");
  if (request.failed()) return request.error();
  const auto found = vision::find_move(image_of(rgba, width, height), *rules, known);
  return found ? answer_text(*found) : error_text(found.error());
}

}  // namespace

extern "C" {

SIXFOLD_EXPORT("allocate") char* sixfold_allocate(std::uint32_t size) {
  return static_cast<char*>(std::malloc(size == 0 ? 1 : size));
}

SIXFOLD_EXPORT("release") void sixfold_release(char* text) { std::free(text); }

/// The address of the last answer, valid until the next call.
SIXFOLD_EXPORT("answer_text") const char* sixfold_answer_text() { return answer().data(); }

/// A text, and a picture as rows of red, green, blue and alpha. Returns the length of the answer.
SIXFOLD_EXPORT("photo")
std::uint32_t sixfold_photo(const char* text, std::uint32_t size, const std::uint8_t* rgba,
                            std::uint32_t width, std::uint32_t height) {
  return leave_answer(photo_answer({text, size}, rgba, width, height));
}
}
