// Awaits the answer of a callback in a coroutine.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace sixfold::server {

/// Waits until the timer is cancelled or expires.
[[nodiscard]] inline boost::asio::awaitable<void> wait_for(
    std::shared_ptr<boost::asio::steady_timer> timer) {
  boost::system::error_code ignored;
  co_await timer->async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, ignored));
}

/// Returns what `ask` passes to its callback, or `otherwise` on a timeout. The callback must be
/// called on the coroutine's thread.
template <class T>
boost::asio::awaitable<T> answer_to(std::function<void(std::function<void(T)>)> ask, T otherwise,
                                    std::chrono::milliseconds patience) {
  const auto found = std::make_shared<T>(std::move(otherwise));
  const auto answered = std::make_shared<bool>(false);
  const auto executor = co_await boost::asio::this_coro::executor;
  const auto timer = std::make_shared<boost::asio::steady_timer>(executor, patience);
  ask([found, timer, answered](T given) {
    *found = std::move(given);
    *answered = true;
    timer->cancel();
  });
  if (!*answered) co_await wait_for(timer);
  co_return std::move(*found);
}

}  // namespace sixfold::server
