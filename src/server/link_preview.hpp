// What other programs show of a link to one of the app's pages: a title, a sentence and a picture,
// as Open Graph tags in the page. They are made of what anyone may see.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "record/json.hpp"

namespace sixfold::server {

/// The sentences of previews in each language of the app. The web app's build writes them.
class LinkTexts {
 public:
  LinkTexts() = default;
  /// From messages by language; whatever else the file contains is ignored.
  explicit LinkTexts(std::string_view json);

  /// The language that suits an Accept-Language header best; English if none does.
  [[nodiscard]] std::string language_for(std::string_view accepted) const;
  /// The message; the key if there is none.
  [[nodiscard]] std::string text(std::string_view language, std::string_view key) const;

 private:
  using Messages = std::map<std::string, std::string, std::less<>>;
  std::map<std::string, Messages, std::less<>> languages_;
};

/// What a page of the app is about.
struct LinkTarget {
  enum class Kind : std::uint8_t {
    app,
    record,  ///< a finished game: `/g/ID`
    review,
    table,  ///< `/t/CODE`, or the table's id
    daily,
  };
  Kind kind{};
  std::string part;       ///< the id or code
  bool embedded = false;  ///< for pages of other sites

  friend bool operator==(const LinkTarget&, const LinkTarget&) = default;
};
[[nodiscard]] LinkTarget link_target(std::string_view path);

struct LinkPreview {
  std::string title;
  std::string text;
  std::string address;
  std::string picture;  ///< its address; a PNG of 1200 × 630 pixels
  std::string locale;   ///< such as `en_GB`
};

/// How previews are made on this server.
struct LinkMaker {
  std::string url;              ///< the public one, without a slash at its end
  bool draws_pictures = false;  ///< of finished games
  LinkTexts texts;

  /// `table` is the message that shows the table to anyone; null if there is none. About a game
  /// that is not over, links to its record tell nothing.
  [[nodiscard]] LinkPreview preview(const LinkTarget& target, const Json& table,
                                    std::string_view language) const;
};

/// The page with the preview's title and tags; unchanged if it has no title.
[[nodiscard]] std::string page_with(std::string_view page, const LinkPreview& preview);

/// As text or an attribute's value in HTML.
[[nodiscard]] std::string html_escaped(std::string_view text);

}  // namespace sixfold::server
