// The web app's files, loaded at start-up and served from memory.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sixfold::server {

/// How a file may be compressed: what HTTP calls it, and what is added to the file's name.
struct Packing {
  std::string_view encoding;
  std::string_view extension;
};
/// The one that makes files smallest comes first.
inline constexpr std::array packings{Packing{"br", ".br"}, Packing{"gzip", ".gz"}};

struct WebFile {
  std::string content_type;
  std::string body;
  std::array<std::string, packings.size()> packed;  ///< empty if there is no such file
  std::string etag;
  bool immutable = false;  ///< the name contains a hash of the content
};

class WebFiles {
 public:
  /// No web app at all.
  WebFiles() = default;
  /// Loads every file in the folder. Throws std::system_error if it cannot be read.
  explicit WebFiles(const std::string& folder);

  /// The file at a path such as `/assets/app.js`. The app's own addresses (`/`, `/t/ABCDEF`) return
  /// its page; null for anything else.
  [[nodiscard]] const WebFile* find(std::string_view path) const;
  /// The file at exactly this path; null if there is none.
  [[nodiscard]] const WebFile* file(std::string_view path) const;
  /// The app's page, which also serves as the page for unknown addresses; null without the app.
  [[nodiscard]] const WebFile* page() const;

 private:
  std::map<std::string, WebFile, std::less<>> files_;
  /// The lines of `addresses.txt`: paths of the app, with `*` for any part without a slash. Without
  /// the file, every path is one.
  std::vector<std::string> addresses_;
};

/// A name for this content.
[[nodiscard]] std::string etag_of(const std::string& body);

/// The default location of the app's files, next to the program; empty if they are missing.
[[nodiscard]] std::string default_web_folder();

}  // namespace sixfold::server
