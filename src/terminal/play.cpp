#include "terminal/play.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include <fmt/core.h>

#include "record/record.hpp"
#include "terminal/online/play_online.hpp"
#include "terminal/setup/form_screen.hpp"
#include "terminal/setup/setup.hpp"
#include "terminal/table/line_mode.hpp"
#include "terminal/table/local_session.hpp"
#include "terminal/table/table_screen.hpp"
#include "terminal/words/describe.hpp"

namespace sixfold::terminal {

namespace {

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// The name of the game in a file, if it can be resumed.
std::string unfinished_game(const std::filesystem::path& path, const Words& words) {
  const auto text = read_file(path);
  const auto game = LocalGame::restore(text.value_or(""));
  if (!game || game->game().position().end) return "";
  return game_name(words, game->game().rules(), game->theme());
}

/// A series of games run by this program.
class LocalGames {
 public:
  LocalGames(const PlayOptions& options, const Words& words)
      : options_(options),
        words_(words),
        path_(options.save.empty() ? state_folder() / "game.json" : options.save),
        choices_(options.choices.value_or(Choices{})) {
    session_options_.pace_ms = options.pace_ms;
    if (options.save.empty()) session_options_.archive = state_folder() / "games.jsonl";
  }

  void run(Screen* screen) {
    if (screen == nullptr) session_options_.pace_ms = 0;
    bool resume = options_.resume;
    bool choose = screen != nullptr && !resume && !options_.choices;
    while (true) {
      if (choose) {
        const auto chosen = ask_for_setup({*screen, mailbox_, words_}, choices_, false,
                                          unfinished_game(path_, words_));
        if (!chosen) return;
        resume = *chosen == resume_button;
      }
      const auto session = open_session(resume);
      if (screen == nullptr) {
        if (!notice_.empty()) fmt::print("{}\n", notice_);
        LineInput input;
        return run_lines(*session, mailbox_, words_, input);
      }
      const TableOutcome outcome =
          run_table(*screen, *session, mailbox_, words_, {options_.hint_ms, notice_});
      kept_ = session->shown().kept;
      if (outcome == TableOutcome::quit) return;
      choices_ = choices_of(session->shown());
      resume = choose = false;
    }
  }

  /// Tells the user how to view finished games and resume unfinished ones.
  void tell_where_it_is() const {
    if (kept_)
      for (const std::string& line : kept_lines(words_, *kept_)) fmt::print("{}\n", line);
    if (unfinished_game(path_, words_).empty()) return;
    const std::string save = options_.save.empty() ? "" : " --save " + path_.string();
    fmt::print("{}\n", words_("terminal.kept", {{"file", path_.string()},
                                                {"command", "sixfold play --resume" + save}}));
  }

 private:
  std::unique_ptr<LocalSession> open_session(bool resume) {
    if (resume) return resumed();
    return begun();
  }

  std::unique_ptr<LocalSession> resumed() {
    if (!std::filesystem::exists(path_))
      throw std::runtime_error(words_("terminal.nothing-to-resume", {{"file", path_.string()}}));
    auto file = std::make_unique<SaveFile>(path_);
    auto session = LocalSession::resume(session_options_, std::move(file), mailbox_);
    if (!session)
      throw std::runtime_error(fmt::format("{}: turn {}: {}: {}", path_.string(),
                                           session.error().turn, session.error().code,
                                           session.error().message));
    return *std::move(session);
  }

  std::unique_ptr<LocalSession> begun() {
    const auto plan = plan_of(choices_, words_);
    if (!plan) throw std::runtime_error(plan.error());
    choices_.seed.reset();
    auto file = std::make_unique<SaveFile>(path_);
    notice_.clear();
    if (!unfinished_game(path_, words_).empty())
      notice_ = words_("terminal.set-aside", {{"file", file->set_aside().string()}});
    return std::make_unique<LocalSession>(LocalGame::begin(*plan), session_options_,
                                          std::move(file), mailbox_);
  }

  const PlayOptions& options_;
  const Words& words_;
  std::filesystem::path path_;
  Choices choices_;
  LocalOptions session_options_;
  Mailbox mailbox_;
  std::string notice_;
  std::optional<KeptRecord> kept_;  // of the last game played on the screen
};

}  // namespace

Words words_for(const Display& display) {
  return Words(language_among(
      {display.language, environment("LC_ALL"), environment("LC_MESSAGES"), environment("LANG")}));
}

void play(const PlayOptions& options) {
  const Words words = words_for(options.display);
  const bool prints = options.display.lines || options.games || options.notify;
  auto screen = prints ? nullptr : Screen::open({options.display.colours, options.display.symbols});
  if (!options.server.empty()) return play_online(options, words, std::move(screen));
  LocalGames games(options, words);
  games.run(screen.get());
  screen.reset();
  games.tell_where_it_is();
}

}  // namespace sixfold::terminal
