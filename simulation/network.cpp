#include "simulation/network.hpp"

#include <algorithm>

namespace sixfold::simulation {

namespace {

// What a node's thread needs to read or to write a message: encoding costs most.
constexpr Micros cost_of_message = 20;
constexpr Micros cost_of_kibibyte = 60;
// How long the ends of a torn connection may take it for a living one.
constexpr Micros client_notices = 8 * second;
constexpr Micros server_notices = 20 * second;

Micros cost_of(const std::string& message) {
  return cost_of_message + static_cast<Micros>(message.size()) * cost_of_kibibyte / 1024;
}

}  // namespace

Connection::Connection(Environment& environment, Node& node, server::Identity who,
                       ConnectionEnd client, ConnectionWitness witness)
    : environment_(environment),
      node_(node),
      who_(std::move(who)),
      client_(std::move(client)),
      witness_(std::move(witness)),
      number_(++environment.connections),
      latency_(environment.between(5, 80) * millisecond) {}

/// Later than what was sent before.
Micros Connection::next_arrival(Micros& last) {
  last =
      std::max(last, environment_.scheduler.now() + latency_ + environment_.between(0, latency_));
  return last;
}

void Connection::open() {
  environment_.scheduler.at(next_arrival(last_up_), [self = shared_from_this()] {
    if (!self->node_.is_ready()) return self->client_loses(self->latency_);
    self->node_.post([self] { self->accept(); });
  });
}

void Connection::accept() {
  if (!client_open_ || is_torn_) return;
  server_open_ = true;
  opened_at_ = environment_.scheduler.now();
  viewer_ = node_.hub().connect(
      who_,
      [self = weak_from_this()](const std::string& message) {
        if (const auto connection = self.lock()) connection->server_send(message);
      },
      [self = weak_from_this()] {
        if (const auto connection = self.lock()) connection->is_finishing_ = true;
      });
  environment_.scheduler.at(next_arrival(last_down_), [self = shared_from_this()] {
    if (self->client_open_ && !self->is_torn_) self->client_.opened();
  });
}

// From the client

void Connection::send(std::string message) {
  if (!client_open_) return;
  environment_.note("say", message);
  witness_.asked(message);
  environment_.scheduler.at(next_arrival(last_up_),
                            [self = shared_from_this(), message = std::move(message)] {
                              if (self->is_torn_ || !self->server_open_) return;
                              self->node_.post([self, message] { self->receive(message); });
                            });
}

void Connection::receive(const std::string& message) {
  if (!server_open_ || is_finishing_) return;
  node_.charge(cost_of(message));
  if (message.size() > server::longest_frame) return drop();
  if (bucket_.take(server::SocketLimits::messages, node_.steady_ms())) {
    witness_.arrived(message);
    return node_.hub().receive(viewer_, message);
  }
  server_send(R"({"error":{"code":"too_fast"}})");
  if (++too_fast_ > server::SocketLimits::most_messages_too_fast) drop();
}

void Connection::close() {
  if (!client_open_) return;
  client_open_ = false;
  environment_.scheduler.at(next_arrival(last_up_), [self = shared_from_this()] {
    if (self->server_open_) self->drop();
  });
}

// From the node

void Connection::server_send(const std::string& message) {
  witness_.sent(number_, message);
  node_.charge(cost_of(message));
  if (!server_open_) return;
  if (outgoing_.size() >= server::SocketLimits::longest_queue ||
      outgoing_bytes_ + message.size() > server::SocketLimits::largest_queue)
    return drop();
  outgoing_.push_back(message);
  outgoing_bytes_ += message.size();
  if (!is_writing_) write_next();
}

/// The next message is written once the client has read as much of this one as fits no buffer.
void Connection::write_next() {
  is_writing_ = !outgoing_.empty();
  if (!is_writing_) return is_finishing_ ? drop() : void();
  constexpr Micros never = 3'600 * second;
  const auto bytes = static_cast<Micros>(outgoing_.front().size());
  const Micros takes =
      is_torn_ || bytes_per_second_ == 0 ? never : bytes * second / bytes_per_second_;
  environment_.scheduler.after(takes, [self = shared_from_this()] {
    if (!self->server_open_ || self->outgoing_.empty()) return;
    const std::string message = std::move(self->outgoing_.front());
    self->outgoing_.pop_front();
    self->outgoing_bytes_ -= message.size();
    if (!self->is_torn_) self->deliver(message);
    self->write_next();
  });
}

void Connection::deliver(const std::string& message) {
  environment_.scheduler.at(next_arrival(last_down_), [self = shared_from_this(), message] {
    if (!self->client_open_ || self->is_torn_) return;
    self->environment_.note("hear", message);
    self->client_.heard(message);
  });
}

/// The node ends the connection, or learns that it has ended.
void Connection::drop() {
  if (!std::exchange(server_open_, false)) return;
  outgoing_.clear();
  outgoing_bytes_ = 0;
  node_.post([self = shared_from_this()] { self->node_.hub().disconnect(self->viewer_); });
  client_loses(latency_);
}

void Connection::client_loses(Micros delay) {
  environment_.scheduler.after(delay, [self = shared_from_this()] {
    if (std::exchange(self->client_open_, false)) self->client_.lost();
  });
}

void Connection::tear() {
  if (std::exchange(is_torn_, true)) return;
  client_loses(environment_.between(0, client_notices));
  environment_.scheduler.after(environment_.between(0, server_notices),
                               [self = shared_from_this()] { self->drop(); });
}

void Connection::node_gone() {
  server_open_ = false;
  outgoing_.clear();
  outgoing_bytes_ = 0;
  client_loses(environment_.between(0, client_notices));
}

// Between nodes

void Bus::publish(const server::BusNews& news) {
  for (Node* const node : nodes_) {
    if (static_cast<int>(environment_.rng.below(100)) < lost_percent_) continue;
    deliver(*node, news);
    if (environment_.one_in(50)) deliver(*node, news);
  }
}

void Bus::deliver(Node& node, const server::BusNews& news) {
  environment_.scheduler.after(environment_.between(0, 20) * millisecond, [&node, news] {
    if (node.is_ready()) node.post([&node, news] { node.hub().hear(news); });
  });
}

}  // namespace sixfold::simulation
