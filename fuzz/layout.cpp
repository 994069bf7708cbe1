// Boards drawn as rows: what is read is sound and draws back the same rows, and as JSON too.
#include "rules/layout.hpp"

#include "record/forms.hpp"
#include "require.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sixfold;
  using fuzz::require;
  std::vector<std::string> rows(1);
  for (const char c : fuzz::text_of(data, size)) {
    if (c == '\n')
      rows.emplace_back();
    else
      rows.back() += c;
  }
  const auto layout = layout_from_rows(rows);
  if (!layout) return 0;
  require(!layout_fault(*layout), "what is read is sound");
  require(rows_of(*layout) == rows, "what is read draws back the same");

  FormReader reader;
  Layout written = *layout;
  written.presets.clear();
  const auto again = read_board(reader, board_to_json(*layout, layout->stars), {}, nullptr);
  require(again == written, "a board reads back from its text");
  return 0;
}
