// A game that this program runs: people around one screen, and bots. It is saved after every act.
#pragma once

#include <memory>

#include "play/local_game.hpp"
#include "terminal/mailbox.hpp"
#include "terminal/save_file.hpp"
#include "terminal/session.hpp"

namespace sixfold::terminal {

struct LocalOptions {
  int pace_ms = 600;  ///< bots take at least so long
  /// Where records of games that are over are added; nowhere if empty.
  std::filesystem::path archive;
};

class LocalSession : public Session {
 public:
  /// The mailbox must outlive it.
  LocalSession(LocalGame game, LocalOptions options, std::unique_ptr<SaveFile> file,
               Mailbox& mailbox);
  /// The game that a file holds, with what was laid; why not, where it cannot be read.
  static Result<std::unique_ptr<LocalSession>, RecordError> resume(LocalOptions options,
                                                                   std::unique_ptr<SaveFile> file,
                                                                   Mailbox& mailbox);

  [[nodiscard]] const Shown& shown() const override { return shown_; }
  void act(const Move& move) override;
  void resign() override;
  void reveal() override;
  void wish(const std::string& what) override;
  void decide(const std::string& what, int seat) override;
  void say(const std::string& phrase) override;
  void keep(const Rack& rack) override;
  [[nodiscard]] Rack kept() const override { return rack_; }
  News news() override;

 private:
  struct Kept {
    Rack rack;
    std::optional<int> revealed;
  };
  LocalSession(LocalGame game, LocalOptions options, std::unique_ptr<SaveFile> file,
               Mailbox& mailbox, Kept kept);

  void go_on();
  void save(Writing writing) const;
  void show();
  std::optional<int> seat_shown();
  void keep_record();
  void let_bot_think();

  LocalGame game_;
  LocalOptions options_;
  std::unique_ptr<SaveFile> file_;
  Mailbox& mailbox_;
  Rack rack_;
  std::optional<int> revealed_;  // whose hand was last open on the screen
  Shown shown_;
  News news_;
  // How often a bot was asked: an answer to an older question, or to a session that is gone, is
  // none.
  std::shared_ptr<int> thoughts_ = std::make_shared<int>(0);
  Worker bot_;
};

}  // namespace sixfold::terminal
