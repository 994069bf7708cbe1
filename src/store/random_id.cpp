#include "store/random_id.hpp"

#include <cerrno>
#include <system_error>

#include <sys/random.h>

namespace sixfold::store {

Id random_id() {
  Id id;
  if (getrandom(id.bytes.data(), id.bytes.size(), 0) != static_cast<ssize_t>(id.bytes.size()))
    throw std::system_error(errno, std::generic_category(), "getrandom");
  return id;
}

}  // namespace sixfold::store
