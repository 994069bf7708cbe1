#include "cli/help.hpp"

#include <cstdlib>
#include <memory>
#include <regex>
#include <sstream>
#include <vector>

#include <fmt/core.h>

#include "cli/commands.hpp"

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

bool is_number(const std::string& text) {
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  return !text.empty() && *end == '\0';
}

bool is_whole(const std::string& text) {
  return text.find_first_not_of("0123456789", text.starts_with('-') ? 1 : 0) == std::string::npos;
}

/// A bound as people write it: 60000, not 60000.000000.
std::string bound(std::string text) {
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::string in_words(const std::string& what) {
  static const std::regex not_in_range(R"((\S+): Value (.*) not in range (\S+) to (\S+))");
  static const std::regex not_converted(R"(Could not convert: (\S+) = (.*))");
  static const std::regex not_in_set(R"((\S+): (.*) not in \{(.*)\})");
  std::smatch part;
  if (std::regex_match(what, part, not_in_range)) {
    const std::string option = part[1], value = part[2], low = part[3], high = part[4];
    if (!is_number(value)) return fmt::format("{}: {} is not a number", option, value);
    constexpr std::size_t most_digits = 20;
    return high.size() > most_digits ? fmt::format("{}: {} is too small", option, value)
                                     : fmt::format("{}: {} is not between {} and {}", option, value,
                                                   bound(low), bound(high));
  }
  if (std::regex_match(what, part, not_in_set))
    return fmt::format("{}: {} is not one of {}", part[1].str(), part[2].str(),
                       std::regex_replace(part[3].str(), std::regex(","), ", "));
  if (std::regex_match(what, part, not_converted)) {
    const std::string option = part[1], value = part[2];
    return fmt::format("{}: {} is {}", option, value,
                       is_whole(value)    ? "out of range"
                       : is_number(value) ? "not a whole number"
                                          : "not a number");
  }
  return what;
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

std::string failure_text(const CLI::App* app, const CLI::Error& error) {
  std::string path = app->get_name();
  for (auto inner = app->get_subcommands(); !inner.empty(); inner = app->get_subcommands()) {
    app = inner.front();
    path += " " + app->get_name();
  }
  const bool has_commands = !app->get_subcommands([](const CLI::App*) { return true; }).empty();
  const auto unknown = app->remaining();
  const std::string what =
      !has_commands || unknown.empty()
          ? in_words(error.what())
          : fmt::format("{} has no {} {}", path,
                        unknown.front().starts_with('-') ? "option" : "command", unknown.front());
  return fmt::format("{}\nRun {} --help for more information.\n", what, path);
}

void add_help(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand("help", "Explains a command, or lists them all");
  const auto names = std::make_shared<std::vector<std::string>>();
  command->add_option("COMMAND", *names, "What to explain, such as: arena");
  command->callback([&app, &status, names] {
    const CLI::App* about = &app;
    std::string path = app.get_name();
    for (const std::string& name : *names) {
      const auto found =
          about->get_subcommands([&](const CLI::App* one) { return one->check_name(name); });
      if (found.empty())
        throw CLI::ValidationError(fmt::format("{} has no command {}", path, name));
      about = found.front();
      path += " " + name;
    }
    fmt::print("{}", about->get_formatter()->make_help(about, path, CLI::AppFormatMode::Normal));
    status = exit_ok;
  });
}

}  // namespace sixfold::cli
