#include "server/tls.hpp"

#include <ctime>
#include <stdexcept>

#include <boost/system/system_error.hpp>
#include <openssl/ssl.h>
#include <openssl/x509.h>

namespace sixfold::server {

namespace ssl = boost::asio::ssl;

namespace {

// The ciphers of TLS 1.3 are all good enough.
constexpr const char* ciphers_of_tls_1_2 = "ECDHE+AESGCM:ECDHE+CHACHA20";
constexpr std::time_t soon = std::time_t{14} * 24 * 60 * 60;

void allow_modern_tls_only(ssl::context& context) {
  SSL_CTX* const tls = context.native_handle();
  if (SSL_CTX_set_min_proto_version(tls, TLS1_2_VERSION) != 1 ||
      SSL_CTX_set_cipher_list(tls, ciphers_of_tls_1_2) != 1)
    throw std::runtime_error("OpenSSL does not support TLS 1.2 with forward secrecy");
  SSL_CTX_set_options(tls, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
  // Save the memory that idle connections and past sessions would hold.
  SSL_CTX_set_mode(tls, SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_session_cache_mode(tls, SSL_SESS_CACHE_OFF);
}

std::string text_of(const ASN1_TIME* time) {
  std::tm parts{};
  if (ASN1_TIME_to_tm(time, &parts) != 1) return "unreadable";
  std::string text(sizeof "2026-11-15T00:00:00Z" - 1, ' ');
  static_cast<void>(std::strftime(text.data(), text.size() + 1, "%Y-%m-%dT%H:%M:%SZ", &parts));
  return text;
}

}  // namespace

std::shared_ptr<ssl::context> load_tls(const std::string& certificate, const std::string& key) {
  auto context = std::make_shared<ssl::context>(ssl::context::tls_server);
  allow_modern_tls_only(*context);
  const std::string files = certificate + ", " + key + ": ";
  try {
    context->use_certificate_chain_file(certificate);
    context->use_private_key_file(key, ssl::context::pem);
  } catch (const boost::system::system_error& error) {
    throw std::runtime_error(files + error.code().message());
  }
  // A key of another type than the certificate's (such as RSA and EC) is noticed only here.
  if (SSL_CTX_check_private_key(context->native_handle()) != 1)
    throw std::runtime_error(files + "the key does not belong to the certificate");
  return context;
}

std::optional<CertificateConcern> concern_about(ssl::context& tls) {
  const X509* const certificate = SSL_CTX_get0_certificate(tls.native_handle());
  if (certificate == nullptr) return std::nullopt;
  const ASN1_TIME* const from = X509_get0_notBefore(certificate);
  const ASN1_TIME* const until = X509_get0_notAfter(certificate);
  std::time_t then = std::time(nullptr) + soon;
  std::string_view event;
  if (X509_cmp_current_time(until) < 0)
    event = "certificate_expired";
  else if (X509_cmp_current_time(from) > 0)
    event = "certificate_not_yet_valid";
  else if (X509_cmp_time(until, &then) < 0)
    event = "certificate_expires_soon";
  if (event.empty()) return std::nullopt;
  return CertificateConcern{event, text_of(from), text_of(until)};
}

}  // namespace sixfold::server
