#include "server/connections.hpp"

#include <algorithm>
#include <utility>

#include <sys/resource.h>

namespace sixfold::server {

namespace {

// Files reserved for everything else: databases, the log, other servers.
constexpr std::size_t other_files = 64;
constexpr std::size_t fewest_connections = 16;
// If the limit is not known, it is noticed when a connection cannot be accepted.
constexpr rlim_t unknown_limit = 1 << 20;

}  // namespace

Connections::Place::Place(Connections& all, std::string address)
    : all_(all), address_(std::move(address)), number_(++all.last_number_) {
  ++all_.open_;
  if (!address_.empty()) ++all_.addresses_[address_].open;
}

Connections::Place::~Place() {
  be_busy();
  --all_.open_;
  all_.leave(address_);
}

void Connections::Place::wait(std::function<void()> close) {
  be_busy();
  number_ = ++all_.last_number_;
  all_.waiting_[number_] = {address_, std::move(close)};
  if (!address_.empty()) all_.addresses_[address_].waiting.insert(number_);
}

void Connections::Place::be_busy() { all_.stop_waiting(number_); }

void Connections::Place::become_socket() {
  be_busy();
  all_.leave(std::exchange(address_, {}));
}

std::unique_ptr<Connections::Place> Connections::admit(const std::string& address) {
  if (!make_room(address)) return nullptr;
  return std::make_unique<Place>(*this, address);
}

bool Connections::make_room(const std::string& address) {
  if (!address.empty() && limits_.per_address > 0) {
    const auto known = addresses_.find(address);
    if (known != addresses_.end() && known->second.open >= limits_.per_address) {
      if (known->second.waiting.empty()) return false;
      close(*known->second.waiting.begin());
      return true;
    }
  }
  return open_ < limits_.in_all || close_oldest();
}

bool Connections::close_oldest() {
  if (waiting_.empty()) return false;
  close(waiting_.begin()->first);
  return true;
}

void Connections::close(std::uint64_t number) {
  const auto found = waiting_.find(number);
  const std::function<void()> end = std::move(found->second.close);
  stop_waiting(number);
  end();
}

void Connections::stop_waiting(std::uint64_t number) {
  const auto found = waiting_.find(number);
  if (found == waiting_.end()) return;
  if (const std::string& address = found->second.address; !address.empty())
    addresses_[address].waiting.erase(number);
  waiting_.erase(found);
}

void Connections::leave(const std::string& address) {
  if (address.empty()) return;
  if (--addresses_[address].open == 0) addresses_.erase(address);
}

std::size_t connections_for_open_files() {
  rlimit files{unknown_limit, unknown_limit};
  if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
    files.rlim_cur = files.rlim_max;
    static_cast<void>(setrlimit(RLIMIT_NOFILE, &files));
    static_cast<void>(getrlimit(RLIMIT_NOFILE, &files));
  }
  const auto allowed = static_cast<std::size_t>(files.rlim_cur);
  return std::max(fewest_connections, allowed - std::min(allowed, other_files));
}

}  // namespace sixfold::server
