#include "server/names.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>

#include <unicode/brkiter.h>
#include <unicode/locid.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/uniset.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>
#include <unicode/uspoof.h>

#include "protocol/client_messages.hpp"

namespace sixfold::server {

namespace {

constexpr int fewest_letters = 2;
constexpr int most_letters = 24;
constexpr int longest_player_name = 40;  // in grapheme clusters
// Some clusters are sequences of letters or symbols, each as wide as one alone.
constexpr int most_wide = 2 * longest_player_name;
// More marks than this on one letter would reach into neighbouring lines.
constexpr int most_marks = 3;
// Two rounds of skeleton and case folding are usually enough; this is the upper bound.
constexpr int most_rounds = 4;
constexpr const char* rules_version = "2";

constexpr std::array staff_names{
    "admin",      "administrator",  "administration", "administrateur", "administrador",
    "beheerder",  "amministratore", "moderator",      "moderateur",     "moderador",
    "moderatore", "owner",          "operator",       "root",           "sixfold",
    "server",     "serveur",        "servidor",       "system",         "sysop",
    "systeme",    "sistema",        "systeem",        "support",        "helpdesk",
    "staff",      "official",       "security"};

constexpr std::array other_reserved_names{
    // Names for nobody in particular.
    "guest", "gast", "invite", "invitado", "ospite", "anonymous", "anonym", "anonyme", "anoniem",
    "anonimo", "nobody", "unknown", "deleted", "bot",
    // The levels of bots in all languages of the app.
    "beginner", "learner", "casual", "regular", "greedy", "skilled", "master", "neuling",
    "lehrling", "amateur", "routinier", "nimmersatt", "könner", "meister", "débutant", "apprenti",
    "habitué", "gourmand", "stratège", "maître", "principiante", "apprendista", "dilettante",
    "intermedio", "ingordo", "esperto", "maestro", "leerling", "liefhebber", "stamgast",
    "veelvraat", "kenner", "meester", "novato", "aprendiz", "aficionado", "habitual", "codicioso",
    "experto"};

struct CloseChecker {
  void operator()(USpoofChecker* checker) const { uspoof_close(checker); }
};
using Checker = std::unique_ptr<USpoofChecker, CloseChecker>;

/// Thread-safe.
const USpoofChecker* checker() {
  static const Checker made = [] {
    UErrorCode error = U_ZERO_ERROR;
    Checker fresh(uspoof_open(&error));
    uspoof_setChecks(
        fresh.get(),
        USPOOF_RESTRICTION_LEVEL | USPOOF_INVISIBLE | USPOOF_MIXED_NUMBERS | USPOOF_HIDDEN_OVERLAY,
        &error);
    uspoof_setRestrictionLevel(fresh.get(), USPOOF_HIGHLY_RESTRICTIVE);
    if (U_FAILURE(error)) throw std::runtime_error("libicu lacks the data for comparing names");
    return fresh;
  }();
  return made.get();
}

const icu::UnicodeSet& identifier_profile() {
  UErrorCode error = U_ZERO_ERROR;
  return *uspoof_getRecommendedUnicodeSet(&error);
}

icu::UnicodeString from_utf8(std::string_view text) {
  return icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<int32_t>(text.size())));
}

std::string to_utf8(const icu::UnicodeString& text) {
  std::string utf8;
  text.toUTF8String(utf8);
  return utf8;
}

bool is_mark(UChar32 character) { return (U_GET_GC_MASK(character) & U_GC_M_MASK) != 0; }

bool has_good_characters(const icu::UnicodeString& name) {
  bool has_letter = false;
  for (int at = 0; at < name.length(); at = name.moveIndex32(at, 1)) {
    const UChar32 character = name.char32At(at);
    const bool joins = character == ' ' || character == '-' || character == '_' || character == '.';
    const bool is_word = u_isalnum(character) != 0;
    if (!joins && !((is_word || is_mark(character)) && identifier_profile().contains(character)))
      return false;
    has_letter |= is_word;
  }
  return has_letter;
}

icu::UnicodeString folded(const icu::UnicodeString& text) {
  UErrorCode error = U_ZERO_ERROR;
  return icu::Normalizer2::getNFKCCasefoldInstance(error)->normalize(text, error);
}

icu::UnicodeString skeleton(const icu::UnicodeString& text) {
  UErrorCode error = U_ZERO_ERROR;
  icu::UnicodeString found;
  uspoof_getSkeletonUnicodeString(checker(), 0, text, found, &error);
  return found;
}

/// Keeps only letters and digits, and maps those that look alike to the same one. Accents are
/// ignored; vowel signs, as in Devanagari, are not.
std::string look_of(icu::UnicodeString text) {
  for (int round = 0; round < most_rounds; ++round) {
    // A capital I looks like a small l.
    const icu::UnicodeString next = skeleton(folded(text)).findAndReplace("i", "l");
    if (next == text) break;
    text = next;
  }
  icu::UnicodeString look;
  for (int at = 0; at < text.length(); at = text.moveIndex32(at, 1)) {
    const UChar32 character = text.char32At(at);
    UErrorCode error = U_ZERO_ERROR;
    const bool is_vowel =
        is_mark(character) && uscript_getScript(character, &error) != USCRIPT_INHERITED;
    if (u_isalnum(character) != 0 || is_vowel) look.append(character);
  }
  return to_utf8(look);
}

std::vector<std::string> looks_of(const icu::UnicodeString& name) {
  icu::UnicodeString capitals = name;
  capitals.toUpper(icu::Locale::getRoot());
  std::vector<std::string> looks{look_of(name), look_of(skeleton(name)),
                                 look_of(skeleton(capitals))};
  std::ranges::sort(looks);
  looks.erase(std::ranges::unique(looks).begin(), looks.end());
  return looks;
}

/// The looks of all names, sorted.
template <class Names>
std::vector<std::string> all_looks(const Names& names) {
  std::vector<std::string> all;
  for (const char* const name : names)
    for (std::string& look : looks_of(from_utf8(name))) all.push_back(std::move(look));
  std::ranges::sort(all);
  return all;
}

bool is_any_among(const std::vector<std::string>& looks, const std::vector<std::string>& reserved) {
  return std::ranges::any_of(
      looks, [&](const auto& look) { return std::ranges::binary_search(reserved, look); });
}

const std::vector<std::string>& staff_looks() {
  static const std::vector<std::string> looks = all_looks(staff_names);
  return looks;
}

/// The number of characters as people see them.
int grapheme_count(const icu::UnicodeString& text) {
  UErrorCode error = U_ZERO_ERROR;
  const std::unique_ptr<icu::BreakIterator> clusters(
      icu::BreakIterator::createCharacterInstance(icu::Locale::getRoot(), error));
  if (U_FAILURE(error)) return text.countChar32();
  clusters->setText(text);
  int count = 0;
  while (clusters->next() != icu::BreakIterator::DONE) ++count;
  return count;
}

/// Whether a character is invisible or may affect how others are shown.
bool is_hidden(UChar32 character) {
  constexpr std::uint32_t hidden_types = U_GC_C_MASK | U_GC_ZL_MASK | U_GC_ZP_MASK;
  constexpr UChar32 empty_braille = 0x2800;
  return (U_GET_GC_MASK(character) & hidden_types) != 0 || character == empty_braille ||
         u_hasBinaryProperty(character, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0;
}

}  // namespace

std::optional<NameKeys> name_keys(std::string_view text) {
  const icu::UnicodeString name = from_utf8(text);
  const int length = grapheme_count(name);
  if (length < fewest_letters || length > most_letters ||
      name.countChar32() > most_letters * (1 + most_marks) || !has_good_characters(name))
    return std::nullopt;
  if (name.charAt(0) == ' ' || name.charAt(name.length() - 1) == ' ') return std::nullopt;
  UErrorCode error = U_ZERO_ERROR;
  if (uspoof_checkUnicodeString(checker(), name, nullptr, &error) != 0 || U_FAILURE(error))
    return std::nullopt;
  NameKeys keys{look_of(name), looks_of(name)};
  // Some letters have skeletons without any letter, which leaves nothing to compare.
  if (std::ranges::any_of(keys.looks, &std::string::empty)) return std::nullopt;
  return keys;
}

bool is_reserved(const NameKeys& name) {
  static const std::vector<std::string> others = all_looks(other_reserved_names);
  return is_any_among(name.looks, staff_looks()) || is_any_among(name.looks, others);
}

bool is_reserved_for_guests(std::string_view name) {
  return is_any_among(looks_of(from_utf8(name)), staff_looks());
}

std::string_view code_of(NameFault fault) {
  return fault == NameFault::too_long ? "name_too_long" : "bad_name";
}

Result<std::string, NameFault> clean_player_name(std::string_view text) {
  const icu::UnicodeString given = from_utf8(text);
  icu::UnicodeString name;
  int marks = 0;
  int wide = 0;
  for (int at = 0; at < given.length(); at = given.moveIndex32(at, 1)) {
    const UChar32 character = given.char32At(at);
    marks = is_mark(character) ? marks + 1 : 0;
    if (is_hidden(character) || marks > most_marks) continue;
    // Replace every run of whitespace with one space.
    const bool is_blank = u_isUWhiteSpace(character) != 0;
    if (is_blank && (name.isEmpty() || name.endsWith(" "))) continue;
    name.append(is_blank ? UChar32{' '} : character);
    wide += is_mark(character) ? 0 : 1;
  }
  name.trim();
  if (name.isEmpty()) return Unexpected{NameFault::empty};
  std::string utf8 = to_utf8(name);
  if (grapheme_count(name) > longest_player_name || wide > most_wide ||
      utf8.size() > protocol::player_name.bytes)
    return Unexpected{NameFault::too_long};
  return utf8;
}

std::string name_rules_version() {
  UVersionInfo version{};
  u_getVersion(version);
  std::array<char, U_MAX_VERSION_STRING_LENGTH> text{};
  u_versionToString(version, text.data());
  return std::string(rules_version) + " ICU " + text.data();
}

}  // namespace sixfold::server
