#include "protocol/schema.hpp"

#include <fmt/core.h>

#include "cli/commands.hpp"

namespace sixfold::cli {

void add_schema(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "schema", "Prints a machine-readable description of the messages between client and server");
  const auto add = [&](const char* name, const char* help, std::string (*text)()) {
    command->add_subcommand(name, help)->callback([&status, text] {
      fmt::print("{}\n", text());
      status = exit_ok;
    });
  };
  command->require_subcommand(1);
  add("client", "The JSON Schema of what a client sends",
      [] { return protocol::client_schema().dump(2); });
  add("server", "The JSON Schema of what a server sends",
      [] { return protocol::server_schema().dump(2); });
  add("asyncapi", "Both, as an AsyncAPI 3 document", [] { return protocol::asyncapi().dump(2); });
  add("typescript", "The same as TypeScript types", [] {
    std::string text = protocol::typescript();
    text.pop_back();
    return text;
  });
}

}  // namespace sixfold::cli
