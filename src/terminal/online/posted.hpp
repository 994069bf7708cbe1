// Passes the events of a connection from its thread to the one that draws.
#pragma once

#include <memory>
#include <string>

#include "client/connection.hpp"
#include "terminal/online/mailbox.hpp"

namespace sixfold::terminal {

/// Calls `opened`, `heard`, `lost` and `known` of the target on the mailbox's thread. `target`
/// points to null once the target is gone.
template <class Target>
client::ConnectionEvents posted_events(Mailbox& mailbox, const std::shared_ptr<Target*>& target) {
  const auto posted = [&mailbox, target](auto work) {
    mailbox.post([target, work = std::move(work)] {
      if (*target != nullptr) work(**target);
    });
  };
  client::ConnectionEvents events;
  events.opened = [posted] { posted([](Target& one) { one.opened(); }); };
  events.heard = [posted](std::string text) {
    posted([text = std::move(text)](Target& one) { one.heard(text); });
  };
  events.lost = [posted](std::string why) {
    posted([why = std::move(why)](Target& one) { one.lost(why); });
  };
  events.known = [posted](std::string cookie) {
    posted([cookie = std::move(cookie)](Target& one) { one.known(cookie); });
  };
  return events;
}

}  // namespace sixfold::terminal
