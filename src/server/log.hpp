// The log: one JSON object per line on standard error, with time, level and event. Games and users
// appear as ids; tiles, cookies and keys are never logged.
#pragma once

#include <string>
#include <string_view>

#include "record/json.hpp"

namespace sixfold::server {

/// `level`: debug, info, warn, error or off. Call once, before anything is logged.
void start_log(const std::string& level);

void log_info(std::string_view event, const Json& with = Json::object());
void log_warning(std::string_view event, const Json& with = Json::object());
void log_error(std::string_view event, const Json& with = Json::object());

}  // namespace sixfold::server
