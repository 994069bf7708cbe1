// Creates tables.
#include <algorithm>
#include <ranges>
#include <utility>

#include "record/durations.hpp"
#include "server/hub.hpp"
#include "server/table_append.hpp"
#include "server/table_notices.hpp"

namespace sixfold::server {

namespace {

constexpr std::int64_t invitation_ms = 7 * day_ms;

bool is_bots(const SeatPlan& seat) { return seat.kind == SeatPlan::Kind::bot; }

std::vector<store::Invitation> invitations_of(const TablePlan& plan, const Id& host,
                                              std::int64_t now_ms) {
  std::vector<store::Invitation> invitations;
  for (const SeatPlan& seat : plan.seats)
    if (seat.reserved)
      invitations.push_back({*seat.reserved, host, dump(protocol::write(summary_of(plan))),
                             static_cast<int>(plan.seats.size()), now_ms + invitation_ms});
  return invitations;
}

}  // namespace

/// If the command has been carried out before and its answer was lost, sends that answer again.
void Hub::unless_done_before(ViewerNumber viewer, const Id& command, std::function<void()> go_on) {
  store_.find_command_of(connections_.at(viewer).user, command,
                         [this, viewer, command, go_on = std::move(go_on)](auto found) {
                           services_.post([this, viewer, command, go_on, found = std::move(found)] {
                             if (!connections_.contains(viewer)) return;
                             if (!found) return refuse(viewer, command, "unavailable");
                             if (*found) return welcome(**found, viewer, command);
                             go_on();
                           });
                         });
}

/// Shows the table at which the command took effect.
void Hub::welcome(const store::EventPlace& done, ViewerNumber viewer, const Id& command) {
  load(done.game, [this, viewer, command, seq = done.seq](Room* room, NoRoom /*why_not*/) {
    if (room == nullptr) return refuse(viewer, command, "unavailable");
    add_viewer(*room, viewer);
    acknowledge(viewer, command, room->game, seq);
    show(*room, viewer);
  });
}

/// Takes the tokens that a new table costs; otherwise returns the reason why there can be none now.
std::string_view Hub::why_no_table(ViewerNumber viewer) {
  if (open_tables_ + static_cast<int>(creating_.size()) >= services_.most_tables)
    return "server_full";
  const Identity& who = connections_.at(viewer).who;
  const std::int64_t now = services_.steady_ms();
  const bool may = tables_of_user_.take(who.user, now) &&
                   (who.address.empty() || tables_of_address_.take(who.address, now));
  return may ? "" : "too_fast";
}

bool Hub::has_too_many(const std::vector<store::GameRow>& games) const {
  return std::ranges::count_if(games, [](const store::GameRow& row) {
           return row.status != GameStatus::ended;
         }) >= services_.tables_per_user;
}

/// Keeps the last seats for those who are invited; the host has the first that is not a bot's.
void Hub::find_invited(ViewerNumber viewer, const CreateTable& create) {
  const Identity& who = connections_.at(viewer).who;
  if (who.kind != SeatTaken::Kind::person || !services_.find_invited)
    return refuse(viewer, create.command, "account_needed");
  const auto people =
      std::ranges::count_if(create.plan.seats, [](const SeatPlan& seat) { return !is_bots(seat); });
  if (create.plan.in_lobby || std::cmp_less_equal(people, create.invite.size()))
    return refuse(viewer, create.command, code_of(RefusalCode::no_free_seat));
  services_.find_invited(who.user, create.invite,
                         [this, viewer, create = CreateTable(create)](
                             const Result<std::vector<Id>, std::string>& found) mutable {
                           if (!connections_.contains(viewer)) return;
                           if (!found) return refuse(viewer, create.command, found.error());
                           auto next = found->rbegin();
                           for (SeatPlan& seat : std::views::reverse(create.plan.seats))
                             if (!is_bots(seat) && next != found->rend())
                               seat = {SeatPlan::Kind::invited, "", *next++};
                           static_cast<void>(create_if_allowed(viewer, create));
                         });
}

/// False if it was refused at once.
bool Hub::create_if_allowed(ViewerNumber viewer, const CreateTable& create) {
  if (const std::string_view refusal = why_no_table(viewer); !refusal.empty()) {
    refuse(viewer, create.command, refusal);
    return false;
  }
  const Id user = connections_.at(viewer).user;
  auto& waiting = creating_[user];
  waiting.emplace_back([this, viewer, user, create] { count_tables(viewer, user, create); });
  if (waiting.size() == 1) waiting.front()();
  return true;
}

void Hub::count_tables(ViewerNumber viewer, const Id& user, const CreateTable& create) {
  games_of(user, [this, viewer, user, create](const auto& rows) {
    if (rows && !has_too_many(*rows)) return create_table(viewer, user, create, most_tries);
    refuse(viewer, create.command, rows ? "too_many_tables" : "unavailable");
    created_or_not(user, create);
  });
}

/// The user's table has been created or refused: starts the next one.
void Hub::created_or_not(const Id& user, const CreateTable& create) {
  services_.post([this, user, command = create.command] {
    match_opened(user, command);
    const auto found = creating_.find(user);
    found->second.pop_front();
    if (found->second.empty())
      creating_.erase(found);
    else
      found->second.front()();
  });
}

void Hub::create_table(ViewerNumber viewer, const Id& user, const CreateTable& create, int tries) {
  // If the viewer is gone, the client will ask again.
  if (!connections_.contains(viewer)) return created_or_not(user, create);
  const Id game = services_.new_game(user, create.command);
  const std::int64_t now = services_.now_ms();
  TableCreated created = new_table(create.plan, user);
  if (!create.invite.empty()) {
    // Whoever has invited others may be away when they come, and cannot give a seed then.
    created.wait_ms = invitation_ms;
    created.seed_wait_ms = 0;
  }
  const auto outcome =
      decide_create(created, JoinTable{name_at_table(viewer, create.name), std::nullopt},
                    table_user(viewer).kind, table_services(nullptr, now));
  if (!outcome) {
    refuse(viewer, create.command, code_of(outcome.error().code));
    return created_or_not(user, create);
  }
  auto request = append_request(game, 0, GameStatus::waiting, *outcome, now, create.command);
  if (!create.invite.empty()) request.invitations = invitations_of(create.plan, user, now);
  const bool starts = std::ranges::any_of(outcome->events, [](const auto& event) {
    return std::holds_alternative<GameStarted>(event);
  });
  store_.append(std::move(request), [this, viewer, user, create, game, starts, tries](auto answer) {
    services_.post([this, viewer, user, create, game, starts, tries, answer = std::move(answer)] {
      using Kind = store::AppendRefusal::Kind;
      if (!answer && answer.error().kind == Kind::code_taken && tries > 1)
        return create_table(viewer, user, create, tries - 1);
      created_or_not(user, create);
      if (answer) {
        ++figures_.commands_stored;
        ++open_tables_;
        const Json with = {{"game", to_text(game)}, {"variant", create.plan.rules.variant}};
        services_.log("table_created", with);
        if (starts) services_.log("game_started", with);
        services_.publish(store::EventPlace{game, *answer});
        if (is_quick(create.plan)) end_other_searches(user, game);
        return welcome({game, *answer}, viewer, create.command);
      }
      if (answer.error().kind == Kind::repeated)
        return welcome({game, answer.error().seq}, viewer, create.command);
      services_.log("not_stored", {{"game", to_text(game)}, {"why", answer.error().why}});
      refuse(viewer, create.command, "unavailable");
    });
  });
}

void Hub::decline(const Id& game, const Id& user) {
  load(game, [this, user](Room* room, NoRoom /*why_not*/) {
    if (room != nullptr && !room->queue.is_full()) decline(*room, user, most_tries);
  });
}

void Hub::decline(Room& room, const Id& user, int tries) {
  enqueue(room, [this, &room, user, tries] {
    if (!keeps_seat_for(room.table, user)) return;
    const std::int64_t now = services_.now_ms();
    auto outcome = decide(room.table, user, LeaveTable{}, table_services(&room, now));
    if (!outcome) return;
    store(room, *std::move(outcome), now, std::nullopt, [this, &room, user, tries](Stored how) {
      if (how == Stored::overtaken && tries > 1) decline(room, user, tries - 1);
    });
  });
}

}  // namespace sixfold::server
