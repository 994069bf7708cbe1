#include "terminal/online/online_player.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "terminal/online/online_memory.hpp"
#include "terminal/words/describe.hpp"

namespace sixfold::terminal {

namespace {

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace

OnlinePlayer::OnlinePlayer(client::Address address, std::filesystem::path memory)
    : address_(std::move(address)), memory_(std::move(memory)) {
  who_.credentials.cookie = recall(memory_, address_.origin()).cookie;
}

void OnlinePlayer::come(const WantedIdentity& wanted, const Words& words) {
  if (!wanted.token.empty()) who_.credentials = {"", wanted.token};
  std::string fault =
      wanted.guest ? log_out(words) : become(client::who_am_i(address_, who_.credentials), words);
  if (fault.empty() && needs_passphrase(wanted) && !wanted.passphrase.empty())
    fault = log_in(wanted.account, wanted.passphrase, words);
  if (!fault.empty()) throw std::runtime_error(fault);
}

bool OnlinePlayer::needs_passphrase(const WantedIdentity& wanted) const {
  return !wanted.account.empty() && lower(wanted.account) != lower(who_.account);
}

std::string OnlinePlayer::log_in(const std::string& name, const std::string& passphrase,
                                 const Words& words) {
  return become(client::log_in(address_, name, passphrase), words);
}

std::string OnlinePlayer::log_out(const Words& words) {
  return become(client::log_out(address_, who_.credentials), words);
}

std::string OnlinePlayer::become(const Result<client::Identity, client::HttpRefusal>& answer,
                                 const Words& words) {
  if (!answer) {
    const auto& [code, message] = answer.error();
    if (code == "unreachable")
      return words("terminal.unreachable", {{"server", address_.origin()}}) + " (" + message + ")";
    return refusal_text(words, {code, std::nullopt, message});
  }
  who_ = *answer;
  Remembered memory = recall(memory_, address_.origin());
  if (is_bot() || memory.cookie == who_.credentials.cookie) return "";
  memory.cookie = who_.credentials.cookie;
  remember(memory_, address_.origin(), memory);
  return "";
}

}  // namespace sixfold::terminal
