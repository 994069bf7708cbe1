#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "record/forms.hpp"

namespace sixfold::cli {

namespace {

int run_moves() {
  InputFile input("-");
  OutputFile output("-");
  int status = exit_ok;
  LineReader lines = input.lines();
  while (const auto line = lines.next()) {
    const MovesAnswer answer =
        line->too_long ? MovesAnswer{error_text({"too_long", "", "the line is too long"}), true}
                       : answer_moves(line->text);
    output.write_line(answer.text);
    output.flush();
    if (answer.is_error) status = exit_no;
  }
  output.close();
  return status;
}

}  // namespace

void add_moves(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "moves",
      "Lists every legal placement with its points, for positions on standard input, one per line");
  command->callback([&status] { status = run_moves(); });
}

}  // namespace sixfold::cli
