#include "server/web_files.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include <sodium.h>

namespace sixfold::server {

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

/// The part up to the next slash; removes it and the slash from the path.
std::string_view take_part(std::string_view& path) {
  const std::string_view part = path.substr(0, path.find('/'));
  path.remove_prefix(std::min(path.size(), part.size() + 1));
  return part;
}

bool is_at(std::string_view address, std::string_view path) {
  while (!address.empty() && !path.empty()) {
    const std::string_view wanted = take_part(address);
    const std::string_view part = take_part(path);
    if (wanted == "*" ? part.empty() : part != wanted) return false;
  }
  return address.empty() && path.empty();
}

}  // namespace

std::string etag_of(const std::string& body) {
  std::array<unsigned char, 16> hash{};
  crypto_generichash(hash.data(), hash.size(),
                     reinterpret_cast<const unsigned char*>(body.data()),  // NOLINT
                     body.size(), nullptr, 0);
  std::array<char, 2 * hash.size() + 1> hex{};
  sodium_bin2hex(hex.data(), hex.size(), hash.data(), hash.size());
  return '"' + std::string(hex.data()) + '"';
}

WebFiles::WebFiles(const std::string& folder) {
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const std::string extension = entry.path().extension();
    if (!entry.is_regular_file() ||
        std::ranges::count(packings, extension, &Packing::extension) > 0)
      continue;
    const std::string path = "/" + fs::relative(entry.path(), folder).generic_string();
    WebFile file;
    file.content_type = content_type_of(entry.path());
    file.body = content_of(entry.path());
    for (std::size_t i = 0; i < packings.size(); ++i) {
      fs::path packed = entry.path();
      if (fs::exists(packed += packings.at(i).extension)) file.packed.at(i) = content_of(packed);
    }
    file.etag = etag_of(file.body);
    file.immutable = path.starts_with("/assets/");
    files_[path] = std::move(file);
  }
  if (const auto found = files_.find("/addresses.txt"); found != files_.end()) {
    std::istringstream lines(found->second.body);
    for (std::string line; std::getline(lines, line);) addresses_.push_back(line);
  }
}

const WebFile* WebFiles::find(std::string_view path) const {
  if (const WebFile* const found = file(path)) return found;
  if (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  const bool is_address = addresses_.empty()
                              ? path.substr(path.rfind('/') + 1).find('.') == std::string_view::npos
                              : std::ranges::any_of(addresses_, [&](const std::string& one) {
                                  return is_at(one, path);
                                });
  return is_address ? page() : nullptr;
}

const WebFile* WebFiles::page() const { return file("/index.html"); }

const WebFile* WebFiles::file(std::string_view path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? nullptr : &found->second;
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

}  // namespace sixfold::server
