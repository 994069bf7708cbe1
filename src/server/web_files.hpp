// The web app's files, read once and served from memory.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace sixfold {

struct WebFile {
  std::string content_type;
  std::string body;
  std::string gzip;  ///< the same, compressed; empty if there is no such file beside it
  std::string etag;
  bool immutable = false;  ///< its name changes with its content
};

class WebFiles {
 public:
  /// No app at all.
  WebFiles() = default;
  /// Every file of the folder. Throws std::system_error where it cannot be read.
  explicit WebFiles(const std::string& folder);

  /// The file at a path such as `/assets/app.js`. The app's own addresses (`/`, `/t/ABCDEF`) get
  /// its page; null for anything else.
  [[nodiscard]] const WebFile* find(std::string_view path) const;

 private:
  std::map<std::string, WebFile, std::less<>> files_;
};

/// Where the app's files are by default: beside the program; empty if they are not there.
[[nodiscard]] std::string default_web_folder();

}  // namespace sixfold
