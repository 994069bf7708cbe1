#include "simulation/peer.hpp"

namespace sixfold::simulation {

void Peer::begin() { act_again(environment().between(0, 5 * second)); }

void Peer::act_again(Micros delay) {
  environment().scheduler.after(delay, [this] {
    if (!retired_) act_again(act());
  });
}

void Peer::retire() {
  retired_ = true;
  disconnect();
}

void Peer::connect() {
  disconnect();
  connection_ = surroundings_.connect(
      who_, honest_,
      {[this] { opened(); }, [this](const std::string& message) { heard(message); },
       [this] { lost(); }});
}

void Peer::disconnect() {
  if (connection_) connection_->close();
  connection_.reset();
}

void Peer::send(std::string message) {
  if (connection_) connection_->send(std::move(message));
}

}  // namespace sixfold::simulation
