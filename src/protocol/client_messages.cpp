#include "protocol/client_messages.hpp"

namespace sixfold::protocol {

namespace {

/// The id of a command that could not be read as a whole.
std::optional<Id> command_in(const Json& json) {
  for (const std::string_view tag : {CreateTable::tag, QuickMatch::tag, TableRequest::tag})
    if (const Json* const body = FormReader::optional(json, tag);
        body != nullptr && body->is_object())
      if (const Json* const id = FormReader::optional(*body, "id");
          id != nullptr && id->is_string())
        return parse_id(id->get<std::string>());
  return std::nullopt;
}

/// Whether the command only says which seat it is about.
template <class Command>
concept AboutSeat = sizeof(Command) == sizeof(int) && requires(Command command) {
  { command.seat } -> std::same_as<int&>;
};

template <class... Commands>
std::optional<TableCommand> find_tagged(std::string_view tag, std::optional<int> seat,
                                        std::variant<Commands...>* /*kind*/) {
  std::optional<TableCommand> found;
  const auto take_if_tagged = [&]<class Command>(const Command& command) {
    if (Command::tag != tag) return false;
    if constexpr (Bare<Command>) found = command;
    if constexpr (AboutSeat<Command>)
      if (seat && *seat >= seat_range.lowest && *seat <= seat_range.highest) found = Command{*seat};
    return true;
  };
  static_cast<void>((take_if_tagged(Commands{}) || ...));
  return found;
}

}  // namespace

void read(FormReader& reader, const Json& json, const Path& path, TableCommand& command,
          Unlimited /*limit*/) {
  if (!reader.expect_object(json, path)) return;
  if (json.size() != 1) return reader.fail("command", path, "must have exactly one member");
  auto found = read_tagged(reader, json, &path, &command);
  if (found)
    command = *std::move(found);
  else
    reader.fail("command", path, in_quotes(json.begin().key()) + " is not a command");
}

std::optional<TableCommand> command_tagged(std::string_view tag, std::optional<int> seat) {
  return find_tagged(tag, seat, static_cast<TableCommand*>(nullptr));
}

Result<ClientMessage, MessageError> read_client_message(std::string_view text) {
  const auto json = parse_json(text);
  if (!json) return Unexpected{MessageError{json.error(), std::nullopt}};
  FormReader reader;
  std::optional<ClientMessage> message;
  if (reader.expect_object(*json, {}))
    message = read_tagged(reader, *json, nullptr, static_cast<ClientMessage*>(nullptr));
  if (!message) reader.fail("message", {}, "unknown message");
  if (reader.error())
    return Unexpected{
        MessageError{*reader.error(), json->is_object() ? command_in(*json) : std::nullopt}};
  return *std::move(message);
}

std::string to_text(const ClientMessage& message) { return dump(tagged(message)); }

}  // namespace sixfold::protocol
