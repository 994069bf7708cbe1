// The body of an answer that is made while it is sent, so that it is never in memory as a whole.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace sixfold::server {

struct BodyPiece {
  enum class Kind : std::uint8_t {
    text,   ///< what comes next; if it is empty, ask again a little later
    end,    ///< nothing follows
    fault,  ///< the rest cannot be made
  };
  Kind kind = Kind::fault;
  std::string text;
};
using TakePiece = std::function<void(BodyPiece)>;
/// Makes the next piece and passes it on, now or later. To be called again only after that.
using BodySource = std::function<void(TakePiece)>;

}  // namespace sixfold::server
