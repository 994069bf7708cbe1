// A store that forwards everything to another one, for tests that change some of it.
#pragma once

#include <string>
#include <utility>

#include "store/store.hpp"

namespace sixfold::server {

class ForwardingStore : public store::Store {
 public:
  explicit ForwardingStore(store::Store& store) : store_(store) {}

  void append(store::AppendRequest request, store::AppendAnswer answer) override {
    store_.append(std::move(request), std::move(answer));
  }
  void read(Id game, std::uint64_t after_seq, store::EventsAnswer answer) override {
    store_.read(game, after_seq, std::move(answer));
  }
  void find_command(Id game, Id command, store::CommandAnswer answer) override {
    store_.find_command(game, command, std::move(answer));
  }
  void find_command_of(Id user, Id command, store::PlaceAnswer answer) override {
    store_.find_command_of(user, command, std::move(answer));
  }
  void open_games(store::GamesAnswer answer) override { store_.open_games(std::move(answer)); }
  void find_code(std::string code, store::GameAnswer answer) override {
    store_.find_code(std::move(code), std::move(answer));
  }
  void games_of(Id user, int most, store::GamesAnswer answer) override {
    store_.games_of(user, most, std::move(answer));
  }
  void report(store::NodeReport report, store::NewsAnswer answer) override {
    store_.report(std::move(report), std::move(answer));
  }
  void give_back(store::GiveBack what, store::DoneAnswer answer) override {
    store_.give_back(std::move(what), std::move(answer));
  }

 private:
  store::Store& store_;
};

}  // namespace sixfold::server
