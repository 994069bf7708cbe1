#include "svg/escaped.hpp"

#include "terminal/drawing/text.hpp"

namespace sixfold::svg {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : terminal::printable(text)) switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  return result;
}

}  // namespace sixfold::svg
