// What the program says about its options: the layout of --help, at most 80 columns wide with
// defaults and environment variables after each description, and what is wrong with a command line.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace sixfold::cli {

class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();

  std::string make_description(const CLI::App* app) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_option_name(const CLI::Option* option, bool positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
};

/// The library's own messages print some bounds with 309 digits.
std::string failure_text(const CLI::App* app, const CLI::Error& error);

}  // namespace sixfold::cli
