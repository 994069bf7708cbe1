// Who plays at a server, asked over HTTP: a guest, an account, a bot's account.
#pragma once

#include <string>

#include "client/connection.hpp"
#include "record/json.hpp"

namespace sixfold::client {

struct Identity {
  Credentials credentials;  ///< by which the server knows this player from now on
  std::string account;      ///< its name; empty for a guest

  friend bool operator==(const Identity&, const Identity&) = default;
};

/// Why the server does not do what it was asked: one of its codes, or `unreachable` with what the
/// system says.
struct HttpRefusal {
  std::string code;
  std::string message;

  friend bool operator==(const HttpRefusal&, const HttpRefusal&) = default;
};

/// Whom the server takes us for; who has no credentials becomes a guest.
[[nodiscard]] Result<Identity, HttpRefusal> who_am_i(const Address& address,
                                                     const Credentials& credentials);

/// Becomes an account. The passphrase travels in the body, and is kept nowhere.
[[nodiscard]] Result<Identity, HttpRefusal> log_in(const Address& address, const std::string& name,
                                                   const std::string& passphrase);

/// Becomes a guest who was never there.
[[nodiscard]] Result<Identity, HttpRefusal> log_out(const Address& address,
                                                    const Credentials& credentials);

/// The JSON of a reply, or why it is none.
[[nodiscard]] Result<Json, HttpRefusal> read_reply(const HttpReply& reply);

}  // namespace sixfold::client
