#include "server/tls.hpp"

#include <stdexcept>

#include <boost/system/system_error.hpp>

namespace sixfold {

namespace ssl = boost::asio::ssl;

std::shared_ptr<ssl::context> load_tls(const std::string& certificate, const std::string& key) {
  auto context = std::make_shared<ssl::context>(ssl::context::tls_server);
  context->set_options(ssl::context::default_workarounds | ssl::context::no_tlsv1 |
                       ssl::context::no_tlsv1_1);
  try {
    context->use_certificate_chain_file(certificate);
    context->use_private_key_file(key, ssl::context::pem);
  } catch (const boost::system::system_error& error) {
    throw std::runtime_error(certificate + ", " + key + ": " + error.code().message());
  }
  return context;
}

}  // namespace sixfold
