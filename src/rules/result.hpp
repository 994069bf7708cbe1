// A value, or the reason why there is none. The members have the names of C++23's std::expected, so
// that this type can be replaced by it.
#pragma once

#include <cassert>
#include <utility>
#include <variant>

namespace sixfold {

/// Wraps an error on its way into a Result.
template <class E>
struct Unexpected {
  E error;
};

template <class E>
Unexpected(E) -> Unexpected<E>;

template <class T, class E>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Result(Unexpected<E> failure) : content_(std::in_place_index<1>, std::move(failure.error)) {}

  [[nodiscard]] bool has_value() const { return content_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  /// Precondition of both: has_value().
  [[nodiscard]] const T& value() const& {
    assert(has_value());
    return *std::get_if<0>(&content_);
  }
  [[nodiscard]] T&& value() && {
    assert(has_value());
    return std::move(*std::get_if<0>(&content_));
  }
  [[nodiscard]] const T& operator*() const& { return value(); }
  [[nodiscard]] T&& operator*() && { return std::move(*this).value(); }
  [[nodiscard]] const T* operator->() const { return &value(); }

  /// Precondition: !has_value().
  [[nodiscard]] const E& error() const {
    assert(!has_value());
    return *std::get_if<1>(&content_);
  }

 private:
  std::variant<T, E> content_;
};

}  // namespace sixfold
