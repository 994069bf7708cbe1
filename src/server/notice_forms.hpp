// The kinds of notices in messages and requests.
#pragma once

#include <array>
#include <string_view>

#include "rules/indexed.hpp"
#include "store/store.hpp"

namespace sixfold::server {

inline constexpr std::array<std::string_view, store::notice_kinds> notice_words{
    "turn", "fast-turn", "over", "rematch", "reminder", "invited", "started"};
[[nodiscard]] constexpr std::string_view word_of(store::NoticeKind kind) {
  return nth(notice_words, kind);
}

}  // namespace sixfold::server
