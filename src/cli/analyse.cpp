#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/review_text.hpp"
#include "engine/review.hpp"
#include "play/review_form.hpp"
#include "record/forms.hpp"
#include "record/record.hpp"

namespace sixfold::cli {

namespace {

struct AnalyseOptions {
  std::string file;
  std::string out = "-";
  int simulations = 1000;
  unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  bool json = false;
  bool resume = false;
  std::size_t game = 0;  // 0: all
};

/// One game of the file. Games are counted from 1; blank lines are not counted.
struct AnalyseTask {
  std::size_t game = 0;
  std::size_t line = 0;
  bool too_long = false;
  std::string text;
};

struct Analysed {
  std::string text;
  std::optional<RecordError> error;
};

Json error_json(const RecordError& error) {
  Json json;
  json["turn"] = error.turn;
  json["code"] = error.code;
  json["message"] = error.message;
  return json;
}

/// What names the game: its number, its id if it has one, the variant and the players.
Json head_of(const AnalyseTask& task) {
  Json json;
  json["game"] = task.game;
  const auto written = parse_json(task.text);
  if (!written || !written->is_object()) return json;
  for (const char* const key : {"id", "variant"})
    if (const auto found = written->find(key); found != written->end()) json[key] = *found;
  const auto players = written->find("players");
  if (players == written->end() || !players->is_array()) return json;
  json["players"] = Json::array();
  for (const Json& player : *players)
    if (player.is_object() && player.contains("name")) json["players"].push_back(player["name"]);
  return json;
}

Analysed analyse(const AnalyseTask& task, const AnalyseOptions& options) {
  const auto record = task.too_long ? Result<Record, RecordError>(Unexpected{
                                          RecordError{0, "too_long", "the line is too long"}})
                                    : parse_record(task.text);
  const auto game =
      record ? replay(*record) : Result<Game, RecordError>(Unexpected{record.error()});
  Analysed done;
  Json json = options.json ? head_of(task) : Json();
  if (!game) {
    done.error = game.error();
    json["error"] = error_json(game.error());
    if (options.json) done.text = dump(json);
    return done;
  }
  const Review reviewed = review(record->rules, record->setup, record->turns,
                                 {.deals = deals_for(options.simulations)});
  if (!options.json) {
    done.text = review_text(reviewed, *record);
    return done;
  }
  json.update(to_json(reviewed));
  done.text = dump(json);
  return done;
}

/// Keeps the complete lines of an earlier run and says which games they are about.
std::set<std::size_t> games_done(const std::string& path) {
  std::set<std::size_t> games;
  std::ifstream file(path, std::ios::binary);
  if (!file) return games;
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const std::size_t end = text.rfind('\n');
  const std::size_t complete = end == std::string::npos ? 0 : end + 1;
  for (std::size_t at = 0; at < complete;) {
    const std::size_t next = text.find('\n', at);
    const auto json = parse_json(std::string_view(text).substr(at, next - at));
    if (json && json->is_object() && json->contains("game") && (*json)["game"].is_number_unsigned())
      games.insert((*json)["game"].get<std::size_t>());
    at = next + 1;
  }
  std::filesystem::resize_file(path, complete);
  return games;
}

std::vector<AnalyseTask> read_tasks(const AnalyseOptions& options) {
  InputFile input(options.file);
  LineReader lines = input.lines();
  std::vector<AnalyseTask> tasks;
  std::size_t games = 0;
  while (const auto line = lines.next()) {
    if (line->text.empty() && !line->too_long) continue;
    ++games;
    if (options.game == 0 || games == options.game)
      tasks.push_back({games, line->number, line->too_long, std::string(line->text)});
  }
  if (options.game != 0 && tasks.empty())
    throw CLI::ValidationError(
        fmt::format("{}: there is no game {}; the file has {}", options.file, options.game, games));
  return tasks;
}

/// Analyses games in threads and writes them in their order, each as soon as those before it are
/// written.
class Analysis {
 public:
  Analysis(const AnalyseOptions& options, std::vector<AnalyseTask> tasks)
      : options_(options),
        tasks_(std::move(tasks)),
        done_(tasks_.size()),
        output_(options.out, options.resume),
        progress_("games analysed", tasks_.size()) {}

  int run() {
    std::vector<std::jthread> helpers;
    const auto threads = std::min<std::size_t>(options_.threads, tasks_.size());
    for (std::size_t i = 1; i < threads; ++i) helpers.emplace_back([this] { work(); });
    work();
    helpers.clear();
    if (failure_) std::rethrow_exception(failure_);
    return status_;
  }

 private:
  void work() {
    while (true) {
      std::unique_lock lock(mutex_);
      if (next_ == tasks_.size() || failure_) return;
      const std::size_t mine = next_++;
      lock.unlock();
      auto analysed = std::make_unique<Analysed>(analyse(tasks_[mine], options_));
      lock.lock();
      done_[mine] = std::move(analysed);
      try {
        write_ready();
      } catch (...) {
        failure_ = std::current_exception();
      }
    }
  }

  void write_ready() {
    for (; written_ < done_.size() && done_[written_]; ++written_) {
      const Analysed& analysed = *done_[written_];
      const AnalyseTask& task = tasks_[written_];
      if (analysed.error) {
        status_ = exit_no;
        fmt::print(stderr, "{}:{}: turn {}: {}: {}\n", options_.file, task.line,
                   analysed.error->turn, analysed.error->code, analysed.error->message);
      }
      if (!analysed.text.empty()) output_.write_line(analysed.text);
      output_.flush();
      done_[written_].reset();
      progress_.at(written_ + 1);
    }
  }

  const AnalyseOptions& options_;
  std::vector<AnalyseTask> tasks_;
  std::vector<std::unique_ptr<Analysed>> done_;
  OutputFile output_;
  Progress progress_;
  std::mutex mutex_;
  std::size_t next_ = 0;
  std::size_t written_ = 0;
  int status_ = exit_ok;
  std::exception_ptr failure_;
};

int run_analyse(const AnalyseOptions& options) {
  if (options.resume && (options.out == "-" || !options.json))
    throw CLI::ValidationError("--resume: needs --json and --out FILE");
  std::vector<AnalyseTask> tasks = read_tasks(options);
  if (options.resume) {
    const auto done = games_done(options.out);
    std::erase_if(tasks, [&](const AnalyseTask& task) { return done.contains(task.game); });
  }
  return Analysis(options, std::move(tasks)).run();
}

}  // namespace

void add_analyse(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "analyse", "Reviews games: what each act gave up and why, the luck, and the chance to win");
  const auto options = std::make_shared<AnalyseOptions>();
  command->add_option("FILE", options->file, "Records, one per line; - is standard input")
      ->required();
  command->add_option("--simulations", options->simulations, "Simulations per decision")
      ->check(CLI::Range(10, 1'000'000))
      ->capture_default_str();
  command->add_option("--game", options->game, "Review only this game of the file, counting from 1")
      ->check(CLI::PositiveNumber);
  command->add_option("--threads", options->threads, "Games to review at the same time")
      ->check(CLI::Range(1U, 256U))
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print JSON, one line per game");
  command->add_option("--out", options->out, "The file to write; - is standard output")
      ->capture_default_str();
  command->add_flag("--resume", options->resume,
                    "Append to the --out file and skip the games that it already contains");
  command->callback([&status, options] { status = run_analyse(*options); });
}

}  // namespace sixfold::cli
