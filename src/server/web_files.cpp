#include "server/web_files.hpp"

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include <sodium.h>

namespace sixfold {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::pair<std::string_view, std::string_view>, 15> content_types{{
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".webp", "image/webp"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".mp3", "audio/mpeg"},
    {".ogg", "audio/ogg"},
    {".txt", "text/plain; charset=utf-8"},
}};

std::string_view content_type_of(const fs::path& file) {
  for (const auto& [ending, type] : content_types)
    if (file.extension() == ending) return type;
  return "application/octet-stream";
}

std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream content;
  content << in.rdbuf();
  if (!in) throw std::system_error(errno, std::generic_category(), file.string());
  return std::move(content).str();
}

std::string etag_of(const std::string& body) {
  std::array<unsigned char, 16> hash{};
  crypto_generichash(hash.data(), hash.size(),
                     reinterpret_cast<const unsigned char*>(body.data()),  // NOLINT
                     body.size(), nullptr, 0);
  std::array<char, 2 * hash.size() + 1> hex{};
  sodium_bin2hex(hex.data(), hex.size(), hash.data(), hash.size());
  return '"' + std::string(hex.data()) + '"';
}

}  // namespace

WebFiles::WebFiles(const std::string& folder) {
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || entry.path().extension() == ".gz") continue;
    const std::string path = "/" + fs::relative(entry.path(), folder).generic_string();
    WebFile file;
    file.content_type = content_type_of(entry.path());
    file.body = content_of(entry.path());
    if (const fs::path packed = entry.path().string() + ".gz"; fs::exists(packed))
      file.gzip = content_of(packed);
    file.etag = etag_of(file.body);
    file.immutable = path.starts_with("/assets/");
    files_[path] = std::move(file);
  }
}

const WebFile* WebFiles::find(std::string_view path) const {
  if (const auto found = files_.find(path); found != files_.end()) return &found->second;
  const bool is_file = path.substr(path.rfind('/') + 1).find('.') != std::string_view::npos;
  const auto page = files_.find(std::string_view("/index.html"));
  if (is_file || path.starts_with("/api/") || page == files_.end()) return nullptr;
  return &page->second;
}

std::string default_web_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return "";
  const fs::path folder = program.parent_path();
  // In the build folder, and as installed.
  for (const fs::path& candidate : {folder / "../../web/dist", folder / "../share/sixfold/web"})
    if (fs::exists(candidate / "index.html")) return fs::weakly_canonical(candidate).string();
  return "";
}

}  // namespace sixfold
