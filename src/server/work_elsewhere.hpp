// Work on other threads than the server's own.
#pragma once

#include <functional>

namespace sixfold::server {

/// Runs work on another thread, then `then` on this one; false if the queue is full.
using WorkElsewhere = std::function<bool(std::function<void()> work, std::function<void()> then)>;

}  // namespace sixfold::server
