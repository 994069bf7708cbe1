// The log: one JSON object per line on standard error, with time, level and event. It names games
// and users by their ids; tiles, cookies and keys never come near it.
#pragma once

#include <string>
#include <string_view>

#include "record/json.hpp"

namespace sixfold {

/// `level`: debug, info, warn, error or off. To be called once, before anything is logged.
void start_log(const std::string& level);

void log_info(std::string_view event, const Json& with = Json::object());
void log_warning(std::string_view event, const Json& with = Json::object());
void log_error(std::string_view event, const Json& with = Json::object());

}  // namespace sixfold
