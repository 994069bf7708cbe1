#include "cli/help.hpp"

#include <sstream>

namespace sixfold::cli {

namespace {

constexpr std::size_t columns = 80;
constexpr std::size_t name_columns = 28;

/// The text with line breaks between words, so that no line is longer than `width`.
std::string wrapped(const std::string& text, std::size_t width) {
  std::istringstream words(text);
  std::string lines;
  std::size_t used = 0;
  for (std::string word; words >> word; used += word.size()) {
    if (used + 1 + word.size() > width) {
      lines += '\n';
      used = 0;
    } else if (used > 0) {
      lines += ' ';
      ++used;
    }
    lines += word;
  }
  return lines;
}

}  // namespace

HelpFormatter::HelpFormatter() { column_width(name_columns); }

std::string HelpFormatter::make_description(const CLI::App* app) const {
  return wrapped(app->get_description(), columns) + "\n\n";
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const {
  std::ostringstream out;
  CLI::detail::format_help(out, command->get_name(),
                           wrapped(command->get_description(), columns - name_columns),
                           name_columns);
  return out.str();
}

std::string HelpFormatter::make_option_name(const CLI::Option* option, bool positional) const {
  const std::string name = CLI::Formatter::make_option_name(option, positional);
  return CLI::detail::find_and_replace(name, "{false}", "");
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  if (option->get_positional() || option->get_type_size() == 0) return "";
  const std::string type = option->get_type_name();
  return " " + type.substr(0, type.find(':'));  // what it may be is in the description
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  std::string text = option->get_description();
  const std::string standard = option->get_default_str();
  if (!standard.empty() && standard != "[]") text += " [" + standard + "]";
  if (!option->get_envname().empty()) text += " (" + option->get_envname() + ")";
  if (option->get_required() && !option->get_positional()) text += " (required)";
  return wrapped(text, columns - name_columns);
}

}  // namespace sixfold::cli
