// Identities on a server, over HTTP: a guest, an account, a bot's account.
#pragma once

#include <string>

#include "client/connection.hpp"
#include "record/json.hpp"

namespace sixfold::client {

struct Identity {
  Credentials credentials;  ///< by which the server recognises this player from now on
  std::string account;      ///< its name; empty for a guest

  friend bool operator==(const Identity&, const Identity&) = default;
};

/// Why the server refused a request: one of its codes, or `unreachable` with the system's message.
struct HttpRefusal {
  std::string code;
  std::string message;

  friend bool operator==(const HttpRefusal&, const HttpRefusal&) = default;
};

/// Asks the server who we are; without credentials we become a guest.
[[nodiscard]] Result<Identity, HttpRefusal> who_am_i(const Address& address,
                                                     const Credentials& credentials);

/// Logs in to an account. The passphrase is sent in the body and not stored.
[[nodiscard]] Result<Identity, HttpRefusal> log_in(const Address& address, const std::string& name,
                                                   const std::string& passphrase);

/// Logs out and becomes a new guest.
[[nodiscard]] Result<Identity, HttpRefusal> log_out(const Address& address,
                                                    const Credentials& credentials);

/// The JSON of a reply, or the reason why there is none.
[[nodiscard]] Result<Json, HttpRefusal> read_reply(const HttpReply& reply);

}  // namespace sixfold::client
