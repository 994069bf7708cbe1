// The open connections of a server: how many there may be, and which of them has to go when there
// are too many. WebSockets and requests that are being answered stay; connections that wait for a
// request go, the one that has waited longest first.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace sixfold {

struct ConnectionLimits {
  std::size_t in_all = 1'000;
  std::size_t per_address = 128;  ///< that are not WebSockets; 0: no limit
};

class Connections {
 public:
  explicit Connections(ConnectionLimits limits) : limits_(limits) {}

  /// One connection among all; destroying it frees the place.
  class Place {
   public:
    Place(Connections& all, std::string address);
    ~Place();
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    /// From now on the connection may be closed by `close`, until be_busy().
    void wait(std::function<void()> close);
    void be_busy();
    /// It is a WebSocket, for which other limits apply.
    void become_socket();

   private:
    Connections& all_;
    std::string address_;  // empty: not limited by address
    std::uint64_t number_;
  };

  /// A place for a connection from a group of addresses (empty: no limit applies to it), after
  /// closing another one if there are too many; null if all others are busy.
  [[nodiscard]] std::unique_ptr<Place> admit(const std::string& address);
  /// Closes the connection that has waited longest; false if none waits.
  bool close_oldest();

  [[nodiscard]] std::size_t count() const { return open_; }

 private:
  struct Waiting {
    std::string address;
    std::function<void()> close;
  };
  struct Address {
    std::size_t open = 0;             // not WebSockets
    std::set<std::uint64_t> waiting;  // by number, the oldest first
  };

  bool make_room(const std::string& address);
  void close(std::uint64_t number);
  void stop_waiting(std::uint64_t number);
  void leave(const std::string& address);

  ConnectionLimits limits_;
  std::size_t open_ = 0;
  std::uint64_t last_number_ = 0;
  std::map<std::uint64_t, Waiting> waiting_;  // by number, the oldest first
  std::map<std::string, Address> addresses_;
};

/// Allows this process as many open files as the system lets it have, and says how many connections
/// that leaves.
[[nodiscard]] std::size_t connections_for_open_files();

}  // namespace sixfold
