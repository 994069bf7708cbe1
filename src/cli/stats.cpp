#include <algorithm>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/record_lines.hpp"
#include "cli/statistics.hpp"
#include "cli/statistics_text.hpp"
#include "engine/review.hpp"

namespace sixfold::cli {

namespace {

struct StatsOptions {
  std::vector<std::string> paths;
  bool json = false;
  std::string svg;
  bool luck = false;
  bool weaknesses = false;
  int simulations = 1000;
  unsigned threads = std::max(1U, std::thread::hardware_concurrency());
};

struct BadRecord {
  std::string file;
  std::size_t line = 0;
  RecordError error;
};

struct StatsReport {
  Statistics statistics;
  std::vector<BadRecord> bad;
  bool unreadable = false;
};

Result<GameFigures, RecordError> figures_of_line(const RecordLine& line,
                                                 const StatsOptions& options) {
  const auto record = record_of_line(line);
  if (!record) return Unexpected{record.error()};
  auto read = figures_of(*record);
  if (!read) return read;
  GameFigures figures = *std::move(read);
  if ((!options.luck && !options.weaknesses) || !figures.complete) return figures;
  Review reviewed = review(record->rules, record->setup, record->turns,
                           {.deals = deals_for(options.simulations)});
  add_review(figures, reviewed);
  if (options.weaknesses) figures.review = std::move(reviewed);
  return figures;
}

void read_file(const std::string& path, const StatsOptions& options, StatsReport& report) {
  for_each_record_line(
      path, options.threads,
      [](const RecordLine& line) { return line.too_long || !line.text.empty(); },
      [&](const RecordLine& line) { return figures_of_line(line, options); },
      [&](const RecordLine& line, const Result<GameFigures, RecordError>& figures) {
        if (figures) return report.statistics.add(*figures);
        const RecordError& error = figures.error();
        fmt::print(stderr, "{}:{}: turn {}: {}: {}\n", path, line.number, error.turn, error.code,
                   error.message);
        report.bad.push_back({path, line.number, error});
      });
}

StatsReport read_all(const StatsOptions& options) {
  StatsReport report;
  for (const std::string& path : options.paths) {
    try {
      for (const std::string& file : record_files(path)) read_file(file, options, report);
    } catch (const std::system_error& error) {
      fmt::print(stderr, "sixfold: {}\n", error.what());
      report.unreadable = true;
    }
  }
  return report;
}

Json report_json(const StatsReport& report) {
  Json json = to_json(report.statistics);
  json["bad"] = Json::array();
  for (const BadRecord& bad : report.bad) {
    Json one;
    one["file"] = bad.file;
    one["line"] = bad.line;
    one["turn"] = bad.error.turn;
    one["code"] = bad.error.code;
    one["message"] = bad.error.message;
    json["bad"].push_back(std::move(one));
  }
  return json;
}

int run_stats(const StatsOptions& options) {
  const StatsReport report = read_all(options);
  if (!options.svg.empty()) {
    OutputFile picture(options.svg);
    picture.write_line(statistics_svg(report.statistics));
    picture.close();
  }
  if (options.svg != "-") {
    std::string text =
        options.json ? dump(report_json(report)) : statistics_text(report.statistics);
    if (text.ends_with('\n')) text.pop_back();
    OutputFile output("-");
    output.write_line(text);
    if (!options.json && !report.bad.empty())
      output.write_line(fmt::format("{} wrong", report.bad.size()));
    output.close();
  }
  if (report.unreadable) return exit_unusable;
  return report.bad.empty() ? exit_ok : exit_no;
}

}  // namespace

void add_stats(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "stats", "Sums up many records: wins of the opener, length, points, trades, Sixfolds, luck");
  const auto options = std::make_shared<StatsOptions>();
  options->paths = {"-"};
  command->add_option(
      "RECORDS", options->paths,
      "Files of records, one per line, or folders with files *.jsonl; - is standard "
      "input, which is also read if nothing is named");
  command->add_flag("--json", options->json, "Print JSON");
  command->add_option("--svg", options->svg,
                      "A file for a picture with plots; - is standard output, without the table");
  command->add_flag("--luck", options->luck,
                    "Review the games to tell luck from skill; takes about half a second per game");
  command->add_flag("--weaknesses", options->weaknesses,
                    "Review the games and list by player what kinds of errors cost most");
  command->add_option("--simulations", options->simulations, "Simulations per decision of a review")
      ->check(CLI::Range(10, 1'000'000))
      ->capture_default_str();
  command->add_option("--threads", options->threads, "Records to read at the same time")
      ->check(CLI::Range(1U, 256U))
      ->capture_default_str();
  command->callback([&status, options] { status = run_stats(*options); });
}

}  // namespace sixfold::cli
