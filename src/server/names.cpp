#include "server/names.hpp"

#include <algorithm>
#include <memory>

#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uspoof.h>

namespace sixfold {

namespace {

constexpr int shortest_name = 2;
constexpr int longest_name = 24;
constexpr std::size_t longest_player_name = 40;

struct CloseChecker {
  void operator()(USpoofChecker* checker) const { uspoof_close(checker); }
};

bool has_good_signs(const icu::UnicodeString& name) {
  bool has_letter = false;
  for (int at = 0; at < name.length(); at = name.moveIndex32(at, 1)) {
    const UChar32 sign = name.char32At(at);
    const bool is_mark = u_charType(sign) == U_NON_SPACING_MARK;
    const bool joins = sign == ' ' || sign == '-' || sign == '_' || sign == '.';
    if (u_isalnum(sign) == 0 && !is_mark && !joins) return false;
    has_letter |= u_isalnum(sign) != 0;
  }
  return has_letter;
}

}  // namespace

std::optional<std::string> name_key(std::string_view text) {
  const auto name = icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<int32_t>(text.size())));
  const int length = name.countChar32();
  if (length < shortest_name || length > longest_name || !has_good_signs(name)) return std::nullopt;
  if (name.charAt(0) == ' ' || name.charAt(name.length() - 1) == ' ') return std::nullopt;
  UErrorCode error = U_ZERO_ERROR;
  const std::unique_ptr<USpoofChecker, CloseChecker> checker(uspoof_open(&error));
  uspoof_setChecks(checker.get(), USPOOF_RESTRICTION_LEVEL | USPOOF_INVISIBLE, &error);
  uspoof_setRestrictionLevel(checker.get(), USPOOF_HIGHLY_RESTRICTIVE);
  if (uspoof_checkUnicodeString(checker.get(), name, nullptr, &error) != 0 || U_FAILURE(error))
    return std::nullopt;
  icu::UnicodeString skeleton;
  uspoof_getSkeletonUnicodeString(checker.get(), 0, name, skeleton, &error);
  if (U_FAILURE(error)) return std::nullopt;
  // A large i looks like a small l, whichever of them was meant: both are l in small letters.
  skeleton.foldCase();
  skeleton.findAndReplace("i", "l");
  icu::UnicodeString key;
  for (int at = 0; at < skeleton.length(); at = skeleton.moveIndex32(at, 1))
    if (u_isalnum(skeleton.char32At(at)) != 0) key.append(skeleton.char32At(at));
  std::string utf8;
  key.toUTF8String(utf8);
  return utf8;
}

bool is_player_name(std::string_view name) {
  const auto is_control = [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; };
  return name.size() <= longest_player_name && std::ranges::none_of(name, is_control) &&
         name.find_first_not_of(' ') != std::string_view::npos;
}

}  // namespace sixfold
