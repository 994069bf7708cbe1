// A client that means harm, or is broken: it says anything of the catalogue, about anything, as
// often as it can, in whatever shape.
#pragma once

#include <vector>

#include "simulation/catalogue.hpp"
#include "simulation/peer.hpp"

namespace sixfold::simulation {

/// What a vandal does for a while: one of each of these, so that there are thousands of ways.
struct Assault {
  enum class Target : std::uint8_t { own_table, known_table, any_table, no_table };
  enum class Seq : std::uint8_t { right, late, zero, huge };
  enum class Command : std::uint8_t { fresh, repeated };
  enum class Bytes : std::uint8_t { whole, changed, cut_off, long_text };
  enum class Pace : std::uint8_t { seldom, steady, storm };

  std::size_t kind = 0;  ///< message_kinds: any, each time
  Target target{};
  Seq seq{};
  Command command{};
  Bytes bytes{};
  Pace pace{};
  Micros until = 0;
};

class Vandal final : public Peer {
 public:
  Vandal(Surroundings& surroundings, server::Identity who);

 protected:
  Micros act() override;
  void heard(const std::string& message) override;

 private:
  void choose_assault();
  [[nodiscard]] Aim aim();
  [[nodiscard]] std::string next_message();

  Catalogue catalogue_;
  Assault assault_;
  bool reads_slowly_;
  std::map<Id, std::uint64_t> own_, known_;  // tables with the last seq that was seen
  std::vector<Id> commands_;                 // that were sent
};

}  // namespace sixfold::simulation
