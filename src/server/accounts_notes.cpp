// The notes of players to themselves.
#include <algorithm>

#include "server/accounts_work.hpp"

namespace sixfold::server {

namespace {

constexpr std::ptrdiff_t longest_note = 2'000;

/// In characters. Precondition: UTF-8.
std::ptrdiff_t length_of(const std::string& text) {
  return std::ranges::count_if(text, [](char one) {
    constexpr unsigned char kind = 0xC0;
    constexpr unsigned char continued = 0x80;
    return (static_cast<unsigned char>(one) & kind) != continued;
  });
}

}  // namespace

void Accounts::note(const Id& user, const Id& game, Answer<std::string> answer) {
  look_up<std::string>([user, game](store::Sql& sql) { return store::note_of(sql, user, game); },
                       std::move(answer));
}

void Accounts::put_note(const Id& user, const Id& game, const std::string& text,
                        Answer<std::string> answer) {
  const bool has_zero = text.find('\0') != std::string::npos;
  if (has_zero || length_of(text) > longest_note) return answer(refused("bad_request"));
  write<std::string>(
      [user, note = store::Note{game, text, now_ms()}](
          store::Sql& sql) -> Result<std::string, std::string> {
        if (!store::put_note(sql, user, note)) return refused("not_at_table");
        return note.text;
      },
      std::move(answer));
}

}  // namespace sixfold::server
