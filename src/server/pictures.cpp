#include "server/pictures.hpp"

#include <algorithm>
#include <memory>

namespace sixfold::server {

const std::string* Pictures::kept(const Id& game) {
  const auto found = std::ranges::find(kept_, game, &Kept::game);
  if (found == kept_.end()) return nullptr;
  kept_.splice(kept_.begin(), kept_, found);
  return &found->png;
}

bool Pictures::draw(const Id& game, std::string record, Answer answer) {
  if (const auto found = drawing_.find(game); found != drawing_.end()) {
    found->second.push_back(std::move(answer));
    return true;
  }
  drawing_[game].push_back(std::move(answer));
  const auto png = std::make_shared<std::string>();
  const bool is_begun =
      elsewhere_([png, draw = draw_, record = std::move(record)] { *png = draw(record); },
                 [this, png, game] {
                   const std::vector<Answer> answers = std::move(drawing_.extract(game).mapped());
                   for (const Answer& waiting : answers)
                     waiting(png->empty() ? nullptr : png.get());
                   if (!png->empty()) keep(game, std::move(*png));
                 });
  if (!is_begun) drawing_.erase(game);
  return is_begun;
}

void Pictures::keep(const Id& game, std::string png) {
  if (png.size() > most_bytes_) return;
  bytes_ += png.size();
  kept_.push_front({game, std::move(png)});
  while (bytes_ > most_bytes_) {
    bytes_ -= kept_.back().png.size();
    kept_.pop_back();
  }
}

}  // namespace sixfold::server
