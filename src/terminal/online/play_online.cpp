#include "terminal/online/play_online.hpp"

#include <stdexcept>

#include <fmt/core.h>

#include "rules/variants/catalogue.hpp"
#include "terminal/online/lobby_lines.hpp"
#include "terminal/online/online_session.hpp"
#include "terminal/online/own_games.hpp"
#include "terminal/setup/form_screen.hpp"
#include "terminal/table/line_mode.hpp"
#include "terminal/table/save_file.hpp"
#include "terminal/table/table_screen.hpp"
#include "terminal/words/describe.hpp"

namespace sixfold::terminal {

namespace {

client::Link link_of(const PlayOptions& options) {
  auto link = client::parse_link(options.server);
  if (!link) throw std::runtime_error(link.error());
  return *std::move(link);
}

class OnlinePlay {
 public:
  OnlinePlay(const PlayOptions& options, const Words& words, std::unique_ptr<Screen> screen)
      : options_(options),
        words_(words),
        screen_(std::move(screen)),
        link_(link_of(options)),
        player_(link_.address,
                options.save.empty() ? state_folder() / "online.json" : options.save),
        choices_(options.choices.value_or(Choices{.seats = {{"", ""}, {"", ""}}})) {
    if (choices_.seats.front().name.empty()) choices_.seats.front().name = options.name;
  }

  void run() {
    const std::string code = wanted_code();
    if (!come()) return;
    if (options_.games) return print_own_games(player_, words_);
    if (options_.notify) return notify(player_, words_);
    if (options_.next) return play_next();
    if (options_.lobby && !screen_) return print_lobby(player_, words_);
    std::optional<Wanted> wanted = by_flags(code);
    while (!wanted) {
      wanted = screen_ ? ask_at_lobby(asking(), player_, choices_.seats.front().name)
                       : ask_at_lobby_by_lines(input_, mailbox_, player_, words_);
      if (!wanted) return;
      // Leaving the form leads back to the lobby.
      if (screen_ && std::holds_alternative<NewTable>(*wanted) &&
          !ask_for_setup(asking(), choices_, true, ""))
        wanted.reset();
    }
    sit_down(*wanted);
  }

 private:
  [[nodiscard]] Asking asking() { return {*screen_, mailbox_, words_}; }

  /// Establishes the identity the user wants; false if they gave up.
  bool come() {
    player_.come(options_.identity, words_);
    if (!player_.needs_passphrase(options_.identity)) return true;
    const std::string& account = options_.identity.account;
    if (screen_) return ask_to_log_in(asking(), player_, account);
    const std::string passphrase = ask_for_passphrase(input_, mailbox_, account, words_);
    if (const auto fault = player_.log_in(account, passphrase, words_); !fault.empty())
      throw std::runtime_error(fault);
    return true;
  }

  /// The code of the requested table: by link or code, or the one that was left.
  std::string wanted_code() const {
    if (options_.resume) {
      const std::string code = recall(player_.memory(), link_.address.origin()).code;
      if (code.empty())
        throw std::runtime_error(
            words_("terminal.nothing-to-resume", {{"file", link_.address.origin()}}));
      return code;
    }
    if (options_.table.empty()) return link_.code;
    if (const auto code = client::parse_code(options_.table)) return *code;
    const auto other = client::parse_link(options_.table);
    if (!other) throw std::runtime_error(other.error());
    if (other->code.empty() || other->address != link_.address)
      throw std::runtime_error(words_("terminal.bad-code", {{"code", options_.table}}));
    return other->code;
  }

  std::optional<Wanted> by_flags(const std::string& code) const {
    if (!code.empty()) return TableByCode{code};
    if (options_.quick) return quick_match();
    if (options_.choices && !options_.lobby) return NewTable{};
    return std::nullopt;
  }

  MatchedTable quick_match() const {
    return {choices_.edition, static_cast<int>(choices_.seats.size())};
  }

  static client::MatchGame match_game(const MatchedTable& quick) {
    const Edition edition = edition_named(quick.edition).value_or(all_editions().front());
    return {edition.ruleset().variant, quick.players, std::string(edition.theme)};
  }

  Id game_of_code(const std::string& code) const {
    const auto reply = client::http_get(link_.address, "/api/codes/" + code);
    const auto json = client::read_reply(reply);
    const Json* const game = json ? FormReader::optional(*json, "game") : nullptr;
    const auto id =
        game != nullptr && game->is_string() ? parse_id(game->get<std::string>()) : std::nullopt;
    if (!id) throw std::runtime_error(code + ": " + words_("refusal.no_such_table"));
    return *id;
  }

  void play_next() {
    const std::vector<protocol::OwnTable> tables = fetch_own_games(player_, words_);
    if (tables.empty() || !waits_for_you(tables.front())) {
      screen_.reset();
      fmt::print("{}\n", words_("terminal.games.none-waits"));
      return;
    }
    OnlineGoal goal = usual_goal();
    goal.game = tables.front().game;
    play(std::move(goal));
  }

  OnlineGoal usual_goal() const {
    OnlineGoal goal;
    goal.address = link_.address;
    goal.credentials = player_.who().credentials;
    goal.memory = player_.memory();
    goal.archive = goal.memory.parent_path() / "games.jsonl";
    goal.name = choices_.seats.front().name;
    // The server uses an account's own name, whatever is sent here.
    if (goal.name.empty()) goal.name = player_.who().account;
    if (goal.name.empty()) goal.name = words_("terminal.guest");
    return goal;
  }

  void sit_down(const Wanted& wanted) {
    OnlineGoal goal = usual_goal();
    if (const auto* join = std::get_if<TableByCode>(&wanted)) goal.game = game_of_code(join->code);
    if (const auto* quick = std::get_if<MatchedTable>(&wanted)) goal.quick = match_game(*quick);
    if (std::holds_alternative<NewTable>(wanted)) {
      const auto plan = online_plan_of(choices_, words_);
      if (!plan) throw std::runtime_error(plan.error());
      goal.plan = *plan;
    }
    play(std::move(goal));
  }

  void play(OnlineGoal goal) {
    OnlineSession session(std::move(goal), mailbox_);
    if (!screen_) return run_lines(session, mailbox_, words_, input_);
    static_cast<void>(run_table(*screen_, session, mailbox_, words_, {options_.hint_ms, ""}));
    screen_.reset();
    mailbox_.deliver();
    if (const auto& kept = session.shown().kept)
      for (const std::string& line : kept_lines(words_, *kept)) fmt::print("{}\n", line);
  }

  const PlayOptions& options_;
  const Words& words_;
  std::unique_ptr<Screen> screen_;
  client::Link link_;
  OnlinePlayer player_;
  Choices choices_;
  Mailbox mailbox_;
  LineInput input_;
};

}  // namespace

void play_online(const PlayOptions& options, const Words& words, std::unique_ptr<Screen> screen) {
  OnlinePlay(options, words, std::move(screen)).run();
}

}  // namespace sixfold::terminal
