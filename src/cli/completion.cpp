// Scripts with which a shell completes commands and options, and the manual page. Both are read off
// the definitions that --help shows.
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>
#include <sixfold/version.hpp>

#include "cli/commands.hpp"
#include "engine/bots.hpp"
#include "rules/options.hpp"
#include "rules/variants/catalogue.hpp"

namespace sixfold::cli {

namespace {

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

/// Visits the program and every command in it, each with the words that lead to it.
template <class Visit>
void visit_all(const CLI::App& app, const std::string& path, const Visit& visit) {
  visit(app, path);
  for (const CLI::App* command : commands_of(app))
    visit_all(*command, fmt::format("{}{}{}", path, path.empty() ? "" : " ", command->get_name()),
              visit);
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text.append(text.empty() ? "" : " ").append(word);
  return text;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// What a person can choose from after an option; nothing if that is no short list.
std::string values_of(std::string_view option) {
  std::vector<std::string> words;
  if (option == "variant")
    for (const Edition& edition : all_editions()) words.emplace_back(edition.name);
  if (option == "bot" || option == "bots")
    for (const BotLevel& level : all_bots()) words.emplace_back(level.name);
  for (const RuleOption& rule : rule_options())
    if (option == rule.name) words.assign(rule.values.begin(), rule.values.end());
  return joined(words);
}

/// The commands and options that can follow.
std::string words_of(const CLI::App& app) {
  std::vector<std::string> words;
  for (const CLI::App* command : commands_of(app)) words.push_back(command->get_name());
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
  return joined(words);
}

/// A `case` of the shell for every option with a list of values.
std::string bash_values(const CLI::App& app) {
  std::vector<std::string> seen;
  std::string text;
  visit_all(app, "", [&](const CLI::App& command, const std::string&) {
    for (const CLI::Option* option : command.get_options())
      for (const std::string& name : option->get_lnames())
        if (const std::string values = values_of(name);
            !values.empty() && std::ranges::count(seen, name) == 0) {
          seen.push_back(name);
          text += fmt::format("    --{}) words='{}' ;;\n", name, values);
        }
  });
  return text;
}

std::string bash_script(const CLI::App& app) {
  std::string paths;
  visit_all(app, "", [&](const CLI::App& command, const std::string& path) {
    paths += fmt::format("      '{}') words='{}' ;;\n", path, words_of(command));
  });
  return fmt::format(R"(# Completion of sixfold for bash.
_sixfold() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}} route= words= i only=()
  for ((i = 1; i < COMP_CWORD && i < 3; ++i)); do
    [[ ${{COMP_WORDS[i]}} == [a-z]* ]] || break
    route+=${{route:+ }}${{COMP_WORDS[i]}}
  done
  case $previous in
{}  esac
  while [[ -z $words ]]; do
    case $route in
{}    esac
    [[ $route == *' '* ]] || break
    route=${{route% *}}
  done
  [[ $current == -* ]] || only=(-X '-*')
  mapfile -t COMPREPLY < <(compgen -W "$words" "${{only[@]}}" -- "$current")
}}
complete -o bashdefault -o default -F _sixfold sixfold
)",
                     bash_values(app), paths);
}

/// Without what would end a text in quotes or is special in zsh's lists.
std::string plain(const std::string& text) {
  return replaced(replaced(replaced(replaced(text, "'", "’"), "[", "("), "]", ")"), ":", " –");
}

std::string zsh_script(const CLI::App& app) {
  std::string commands;
  std::string options;
  visit_all(app, "", [&](const CLI::App& command, const std::string& path) {
    std::string list;
    for (const CLI::App* inner : commands_of(command))
      list += fmt::format(" '{}:{}'", inner->get_name(), plain(inner->get_description()));
    if (!list.empty()) commands += fmt::format("    '{}') commands=({}) ;;\n", path, list);
    options += fmt::format("    '{}') options=(", path);
    for (const CLI::Option* option : command.get_options())
      for (const std::string& name : option->get_lnames()) {
        const std::string values = values_of(name);
        const std::string_view after = option->get_type_size() == 0 ? ""
                                       : values.empty()             ? ":value:_files"
                                                                    : ":value:";
        options += fmt::format(" '--{}[{}]{}{}'", name, plain(option->get_description()), after,
                               values.empty() ? "" : "(" + values + ")");
      }
    options += ") ;;\n";
  });
  return fmt::format(R"(#compdef sixfold
# Completion of sixfold for zsh.
_sixfold() {{
  local i
  local -a route commands options
  for ((i = 2; i < CURRENT && i < 4; ++i)); do
    [[ $words[i] == [a-z]* ]] || break
    route+=($words[i])
  done
  case "$route" in
{}  esac
  if (( $#commands && $#route == CURRENT - 2 )) && [[ $words[CURRENT] != -* ]]; then
    _describe command commands
    return
  fi
  while (( ! $#options )); do
    case "$route" in
{}    esac
    (( $#route > 1 )) || break
    shift -p route
  done
  _arguments $options '*:file:_files'
}}
_sixfold "$@"
)",
                     commands, options);
}

std::string fish_script(const CLI::App& app) {
  std::string text = "# Completion of sixfold for fish.\n";
  visit_all(app, "", [&](const CLI::App& command, const std::string& path) {
    const std::string inner = joined([&] {
      std::vector<std::string> names;
      for (const CLI::App* one : commands_of(command)) names.push_back(one->get_name());
      return names;
    }());
    const std::string here =
        path.empty() ? "__fish_use_subcommand"
                     : "__fish_seen_subcommand_from " + path.substr(path.rfind(' ') + 1);
    for (const CLI::App* one : commands_of(command))
      text += fmt::format("complete -c sixfold -f -n '{}{}' -a {} -d '{}'\n", here,
                          path.empty() ? "" : "; and not __fish_seen_subcommand_from " + inner,
                          one->get_name(), plain(one->get_description()));
    for (const CLI::Option* option : command.get_options())
      for (const std::string& name : option->get_lnames()) {
        const std::string values = values_of(name);
        text += fmt::format("complete -c sixfold -n '{}' -l {}{}{} -d '{}'\n", here, name,
                            option->get_type_size() == 0 ? "" : " -r",
                            values.empty() ? "" : fmt::format(" -f -a '{}'", values),
                            plain(option->get_description()));
      }
  });
  return text;
}

/// As troff wants it: its escape character doubled, minus signs that can be copied, and no line
/// that looks like a request.
std::string troff(const std::string& text) {
  const std::string escaped = replaced(replaced(text, "\\", "\\e"), "-", "\\-");
  return escaped.starts_with('.') || escaped.starts_with('\'') ? "\\&" + escaped : escaped;
}

std::string manual_of_option(const CLI::Option& option) {
  const bool positional = option.get_positional();
  std::string text =
      fmt::format(".TP\n\\fB{}\\fR", troff(option.get_name(positional, !positional)));
  if (const std::string type = option.get_type_name();
      !positional && option.get_type_size() != 0 && !type.empty())
    text += fmt::format(" \\fI{}\\fR", troff(type.substr(0, type.find(':'))));
  text += fmt::format("\n{}\n", troff(option.get_description()));
  if (const std::string standard = option.get_default_str(); !standard.empty() && standard != "[]")
    text += fmt::format("Default: {}.\n", troff(standard));
  return text;
}

std::string manual(const CLI::App& app) {
  std::string commands;
  visit_all(app, "", [&](const CLI::App& command, const std::string& path) {
    if (path.empty()) return;
    commands += fmt::format(".SS sixfold {}\n{}.\n", troff(path), troff(command.get_description()));
    for (const CLI::Option* option : command.get_options())
      if (option != command.get_help_ptr()) commands += manual_of_option(*option);
  });
  return fmt::format(R"(.TH SIXFOLD 1 "" "sixfold {}" "User Commands"
.SH NAME
sixfold \- play, host and study the Qwirkle family of tile games
.SH SYNOPSIS
.B sixfold
.I command
.RI [ option ...]
.SH DESCRIPTION
Sixfold plays six games of the Qwirkle family: in a terminal, and as a server with a web app. It also
lets bots play, checks and analyses records of games, and reads photos of real tables.
.PP
\fBsixfold help\fR \fIcommand\fR prints the options of a command.
.SH COMMANDS
{}.SH EXIT STATUS
0 if all is well, 1 if what was checked is not, 2 if the command cannot be carried out as given.
.SH NOTES
Sixfold is an independent project. It is not made, sponsored or approved by the owners of Qwirkle.
)",
                     library_version, commands);
}

}  // namespace

void add_completion(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "completion", "Prints a script with which a shell completes commands and options");
  const auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "bash, fish or zsh")
      ->required()
      ->check(CLI::IsMember({"bash", "fish", "zsh"}));
  command->callback([&app, &status, shell] {
    const auto script = *shell == "bash"   ? bash_script
                        : *shell == "fish" ? fish_script
                                           : zsh_script;
    fmt::print("{}", script(app));
    status = exit_ok;
  });
}

void add_manual(CLI::App& app, int& status) {
  CLI::App* const command =
      app.add_subcommand("manual", "Prints the manual page, as man(1) reads it");
  command->callback([&app, &status] {
    fmt::print("{}", manual(app));
    status = exit_ok;
  });
}

}  // namespace sixfold::cli
