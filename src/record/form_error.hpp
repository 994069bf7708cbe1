// What is wrong with a text from outside.
#pragma once

#include <string>

namespace sixfold {

struct FormError {
  std::string code;     ///< stable, for programs
  std::string where;    ///< as in `turns[3].place[0]`; empty for the whole text
  std::string message;  ///< for people

  friend bool operator==(const FormError&, const FormError&) = default;
};

/// `{"error":{"code":…,"message":…}}`; the message starts with the place.
[[nodiscard]] std::string error_text(const FormError& error);

}  // namespace sixfold
