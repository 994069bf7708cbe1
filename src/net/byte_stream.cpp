#include "net/byte_stream.hpp"

#include <variant>

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <boost/beast/websocket/teardown.hpp>

namespace sixfold::net {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;

struct ByteStream::Layers {
  using Tls = beast::ssl_stream<beast::tcp_stream>;

  explicit Layers(tcp::socket socket) : stream(std::in_place_index<0>, std::move(socket)) {}
  Layers(tcp::socket socket, std::shared_ptr<asio::ssl::context> used)
      : context(std::move(used)), stream(std::in_place_index<1>, std::move(socket), *context) {}

  beast::tcp_stream& lowest() {
    auto* const plain = std::get_if<0>(&stream);
    return plain != nullptr ? *plain : std::get<1>(stream).next_layer();
  }

  std::shared_ptr<asio::ssl::context> context;  // must outlive the connections that use it
  std::variant<beast::tcp_stream, Tls> stream;
};

ByteStream::ByteStream(tcp::socket socket) : layers_(std::make_unique<Layers>(std::move(socket))) {}
ByteStream::ByteStream(tcp::socket socket, std::shared_ptr<asio::ssl::context> context)
    : layers_(std::make_unique<Layers>(std::move(socket), std::move(context))) {}
ByteStream::~ByteStream() = default;
ByteStream::ByteStream(ByteStream&&) noexcept = default;
ByteStream& ByteStream::operator=(ByteStream&&) noexcept = default;

ByteStream::executor_type ByteStream::get_executor() const {
  return layers_->lowest().get_executor();
}

void ByteStream::expires_after(std::chrono::milliseconds time) {
  layers_->lowest().expires_after(time);
}
void ByteStream::expires_never() { layers_->lowest().expires_never(); }
void ByteStream::close() { layers_->lowest().close(); }

void ByteStream::shutdown_send() {
  Error ignored;
  static_cast<void>(layers_->lowest().socket().shutdown(tcp::socket::shutdown_send, ignored));
}

asio::awaitable<ByteStream::Error> ByteStream::connect(Endpoints endpoints) {
  Error error;
  co_await layers_->lowest().async_connect(endpoints,
                                           asio::redirect_error(asio::use_awaitable, error));
  co_return error;
}

asio::awaitable<ByteStream::Error> ByteStream::handshake_as_server() {
  Error error;
  auto* const tls = std::get_if<1>(&layers_->stream);
  if (tls != nullptr)
    co_await tls->async_handshake(asio::ssl::stream_base::server,
                                  asio::redirect_error(asio::use_awaitable, error));
  co_return error;
}

asio::awaitable<ByteStream::Error> ByteStream::handshake_as_client(std::string host) {
  Error error;
  auto* const tls = std::get_if<1>(&layers_->stream);
  if (tls == nullptr) co_return error;
  // OpenSSL's macro for this has a C-style cast.
  if (SSL_ctrl(tls->native_handle(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
               host.data()) != 1)
    co_return asio::error::invalid_argument;
  tls->set_verify_callback(asio::ssl::host_name_verification(host));
  co_await tls->async_handshake(asio::ssl::stream_base::client,
                                asio::redirect_error(asio::use_awaitable, error));
  co_return error;
}

asio::awaitable<std::size_t> ByteStream::read_some(asio::mutable_buffer into, Error& error) {
  co_return co_await async_read_some(into, asio::redirect_error(asio::use_awaitable, error));
}

asio::awaitable<ByteStream::Error> ByteStream::write(std::string_view bytes) {
  Error error;
  while (!bytes.empty() && !error) {
    const std::size_t written =
        co_await async_write_some(asio::const_buffer(bytes.data(), bytes.size()),
                                  asio::redirect_error(asio::use_awaitable, error));
    bytes.remove_prefix(written);
  }
  co_return error;
}

void ByteStream::start_read(asio::mutable_buffer into, OnTransfer done) {
  std::visit([&](auto& stream) { stream.async_read_some(into, std::move(done)); }, layers_->stream);
}

void ByteStream::start_write(const WriteParts& parts, OnTransfer done) {
  std::visit([&](auto& stream) { stream.async_write_some(parts, std::move(done)); },
             layers_->stream);
}

void ByteStream::start_teardown(beast::role_type role, OnDone done) {
  using beast::websocket::async_teardown;
  std::visit([&](auto& stream) { async_teardown(role, stream, std::move(done)); }, layers_->stream);
}

}  // namespace sixfold::net
