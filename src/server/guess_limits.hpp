// Limits guesses at passphrases, recovery codes and table codes. An attempt counts when it starts,
// so that parallel attempts gain nothing; success cancels it. Each server keeps its own counts.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace sixfold::server {

/// After this many failures, each further failure locks out for twice as long as the one before.
struct BackOffRule {
  int free_failures = 10;
  std::int64_t first_ms = 30'000;
  std::int64_t longest_ms = 3'600'000;
};

class BackOff {
 public:
  [[nodiscard]] bool is_open(const BackOffRule& rule, std::int64_t now_ms) const;
  void fail(const BackOffRule& rule, std::int64_t now_ms);
  void undo() { failures_ = failures_ > 0 ? failures_ - 1 : 0; }
  /// Whether the last failure is so long ago that it may be forgotten.
  [[nodiscard]] bool is_idle(std::int64_t now_ms) const;

 private:
  int failures_ = 0;
  std::int64_t last_ms_ = 0;
  std::int64_t closed_until_ms_ = 0;
};

class GuessLimits {
 public:
  /// Whether this address may try a secret of this account now. If so, the attempt counts as a
  /// failure until `succeeded` is called. Strangers with many addresses can slow down logging in to
  /// an account, but not from addresses where its owner has logged in before.
  [[nodiscard]] bool begin(const std::string& account, const std::string& address,
                           std::int64_t now_ms);
  void succeeded(const std::string& account, const std::string& address);

  /// The same for codes that belong to no account: of tables and transfers.
  [[nodiscard]] bool may_search(const std::string& address, std::int64_t now_ms);
  void missed(const std::string& address, std::int64_t now_ms);

 private:
  using Pair = std::pair<std::string, std::string>;
  void forget_idle(std::int64_t now_ms);

  std::map<Pair, BackOff> pairs_;  // by account and address
  std::map<std::string, BackOff> accounts_;
  std::map<std::string, BackOff> addresses_;
  std::map<std::string, BackOff> searches_;  // by address
  std::set<Pair> at_home_;                   // where accounts have logged in
  std::int64_t forgotten_ms_ = 0;
};

}  // namespace sixfold::server
