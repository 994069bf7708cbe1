// Two worlds that differ only in tiles that a viewer may not know must send that viewer the same
// bytes: in every message, error, route and log line.
#include "hub_fixture.hpp"
#include "play/dealer.hpp"
#include "record/record.hpp"
#include "rules/variants/catalogue.hpp"
#include "server/routes.hpp"

namespace sixfold::server {
namespace {

// Encoders take what a viewer may see, never the whole state.
template <class T>
concept Encodable = requires(const T& value) { to_json(value); };
template <class T>
concept ShownAsTable = requires(const T& value) { protocol::to_text(value); };
template <class T>
concept RecordedAs = requires(const T& value) { record_of(value, "classic"); };
static_assert(Encodable<View> && !Encodable<Game> && !Encodable<Position> && !Encodable<Table> &&
              !Encodable<Setup> && !Encodable<TableEvent>);
static_assert(ShownAsTable<ShownTable> && !ShownAsTable<Table> && !ShownAsTable<Game>);
static_assert(!RecordedAs<Game> && !RecordedAs<Position>);

/// Everything that happened by chance in one world.
struct Chance {
  Setup setup;
  std::vector<std::vector<Tile>> answers;
  std::size_t bens_trade = 0;  ///< the index of its answer
};

/// What one world showed to those who may not know Ben's hand.
struct Shown {
  std::vector<std::string> to_ann;
  std::vector<std::string> to_eve;
  std::vector<std::string> log;
  std::vector<std::string> routes;
};

constexpr int bens_seat = 1;
constexpr int turns_of_ben = 4;
constexpr int events_behind = 9;  // more than a round

/// A table of Ann, Ben and a bot, with Eve as a spectator. Ben keeps one tile and trades it in the
/// end.
class World : public HubTest {
 public:
  World() = default;
  void TestBody() override {}

  /// Plays moves suggested by bots and records what chance brought.
  Chance play_freely(const std::string& variant, std::uint64_t seed) {
    Chance chance;
    Random random(seed);
    change_ = [&](HubServices& world) {
      world.deal = [&](const Ruleset& rules, std::vector<Player> players) {
        return chance.setup = deal(rules, std::move(players), random);
      };
      world.answer = [&](const Game& game) {
        if (bens_turns_ == turns_of_ben && game.position().turn == bens_seat)
          chance.bens_trade = chance.answers.size();
        return chance.answers.emplace_back(answer_for(game.rules(), game.position(), random));
      };
    };
    play(variant);
    return chance;
  }

  /// Repeats the other world's moves and chance, except for Ben's tile.
  void play_again(const std::string& variant, const Chance& chance, const World& other, Tile bens) {
    script_ = other.script_;
    kept_ = bens;
    std::size_t next = 0;
    change_ = [&](HubServices& world) {
      world.deal = [&](const Ruleset& /*rules*/, const std::vector<Player>& /*players*/) {
        return chance.setup;
      };
      world.answer = [&](const Game& /*game*/) { return chance.answers.at(next++); };
    };
    play(variant);
  }

  [[nodiscard]] Tile kept() const { return kept_; }
  Shown shown;
  std::int64_t bot_thinks_ms = 0;

 protected:
  void prepare(HubServices& world) override {
    if (change_) change_(world);
  }

 private:
  void play(const std::string& variant) {
    stop();
    bot_pace_ms_ = 500;
    think_ms_ = bot_thinks_ms;
    log_.clear();
    start();
    for (Client* client : {&ann_, &ben_, &eve_}) client->connect(*hub_);
    game_ = create(ann_, variant, 2, 1, {{"lobby", true}});
    send(eve_, {{"lobby", Json::object()}});
    watch(eve_, game_);
    send(ann_, {{"own", Json::object()}});
    tasks_.run_until([&] { return !ann_.own.is_null(); });
    hub_->tick();
    join(ben_, game_, "Ben");
    hub_->tick();
    if (script_.empty()) kept_ = tile_to_keep();
    for (std::size_t turn = 0; !done_; ++turn) play_turn(turn);
    shown.to_ann = ann_.messages;
    shown.to_eve = eve_.messages;
    shown.log = log_;
  }

  void play_turn(std::size_t turn) {
    wait_for_people();
    Client& mover = ann_.at_turn() ? ann_ : ben_;
    disturb(turn);
    if (&mover == &ben_ && ++bens_turns_ == turns_of_ben) {
      // Only the number of traded tiles may show.
      Json trade;
      trade["trade"] = to_json(std::vector<Tile>{kept_});
      ASSERT_TRUE(command(ben_, {{"act", trade}}).contains("seq"));
      done_ = true;
      wait_for_people();
      disturb(turn + 1);
      return;
    }
    if (turn == script_.size()) script_.push_back(next_act(mover));
    const Json answer = command(mover, {{"act", script_[turn]}});
    ASSERT_TRUE(answer.contains("seq")) << dump(answer);
  }

  /// The order in which a thread's answers arrive must not matter.
  void wait_for_people() {
    tasks_.run_until([&] {
      return (ann_.at_turn() || ben_.at_turn()) && ann_.table["seq"] == ben_.table["seq"] &&
             ann_.table["seq"] == eve_.table["seq"];
    });
  }

  /// Ben plays as if he did not hold the tile that he keeps.
  Json next_act(const Client& mover) const {
    View seen = mover.view();
    if (mover.user == ben_.user) {
      EXPECT_TRUE(seen.hand.remove(kept_));
    }
    Random random(1);
    return to_json(bot_named("greedy")->choose(seen, random));
  }

  [[nodiscard]] Tile tile_to_keep() const {
    // Choose one that does not affect the size of Ben's opening.
    for (const Tile tile : ben_.view().hand.list()) {
      Hand others = ben_.view().hand;
      if (others.remove(tile) && largest_set(others) == largest_set(ben_.view().hand)) return tile;
    }
    ADD_FAILURE() << "every tile counts";
    return {};
  }

  /// Causes errors and makes requests at tables.
  void disturb(std::size_t turn) {
    const Json nonsense = {{"act", {{"place", {"Rc@40,40"}}}}};
    for (Client* client : {&ann_, &ben_}) {
      command(*client, nonsense);
      Json behind = client->table;
      std::swap(behind, client->table);
      client->table["seq"] = std::max(1, client->table["seq"].get<int>() - events_behind);
      command(*client, {{"pause", Json::object()}});
    }
    hub_->receive(ann_.viewer, "{\"command\":");
    hub_->receive(ben_.viewer, "[]");
    send(ben_, {{"phrase", {{"game", to_text(game_)}, {"phrase", "oops"}}}});
    command(ben_, {{"take-back", Json::object()}});
    now_ms_ += 3'000;
    if (turn % 3 == 1) {
      hub_->disconnect(ben_.viewer);
      now_ms_ += 1'000;
      ben_.connect(*hub_);
      watch(ben_, game_);
    }
    hub_->tick();
    Accounts accounts(*store_,
                      {[this] { return now_ms_; }, [this] { return now_ms_; },
                       [this](std::function<void()> task) { tasks_.post(std::move(task)); },
                       [this](std::function<void()> task) { tasks_.post(std::move(task)); },
                       [](const std::vector<Id>& /*sessions*/) {}});
    Archive archive(*store_, {[this] { return now_ms_; },
                              [this](std::function<void()> task) { tasks_.post(std::move(task)); },
                              [this](const auto& work, const auto& then) {
                                tasks_.post([work, then] {
                                  work();
                                  then();
                                });
                                return true;
                              }});
    People people(*store_, accounts.guesses(),
                  {[this] { return now_ms_; }, [this] { return now_ms_; },
                   [this](std::function<void()> task) { tasks_.post(std::move(task)); },
                   [this](const Id& user) { return hub_->is_here(user); },
                   [this](const Id& game, const Id& user) { hub_->decline(game, user); }});
    const DailyKey key{};
    for (const RouteName& route : route_names()) {
      // Requests that change something create random ids and codes.
      if (route.method != "GET") continue;
      std::string path(route.path);
      if (const auto open = path.find('{'); open != std::string::npos)
        path.replace(open, path.find('}') - open + 1,
                     path.find("code") != std::string::npos ? ann_.table["code"].get<std::string>()
                                                            : to_text(game_));
      std::optional<HttpAnswer> answered;
      answer({*hub_, accounts, archive, people, {}, key},
             {std::string(route.method), path, "", {eve_.user, {}, "", ""}},
             [&](const HttpAnswer& found) { answered = found; });
      tasks_.run_until([&] { return answered.has_value(); });
      shown.routes.push_back(path + std::to_string(answered->status) + answered->body +
                             rest_of(*answered));
    }
  }

  /// What is made only while an answer is sent.
  std::string rest_of(const HttpAnswer& found) {
    std::string text;
    bool goes_on = found.rest != nullptr;
    while (goes_on) {
      std::optional<BodyPiece> piece;
      found.rest([&](BodyPiece made) { piece = std::move(made); });
      tasks_.run_until([&] { return piece.has_value(); });
      text += piece->text;
      goes_on = piece->kind == BodyPiece::Kind::text;
    }
    return text;
  }

  Client ann_{1};
  Client ben_{2};
  Client eve_{3};
  Id game_;
  std::function<void(HubServices&)> change_;
  std::vector<Json> script_;
  Tile kept_{};
  int bens_turns_ = 0;
  bool done_ = false;
};

/// The same chance, except that Ben holds another tile from the start, the bag holds his, and he
/// draws that one when he trades. Empty if the difference would show, for example because the tile
/// decides who opens.
std::optional<std::pair<Chance, Tile>> with_another_tile(const Ruleset& rules, const Chance& chance,
                                                         Tile kept) {
  const auto drawn = [&](Tile tile) {
    return std::ranges::any_of(chance.answers, [&](const std::vector<Tile>& tiles) {
      return std::ranges::find(tiles, tile) != tiles.end();
    });
  };
  for (const Tile tile : all_tiles()) {
    if (tile == kept || drawn(tile)) continue;
    Chance other = chance;
    auto& hand = other.setup.hands[bens_seat];
    *std::ranges::find(hand, kept) = tile;
    if (largest_set(Hand(hand)) != largest_set(Hand(chance.setup.hands[bens_seat])) ||
        !Game::begin(rules, other.setup))
      continue;
    auto& drawn_by_ben = other.answers.at(chance.bens_trade);
    if (drawn_by_ben.size() != 1 || drawn_by_ben.front() == kept) continue;
    if (std::ranges::find_if(
            chance.answers.begin() + static_cast<std::ptrdiff_t>(chance.bens_trade),
            chance.answers.end(), [&](const std::vector<Tile>& tiles) {
              return std::ranges::find(tiles, kept) != tiles.end();
            }) != chance.answers.end())
      continue;
    drawn_by_ben.front() = kept;
    return std::pair{other, tile};
  }
  return std::nullopt;
}

/// A description of the difference; empty if both are the same.
std::string first_difference(const std::vector<std::string>& one,
                             const std::vector<std::string>& other) {
  for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i) {
    const auto [at, there] = std::ranges::mismatch(one[i], other[i]);
    if (at == one[i].end() && there == other[i].end()) continue;
    const auto from =
        static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, at - one[i].begin() - 80));
    return "message " + std::to_string(i) + ": " + one[i].substr(from, 160) + "\nbut " +
           other[i].substr(from, 160);
  }
  return one.size() == other.size() ? "" : "one world said more than the other";
}

class LeakTest : public testing::TestWithParam<std::string> {};

TEST_P(LeakTest, WorldsThatDifferInHiddenTilesLookTheSame) {
  const std::string& variant = GetParam();
  int pairs = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    World one;
    one.bot_thinks_ms = 10;
    const Chance chance = one.play_freely(variant, seed);
    const auto other_chance =
        with_another_tile(edition_named(variant)->ruleset(), chance, one.kept());
    if (!other_chance) continue;
    World other;
    other.bot_thinks_ms = 300;
    other.play_again(variant, other_chance->first, one, other_chance->second);
    if (testing::Test::HasFailure()) return;
    EXPECT_EQ(first_difference(one.shown.to_ann, other.shown.to_ann), "");
    EXPECT_EQ(first_difference(one.shown.to_eve, other.shown.to_eve), "");
    EXPECT_EQ(first_difference(one.shown.log, other.shown.log), "");
    EXPECT_EQ(first_difference(one.shown.routes, other.shown.routes), "");
    ++pairs;
  }
  EXPECT_GE(pairs, 3) << "too few pairs to tell anything";
}

INSTANTIATE_TEST_SUITE_P(HiddenHands, LeakTest,
                         testing::Values("base", "select", "connect", "select-connect"),
                         [](const auto& variant) {
                           std::string name = variant.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace sixfold::server
