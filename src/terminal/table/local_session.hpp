// A game run by this program, with people around one screen and bots. It is saved after every act.
#pragma once

#include <memory>

#include "play/local_game.hpp"
#include "terminal/online/mailbox.hpp"
#include "terminal/table/save_file.hpp"
#include "terminal/table/session.hpp"

namespace sixfold::terminal {

struct LocalOptions {
  int pace_ms = 600;  ///< the least time a bot takes
  /// The file to which records of finished games are added; empty: none.
  std::filesystem::path archive;
};

class LocalSession : public Session {
 public:
  /// The mailbox must outlive it.
  LocalSession(LocalGame game, LocalOptions options, std::unique_ptr<SaveFile> file,
               Mailbox& mailbox);
  /// Resumes the game in a file, including provisional tiles; an error if it cannot be read.
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
  LocalSession(LocalGame game, LocalOptions options, std::unique_ptr<SaveFile> file,
               Mailbox& mailbox, Rack kept);

  void go_on();
  void save(Writing writing) const;
  void show();
  void keep_record();
  void let_bot_think();

  LocalGame game_;
  LocalOptions options_;
  std::unique_ptr<SaveFile> file_;
  Mailbox& mailbox_;
  Rack rack_;
  Shown shown_;
  News news_;
  // The number of questions asked to bots. Answers to an older question, or to a session that has
  // ended, are ignored.
  std::shared_ptr<int> thoughts_ = std::make_shared<int>(0);
  Worker bot_;
};

}  // namespace sixfold::terminal
