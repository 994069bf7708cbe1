// The server's TLS certificate.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/ssl/context.hpp>

namespace sixfold::server {

/// Loads a certificate with its chain, and its key. Throws std::runtime_error if they are unusable
/// or do not belong together.
[[nodiscard]] std::shared_ptr<boost::asio::ssl::context> load_tls(const std::string& certificate,
                                                                  const std::string& key);

/// A problem with the dates of a certificate.
struct CertificateConcern {
  std::string_view event;  ///< certificate_expired, certificate_not_yet_valid or …_expires_soon
  std::string valid_from;
  std::string valid_until;
};
[[nodiscard]] std::optional<CertificateConcern> concern_about(boost::asio::ssl::context& tls);

}  // namespace sixfold::server
