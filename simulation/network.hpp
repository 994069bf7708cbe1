// WebSockets between clients and nodes, and the bus between nodes. What is sent on one connection
// arrives in order; connections tear, with or without a word to either end; a slow reader is cut
// off by the limits of the real socket.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "server/limits.hpp"
#include "simulation/node.hpp"

namespace sixfold::simulation {

/// What a client hears of its connection.
struct ConnectionEnd {
  std::function<void()> opened;
  std::function<void(const std::string& message)> heard;
  std::function<void()> lost;
};

/// Sees every message: when a client sends it, when a node gets it, and when one leaves a hub.
struct ConnectionWitness {
  std::function<void(const std::string& message)> asked;
  std::function<void(const std::string& message)> arrived;
  std::function<void(std::uint64_t connection, const std::string& message)> sent;
};

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Environment& environment, Node& node, server::Identity who, ConnectionEnd client,
             ConnectionWitness witness);

  void open();
  /// From the client.
  void send(std::string message);
  /// By the client, for good: it hears nothing more.
  void close();
  /// The network breaks; both ends find out later, each by itself.
  void tear();
  /// The node's process is gone.
  void node_gone();
  /// Bytes per second that the client reads; 0: it does not read.
  void read_at(std::int64_t bytes_per_second) { bytes_per_second_ = bytes_per_second; }

  [[nodiscard]] bool is_open() const { return client_open_; }
  /// Neither torn nor closed at either end.
  [[nodiscard]] bool is_sound() const { return client_open_ && server_open_ && !is_torn_; }
  [[nodiscard]] bool is_gone() const { return !client_open_ && !server_open_; }
  [[nodiscard]] const Node& node() const { return node_; }
  [[nodiscard]] const Id& user() const { return who_.user; }
  [[nodiscard]] Micros opened_at() const { return opened_at_; }

 private:
  void accept();
  void receive(const std::string& message);
  void deliver(const std::string& message);
  void server_send(const std::string& message);
  void write_next();
  void drop();
  void client_loses(Micros delay);
  [[nodiscard]] Micros next_arrival(Micros& last);

  Environment& environment_;
  Node& node_;
  server::Identity who_;
  ConnectionEnd client_;
  ConnectionWitness witness_;
  std::uint64_t number_;
  Micros latency_;
  std::int64_t bytes_per_second_ = 1'000'000;
  server::ViewerNumber viewer_ = 0;
  bool client_open_ = true;
  bool server_open_ = false;
  bool is_torn_ = false;
  bool is_finishing_ = false;
  bool is_writing_ = false;
  Micros opened_at_ = 0;
  Micros last_up_ = 0, last_down_ = 0;
  std::deque<std::string> outgoing_;
  std::size_t outgoing_bytes_ = 0;
  server::TokenBucket bucket_;
  int too_fast_ = 0;
};

/// Hints between nodes; as Redis does, it brings each to everyone, also to its sender.
class Bus {
 public:
  explicit Bus(Environment& environment) : environment_(environment) {}

  void join(Node& node) { nodes_.push_back(&node); }
  void publish(const server::BusNews& news);
  /// From 0, all arrive, to 100.
  void lose(int percent) { lost_percent_ = percent; }

 private:
  void deliver(Node& node, const server::BusNews& news);

  Environment& environment_;
  std::vector<Node*> nodes_;
  int lost_percent_ = 0;
};

}  // namespace sixfold::simulation
