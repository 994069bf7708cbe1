// A client at the other end of the network, honest or not.
#pragma once

#include <memory>
#include <string>

#include "simulation/network.hpp"

namespace sixfold::simulation {

/// What a client has of the world around it.
struct Surroundings {
  Environment& environment;
  /// A new connection to any node; it opens later, or is lost.
  std::function<std::shared_ptr<Connection>(const server::Identity&, bool honest, ConnectionEnd)>
      connect;
  /// Any game that there ever was; none before the first.
  std::function<std::optional<Id>()> any_game;
};

class Peer {
 public:
  Peer(Surroundings& surroundings, server::Identity who, bool honest)
      : surroundings_(surroundings), who_(std::move(who)), honest_(honest) {}
  virtual ~Peer() = default;
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  /// Acts from now on, every so often.
  void begin();
  /// Does nothing more and goes away.
  void retire();

  [[nodiscard]] const server::Identity& who() const { return who_; }

 protected:
  /// Does something; gives the time until it wants to do something again.
  virtual Micros act() = 0;
  virtual void opened() {}
  virtual void heard(const std::string& message) = 0;
  virtual void lost() {}

  void connect();
  void disconnect();
  void send(std::string message);
  [[nodiscard]] bool is_connected() const { return connection_ && connection_->is_open(); }
  [[nodiscard]] Connection* connection() { return connection_.get(); }
  [[nodiscard]] Environment& environment() { return surroundings_.environment; }

  Surroundings& surroundings_;

 private:
  void act_again(Micros delay);

  server::Identity who_;
  bool honest_;
  bool retired_ = false;
  std::shared_ptr<Connection> connection_;
};

}  // namespace sixfold::simulation
