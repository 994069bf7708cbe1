// The certificate with which the server speaks HTTPS.
#pragma once

#include <memory>
#include <string>

#include <boost/asio/ssl/context.hpp>

namespace sixfold {

/// Reads a certificate with its chain, and its key. Throws std::runtime_error if they cannot be used.
[[nodiscard]] std::shared_ptr<boost::asio::ssl::context> load_tls(const std::string& certificate,
                                                                  const std::string& key);

}  // namespace sixfold
