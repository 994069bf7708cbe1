#include "cli/records.hpp"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "cli/files.hpp"

namespace sixfold::cli {

Record record_in(const std::string& file, int game) {
  InputFile input(file);
  LineReader lines = input.lines();
  int found = 0;
  while (const auto line = lines.next()) {
    if (line->text.empty() || ++found != game) continue;
    const auto record = line->too_long ? Result<Record, RecordError>(Unexpected{RecordError{
                                             0, "too_long", "the line is too long for a record"}})
                                       : parse_record(line->text);
    if (record) return *record;
    throw CLI::ValidationError(fmt::format("{}:{}: turn {}: {}: {}", file, line->number,
                                           record.error().turn, record.error().code,
                                           record.error().message));
  }
  throw CLI::ValidationError(
      fmt::format("{}: there is no game {}; the file has {}", file, game, found));
}

}  // namespace sixfold::cli
