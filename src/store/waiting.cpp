#include "store/waiting.hpp"

#include <future>

namespace sixfold::store {

namespace {

using Done = std::promise<std::optional<ReadFault>>;

SqlDone fulfil(Done& done) {
  return [&done](const auto& fault) { done.set_value(fault); };
}

void wait_for(Done& done) {
  if (const auto fault = done.get_future().get()) throw SqlError(SqlError::Kind::failed, *fault);
}

}  // namespace

void look_up_now(SqlStore& store, const SqlWork& work) {
  Done done;
  store.look_up(work, fulfil(done));
  wait_for(done);
}

void write_now(SqlStore& store, const SqlWork& work) {
  Done done;
  store.write(work, fulfil(done), false);
  wait_for(done);
}

}  // namespace sixfold::store
