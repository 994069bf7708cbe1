// The player's identity on a server, remembered between runs: a guest, or an account that has
// logged in. A bot's token is not stored.
#pragma once

#include <filesystem>
#include <string>

#include "client/account.hpp"
#include "terminal/words/words.hpp"

namespace sixfold::terminal {

/// The identity the user wants.
struct WantedIdentity {
  std::string account;     ///< its name; empty: the previous identity, or a guest
  std::string passphrase;  ///< if it need not be asked for
  std::string token;       ///< of a bot's account
  bool guest = false;      ///< a new guest, whatever the previous identity
};

class OnlinePlayer {
 public:
  OnlinePlayer(client::Address address, std::filesystem::path memory);

  [[nodiscard]] const client::Address& address() const { return address_; }
  [[nodiscard]] const std::filesystem::path& memory() const { return memory_; }
  [[nodiscard]] const client::Identity& who() const { return who_; }
  [[nodiscard]] bool is_bot() const { return !who_.credentials.token.empty(); }

  /// Restores what is remembered. If a passphrase is missing, the caller has to ask for it: see
  /// needs_passphrase. Throws std::runtime_error with a readable message if the server refuses.
  void come(const WantedIdentity& wanted, const Words& words);
  [[nodiscard]] bool needs_passphrase(const WantedIdentity& wanted) const;

  /// Empty on success; otherwise a description of the problem.
  [[nodiscard]] std::string log_in(const std::string& name, const std::string& passphrase,
                                   const Words& words);
  [[nodiscard]] std::string log_out(const Words& words);

 private:
  std::string become(const Result<client::Identity, client::HttpRefusal>& answer,
                     const Words& words);

  client::Address address_;
  std::filesystem::path memory_;
  client::Identity who_;
};

}  // namespace sixfold::terminal
