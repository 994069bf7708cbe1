// The open connections of a server: how many are allowed, and which one is closed when there are
// too many. WebSockets and connections with a request in progress stay open; among the idle ones,
// the one that has been idle longest is closed first.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace sixfold::server {

struct ConnectionLimits {
  std::size_t in_all = 1'000;
  std::size_t per_address = 128;  ///< excluding WebSockets; 0: no limit
};

class Connections {
 public:
  explicit Connections(ConnectionLimits limits) : limits_(limits) {}

  /// A connection's slot; destroying it frees the slot.
  class Place {
   public:
    Place(Connections& all, std::string address);
    ~Place();
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    /// Marks the connection as idle: `close` may be called to close it until be_busy().
    void wait(std::function<void()> close);
    void be_busy();
    /// The connection is now a WebSocket, which is subject to other limits.
    void become_socket();

   private:
    Connections& all_;
    std::string address_;  // empty: not limited by address
    std::uint64_t number_;
  };

  /// Returns a slot for a connection from a group of addresses (empty: not limited), closing an
  /// idle connection if there are too many; null if all others are busy.
  [[nodiscard]] std::unique_ptr<Place> admit(const std::string& address);
  /// Closes the connection that has been idle longest; false if there is no idle one.
  bool close_oldest();

  [[nodiscard]] std::size_t count() const { return open_; }

 private:
  struct Waiting {
    std::string address;
    std::function<void()> close;
  };
  struct Address {
    std::size_t open = 0;             // excluding WebSockets
    std::set<std::uint64_t> waiting;  // by number, oldest first
  };

  bool make_room(const std::string& address);
  void close(std::uint64_t number);
  void stop_waiting(std::uint64_t number);
  void leave(const std::string& address);

  ConnectionLimits limits_;
  std::size_t open_ = 0;
  std::uint64_t last_number_ = 0;
  std::map<std::uint64_t, Waiting> waiting_;  // by number, oldest first
  std::map<std::string, Address> addresses_;
};

/// Raises this process's limit on open files as far as the system allows, and returns how many
/// connections that permits.
[[nodiscard]] std::size_t connections_for_open_files();

}  // namespace sixfold::server
