// One catalogue of all that a client can say. A new kind of message or command does not compile
// until it has joined: every alternative of the two variants needs its own overload below.
#pragma once

#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "record/json.hpp"
#include "server/client_message.hpp"
#include "simulation/environment.hpp"

namespace sixfold::simulation {

/// What a message is about.
struct Aim {
  Id game;
  std::uint64_t seq = 0;
  Id command;
};

/// Commands at tables count one by one.
inline constexpr std::size_t message_kinds =
    std::variant_size_v<protocol::ClientMessage> - 1 + std::variant_size_v<protocol::TableCommand>;

/// An object with one member.
[[nodiscard]] Json of(const char* key, Json value = Json::object());

/// A plan that a server takes; a harmless one for people who want to play.
[[nodiscard]] Json any_plan(Environment& environment, bool harmless);
[[nodiscard]] std::string any_name(Environment& environment);
[[nodiscard]] std::vector<std::uint8_t> any_bytes(Environment& environment, std::size_t count);
[[nodiscard]] Json any_seed(Environment& environment);

/// Any message of a kind.
class Catalogue {
 public:
  explicit Catalogue(Environment& environment) : environment_(environment) {}

  /// Precondition: kind < message_kinds.
  [[nodiscard]] Json message(std::size_t kind, const Aim& aim);

 private:
  template <class T>
  using Kind = std::type_identity<T>;

  Json say(Kind<protocol::ClientHello> kind, const Aim& aim);
  Json say(Kind<protocol::CreateTable> kind, const Aim& aim);
  Json say(Kind<protocol::QuickMatch> kind, const Aim& aim);
  Json say(Kind<protocol::WatchTable> kind, const Aim& aim);
  Json say(Kind<protocol::UnwatchTable> kind, const Aim& aim);
  Json say(Kind<protocol::EnterLobby> kind, const Aim& aim);
  Json say(Kind<protocol::LeaveLobby> kind, const Aim& aim);
  Json say(Kind<protocol::AskOwnTables> kind, const Aim& aim);
  Json say(Kind<protocol::SayPhrase> kind, const Aim& aim);

  Json order(Kind<protocol::JoinTable> kind);
  Json order(Kind<protocol::LeaveTable> kind);
  Json order(Kind<protocol::RemovePlayer> kind);
  Json order(Kind<protocol::LockTable> kind);
  Json order(Kind<protocol::UnlockTable> kind);
  Json order(Kind<protocol::MakeMove> kind);
  Json order(Kind<protocol::AskPause> kind);
  Json order(Kind<protocol::AskTakeBack> kind);
  Json order(Kind<protocol::RefuseWish> kind);
  Json order(Kind<protocol::ResumeGame> kind);
  Json order(Kind<protocol::LetBotPlay> kind);
  Json order(Kind<protocol::LetSeatLeave> kind);
  Json order(Kind<protocol::ReturnToSeat> kind);
  Json order(Kind<protocol::AskRematch> kind);
  Json order(Kind<protocol::GiveSeed> kind);
  Json order(Kind<protocol::GiveSeal> kind);
  Json order(Kind<protocol::FillSeat> kind);

  [[nodiscard]] int any_seat() { return static_cast<int>(environment_.rng.below(4)); }

  Environment& environment_;
};

}  // namespace sixfold::simulation
