// Who plays at a server, as it is remembered between runs: a guest, or an account that has logged
// in; a bot's token is kept by whoever gave it.
#pragma once

#include <filesystem>
#include <string>

#include "client/account.hpp"
#include "terminal/words.hpp"

namespace sixfold::terminal {

/// How one wants to be known.
struct WantedIdentity {
  std::string account;     ///< the name of the account; empty: whoever one was, or a guest
  std::string passphrase;  ///< where it needs not be asked for
  std::string token;       ///< of a bot's account
  bool guest = false;      ///< a new one, whoever one was
};

class OnlinePlayer {
 public:
  OnlinePlayer(client::Address address, std::filesystem::path memory);

  [[nodiscard]] const client::Address& address() const { return address_; }
  [[nodiscard]] const std::filesystem::path& memory() const { return memory_; }
  [[nodiscard]] const client::Identity& who() const { return who_; }
  [[nodiscard]] bool is_bot() const { return !who_.credentials.token.empty(); }

  /// Takes up what is remembered. A passphrase that is missing is for the caller to ask for: see
  /// needs_passphrase. Throws std::runtime_error, in words, where the server says no.
  void come(const WantedIdentity& wanted, const Words& words);
  [[nodiscard]] bool needs_passphrase(const WantedIdentity& wanted) const;

  /// Empty where it went well; else why not, in words.
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
