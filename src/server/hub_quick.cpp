// Quick matches: a seat at a table of the same game or, if there is none, a new table.
#include <algorithm>
#include <utility>

#include "server/hub.hpp"

namespace sixfold::server {

namespace {

/// Whether another table would refuse for the same reason.
bool is_about_the_player(RefusalCode code) {
  return code == RefusalCode::bad_name || code == RefusalCode::name_reserved ||
         code == RefusalCode::name_too_long;
}

std::set<Id> with(std::set<Id> tried, const Id& game) {
  tried.insert(game);
  return tried;
}

}  // namespace

void Hub::on(ViewerNumber viewer, const QuickMatch& quick) {
  unless_done_before(
      viewer, quick.command,
      [this, viewer, create = CreateTable{quick.command, quick_plan(quick), quick.name}] {
        const Id user = connections_.at(viewer).user;
        if (!searches_of_user_.take(user, services_.steady_ms()))
          return refuse(viewer, create.command, "too_fast");
        // A search that cannot lead to a seat must not end the one before.
        const auto possible =
            decide_create(TableCreated{create.plan, user, {}, std::nullopt, 0},
                          JoinTable{name_at_table(viewer, create.name), std::nullopt},
                          table_user(viewer).kind, table_services(nullptr, services_.now_ms()));
        if (!possible) return refuse(viewer, create.command, code_of(possible.error().code));
        seat_quickly(viewer, create, {});
      });
}

/// `quick`: the table to create if no other suits; `tried`: the tables where another player was
/// faster. Somebody who waits at a table already stays there, unless others wait elsewhere.
void Hub::seat_quickly(ViewerNumber viewer, const CreateTable& quick, const std::set<Id>& tried) {
  if (!connections_.contains(viewer)) return;
  const Id user = connections_.at(viewer).user;
  Room* own = nullptr;
  Room* other = nullptr;
  for (const Id& game : lobby_.tables_of(user)) {
    Room& room = *rooms_.at(game);
    if (room.table.plan() == quick.plan && (own == nullptr || room.table.is_full())) own = &room;
  }
  if (tried.size() < most_tries)
    for (const Id& game : lobby_.matches(quick.plan)) {
      Room& room = *rooms_.at(game);
      if (room.table.seat_of(user) || tried.contains(game) || room.queue.is_full() ||
          !is_listed(room.table, moment(room)))
        continue;
      other = &room;
      break;
    }
  const bool stays = own != nullptr && (other == nullptr || own->table.is_full() ||
                                        present_at(*own) > present_at(*other));
  if (stays) return stay_at(*own, viewer, quick, tried);
  if (own != nullptr) return move_on(*own, viewer, quick, tried);
  if (other == nullptr) return open_for_match(viewer, quick, tried);
  enqueue(*other, [this, &room = *other, viewer, quick, tried = with(tried, other->game)] {
    take_seat_quickly(room, viewer, quick, tried, true);
  });
}

/// Leaves the own table and only then looks for a seat again. If two who wait at tables of their
/// own come back at the same time, both may leave, but neither is promised a seat that the other is
/// about to give up.
void Hub::move_on(Room& own, ViewerNumber viewer, const CreateTable& quick,
                  const std::set<Id>& tried) {
  enqueue(own, [this, &own, viewer, quick, tried] {
    if (!connections_.contains(viewer)) return;
    const Id user = connections_.at(viewer).user;
    const std::int64_t now = services_.now_ms();
    auto outcome = decide(own.table, user, LeaveTable{}, table_services(&own, now));
    // Somebody has come, or the search is over for another reason.
    if (!outcome || own.table.status() != GameStatus::waiting || own.table.is_full())
      return stay_at(own, viewer, quick, tried);
    store(own, *std::move(outcome), now, std::nullopt,
          [this, game = own.game, viewer, quick, tried](Stored how) {
            if (how == Stored::failed) return refuse(viewer, quick.command, "unavailable");
            seat_quickly(viewer, quick, with(tried, game));
          });
  });
}

/// Welcomes the user back at the own table if the seat is still theirs once all that was asked for
/// before has happened.
void Hub::stay_at(Room& own, ViewerNumber viewer, const CreateTable& quick,
                  const std::set<Id>& tried) {
  enqueue(own, [this, &own, viewer, quick, tried] {
    if (!connections_.contains(viewer)) return;
    if (own.table.seat_of(connections_.at(viewer).user))
      return welcome_back(own, viewer, quick.command);
    services_.post([this, viewer, quick, tried = with(tried, own.game)] {
      seat_quickly(viewer, quick, tried);
    });
  });
}

/// How many of the table's players are present.
std::ptrdiff_t Hub::present_at(const Room& room) const {
  return std::ranges::count_if(room.table.seats(), [this](const TableSeat& seat) {
    return seat.user && !presence_.away_since_ms(*seat.user);
  });
}

/// Makes the user leave the tables of all other quick matches.
void Hub::end_other_searches(const Id& user, const Id& game) {
  for (const Id& listed : std::set(lobby_.tables_of(user))) {
    Room& room = *rooms_.at(listed);
    if (listed != game && is_quick(room.table.plan())) end_search(room, user, most_tries);
  }
}

void Hub::end_search(Room& room, const Id& user, int tries) {
  enqueue(room, [this, &room, user, tries] {
    // Whoever has begun to play must not resign.
    if (room.table.status() != GameStatus::waiting) return;
    const std::int64_t now = services_.now_ms();
    auto outcome = decide(room.table, user, LeaveTable{}, table_services(&room, now));
    if (!outcome) return;
    store(room, *std::move(outcome), now, std::nullopt, [this, &room, user, tries](Stored how) {
      if (how == Stored::overtaken && tries > 1) end_search(room, user, tries - 1);
    });
  });
}

/// Nobody who plays with strangers looks for others meanwhile.
void Hub::end_searches_of_players(const Room& room) {
  if (!room.table.plan().in_lobby) return;
  for (const TableSeat& seat : room.table.seats())
    if (seat.user) end_other_searches(*seat.user, room.game);
}

/// The user has a seat there already, perhaps because of the same command.
void Hub::welcome_back(const Room& room, ViewerNumber viewer, const Id& command) {
  unless_done_before(viewer, command,
                     [this, place = store::EventPlace{room.game, room.seq}, viewer, command] {
                       welcome(place, viewer, command);
                     });
}

/// `may_repeat`: whether to try again here if another node has changed the table meanwhile.
void Hub::take_seat_quickly(Room& room, ViewerNumber viewer, const CreateTable& quick,
                            const std::set<Id>& tried, bool may_repeat) {
  if (!connections_.contains(viewer)) return;
  const std::int64_t now = services_.now_ms();
  auto outcome = decide(room.table, table_user(viewer),
                        JoinTable{name_at_table(viewer, quick.name), std::nullopt},
                        table_services(&room, now));
  const auto next = [this, viewer, quick, tried] { seat_quickly(viewer, quick, tried); };
  const Id user = connections_.at(viewer).user;
  if (outcome && !may_change(room, user, JoinTable{})) return services_.post(next);
  if (outcome) {
    Request request{viewer, quick.command, next};
    if (may_repeat)
      request.overtaken = [this, &room, viewer, quick, tried] {
        take_seat_quickly(room, viewer, quick, tried, false);
      };
    return store(room, *std::move(outcome), now, request, [this, &room, user](Stored how) {
      if (how == Stored::done) end_other_searches(user, room.game);
    });
  }
  if (outcome.error().code == RefusalCode::already_seated)
    return welcome_back(room, viewer, quick.command);
  if (is_about_the_player(outcome.error().code))
    return refuse(viewer, quick.command, code_of(outcome.error().code));
  services_.post(next);
}

/// Players who ask for the same game at the same time must find each other: only the first opens a
/// table, and the others wait until they can join it.
void Hub::open_for_match(ViewerNumber viewer, const CreateTable& quick, const std::set<Id>& tried) {
  const auto opening = std::ranges::find(openings_, quick.plan, &Opening::plan);
  if (opening != openings_.end() && tried.size() < most_tries) {
    if (opening->waiting.size() >= most_waiting) return refuse(viewer, quick.command, "busy");
    opening->waiting.emplace_back(
        [this, viewer, quick, tried] { seat_quickly(viewer, quick, tried); });
    return;
  }
  if (create_if_allowed(viewer, quick) && opening == openings_.end())
    openings_.push_back({quick.command, quick.plan, {}});
}

/// The table that this command should open is there, or was refused: seats those who wait for it.
void Hub::match_opened(const Id& user, const Id& command) {
  const auto opening = std::ranges::find(openings_, command, &Opening::command);
  if (opening == openings_.end()) return;
  const auto waiting = std::move(opening->waiting);
  openings_.erase(opening);
  // The lobby lists it once it is loaded.
  load(services_.new_game(user, command), [waiting](auto&&... /*room*/) {
    for (const auto& seat : waiting) seat();
  });
}

}  // namespace sixfold::server
