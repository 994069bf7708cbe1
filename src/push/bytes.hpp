// Bytes kept in strings, as OpenSSL wants them.
#pragma once

#include <bit>
#include <string>
#include <string_view>

namespace sixfold::push {

inline const unsigned char* bytes_of(std::string_view text) {
  return std::bit_cast<const unsigned char*>(text.data());
}
inline unsigned char* bytes_of(std::string& text) {
  return std::bit_cast<unsigned char*>(text.data());
}

}  // namespace sixfold::push
