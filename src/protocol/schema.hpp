// Machine-readable descriptions of the messages, made from their forms: JSON Schema, AsyncAPI and
// TypeScript. `sixfold schema` prints them.
#pragma once

#include <string>

#include "record/json.hpp"

namespace sixfold::protocol {

/// JSON Schemas of everything that one side may send.
[[nodiscard]] Json client_schema();
[[nodiscard]] Json server_schema();
/// Both, as an AsyncAPI 3 document.
[[nodiscard]] Json asyncapi();
/// Types of both and the constants that clients need, for web/src/net/messages.ts.
[[nodiscard]] std::string typescript();

}  // namespace sixfold::protocol
