// The layout of --help: at most 80 columns, with defaults and environment variables after each
// description.
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

}  // namespace sixfold::cli
