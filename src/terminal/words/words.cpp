#include "terminal/words/words.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <unicode/fmtable.h>
#include <unicode/listformatter.h>
#include <unicode/locid.h>
#include <unicode/msgfmt.h>
#include <unicode/numberformatter.h>

#include "record/json.hpp"
#include "terminal/words/messages.hpp"

namespace sixfold::terminal {

namespace {

icu::UnicodeString to_icu(std::string_view text) {
  return icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
}

std::string from_icu(const icu::UnicodeString& text) {
  std::string result;
  text.toUTF8String(result);
  return result;
}

icu::Formattable to_icu(const Argument& argument) {
  if (const auto* number = std::get_if<std::int64_t>(&argument.value)) return *number;
  return to_icu(std::get<std::string>(argument.value));
}

std::string number_text(const icu::Locale& locale, double number, UNumberSignDisplay sign) {
  UErrorCode status = U_ZERO_ERROR;
  return from_icu(icu::number::NumberFormatter::withLocale(locale)
                      .precision(icu::number::Precision::fixedFraction(1))
                      .sign(sign)
                      .formatDouble(number, status)
                      .toString(status));
}

struct Message {
  std::string text;
  std::string language;
  std::unique_ptr<icu::MessageFormat> format;  // created on first use
};

}  // namespace

struct Words::Messages {
  std::string language = "en";
  std::map<std::string, Message, std::less<>> by_key;

  void add(std::string_view wanted) {
    for (const MessageFile& file : message_files) {
      if (file.language != wanted) continue;
      // Our own file, which may have more members than input from outside.
      const Json json = Json::parse(file.text, nullptr, false);
      if (!json.is_object()) continue;
      for (const auto& [key, text] : json.items())
        if (text.is_string()) by_key[key] = {text.get<std::string>(), std::string(wanted), nullptr};
    }
  }
};

Words::Words(std::string_view language) : messages_(std::make_shared<Messages>()) {
  messages_->add("en");
  const auto known = languages();
  if (language == "en" || !std::ranges::binary_search(known, language)) return;
  messages_->language = language;
  messages_->add(language);
}

Words Words::about(const Ruleset& rules) const {
  Words words = *this;
  words.cubes_ = rules.pieces.rolled;
  return words;
}

std::string_view Words::language() const { return messages_->language; }

bool Words::has(std::string_view key) const { return messages_->by_key.contains(key); }

std::string Words::operator()(std::string_view key,
                              std::initializer_list<Argument> arguments) const {
  auto found =
      cubes_ ? messages_->by_key.find(std::string(key) + ".cubes") : messages_->by_key.end();
  if (found == messages_->by_key.end()) found = messages_->by_key.find(key);
  if (found == messages_->by_key.end()) return std::string(key);
  Message& message = found->second;
  UErrorCode status = U_ZERO_ERROR;
  if (!message.format)
    message.format = std::make_unique<icu::MessageFormat>(
        to_icu(message.text), icu::Locale(message.language.c_str()), status);
  std::vector<icu::UnicodeString> names;
  std::vector<icu::Formattable> values;
  for (const Argument& argument : arguments) {
    names.push_back(to_icu(argument.name));
    values.push_back(to_icu(argument));
  }
  icu::UnicodeString result;
  message.format->format(names.data(), values.data(), static_cast<std::int32_t>(names.size()),
                         result, status);
  if (U_FAILURE(status) != 0) return message.text;
  return from_icu(result);
}

std::string Words::list(const std::vector<std::string>& items) const {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Locale locale = icu::Locale::forLanguageTag((*this)("app.locale"), status);
  const std::unique_ptr<icu::ListFormatter> format(
      icu::ListFormatter::createInstance(locale, status));
  std::vector<icu::UnicodeString> texts;
  texts.reserve(items.size());
  for (const std::string& item : items) texts.push_back(to_icu(item));
  icu::UnicodeString result;
  if (U_SUCCESS(status) != 0)
    format->format(texts.data(), static_cast<std::int32_t>(texts.size()), result, status);
  return from_icu(result);
}

std::string Words::decimal(double number) const {
  return number_text(icu::Locale(messages_->language.c_str()), number, UNUM_SIGN_AUTO);
}

std::string Words::change(double number) const {
  return number_text(icu::Locale(messages_->language.c_str()), number, UNUM_SIGN_ALWAYS);
}

std::vector<std::string> languages() {
  std::set<std::string> known;
  for (const MessageFile& file : message_files) known.emplace(file.language);
  return {known.begin(), known.end()};
}

std::string language_among(std::initializer_list<std::string_view> wanted) {
  const auto known = languages();
  for (const std::string_view text : wanted) {
    if (text.empty()) continue;
    std::string language(text.substr(0, text.find_first_of("_.@-")));
    std::ranges::transform(language, language.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (std::ranges::binary_search(known, language)) return language;
    // Like the system does: the first variable that is set decides, even if its language is not
    // supported.
    return "en";
  }
  return "en";
}

}  // namespace sixfold::terminal
