#include "server/log.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace sixfold::server {

namespace {

void write(spdlog::level::level_enum level, std::string_view event, const Json& with) {
  if (!spdlog::should_log(level)) return;
  Json json;
  json["event"] = event;
  add_members(json, with);
  // The pattern already contains the opening brace.
  spdlog::log(level, "{}", std::string_view(dump(json)).substr(1));
}

}  // namespace

void start_log(const std::string& level) {
  const auto logger = std::make_shared<spdlog::logger>(
      "sixfold", std::make_shared<spdlog::sinks::stderr_sink_mt>());
  logger->set_pattern(R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v)",
                      spdlog::pattern_time_type::utc);
  logger->set_level(spdlog::level::from_str(level));
  logger->flush_on(spdlog::level::info);
  spdlog::set_default_logger(logger);
}

void log_info(std::string_view event, const Json& with) { write(spdlog::level::info, event, with); }
void log_warning(std::string_view event, const Json& with) {
  write(spdlog::level::warn, event, with);
}
void log_error(std::string_view event, const Json& with) { write(spdlog::level::err, event, with); }

}  // namespace sixfold::server
