#include "svg/plots.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/core.h>

#include "svg/escaped.hpp"

namespace sixfold::svg {

namespace {

constexpr int page_width = 960;
constexpr int page_margin = 28;
constexpr int share_height = 30;
constexpr int plot_height = 132;
constexpr int row_height = 228;
constexpr int gap = 26;
constexpr int most_bars = 24;

constexpr const char* style = R"(<style>
svg{color-scheme:light dark;--paper:#fbfaf7;--ink:#23232a;--faint:#6b6b76;--line:#d9d7cf;--bar:#3a6fc4;--mark:#c2410c}
@media(prefers-color-scheme:dark){svg{--paper:#1d1d23;--ink:#ececf1;--faint:#a2a2ae;--line:#3b3b45;--bar:#7aa7ef;--mark:#fb923c}}
text{fill:var(--ink);font:13px system-ui,sans-serif}
.h{font-size:17px;font-weight:600}.t{font-weight:600}.f{fill:var(--faint);font-size:12px}
.e{text-anchor:end}.m{text-anchor:middle}
.b{fill:var(--bar)}.l{stroke:var(--line)}.k{stroke:var(--mark);stroke-width:1.5;stroke-dasharray:4 3}
.w{stroke:var(--bar);stroke-width:2}
</style>
)";

std::string words(double x, double y, std::string_view kind, std::string_view text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"{}\">{}</text>\n", x, y, kind,
                     escaped(text));
}

std::string stroke(double x1, double y1, double x2, double y2, std::string_view kind) {
  return fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"/>\n", x1, y1, x2,
      y2, kind);
}

/// One line per share: a dot with its error, and a mark where it would be without an advantage.
std::string shares_picture(const Plots& plots, double top) {
  constexpr double left = 220;
  constexpr double right = page_width - page_margin - 110;
  const auto at = [&](double share) { return left + std::clamp(share, 0.0, 1.0) * (right - left); };
  const double bottom = top + 14 + share_height * static_cast<double>(plots.shares.size());
  std::string text = words(page_margin, top, "t", plots.shares_title);
  for (const int percent : {0, 25, 50, 75, 100}) {
    const double x = at(percent / 100.0);
    text += stroke(x, top + 10, x, bottom, "l");
    text += words(x, bottom + 16, "f m", fmt::format("{}%", percent));
  }
  double y = top + 14 + share_height / 2.0;
  for (const Share& share : plots.shares) {
    text += words(page_margin, y + 4, "", share.title);
    text += stroke(at(share.expected), y - 11, at(share.expected), y + 11, "k");
    text += stroke(at(share.mean - share.error), y, at(share.mean + share.error), y, "w");
    text += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\" class=\"b\"/>\n",
                        at(share.mean), y);
    text += words(page_width - page_margin, y + 4, "e",
                  fmt::format("{:.1f} ± {:.1f}%", 100 * share.mean, 100 * share.error));
    y += share_height;
  }
  return text;
}

std::string histogram_picture(const Histogram& histogram, double left, double top, double width) {
  std::string text = words(left, top, "", histogram.title);
  if (histogram.values.empty()) return text;
  const Bars bars = bars_of(histogram.values, most_bars);
  const double floor = top + 24 + plot_height;
  const int most = std::max(1, std::ranges::max(bars.counts));
  const auto count = static_cast<double>(bars.counts.size());
  const double each = std::min(width / count, width / 6);
  const auto x_of = [&](double value) { return left + each * (value - bars.low) / bars.step; };
  for (std::size_t i = 0; i < bars.counts.size(); ++i) {
    const double height = static_cast<double>(plot_height) * bars.counts[i] / most;
    const double from = left + each * static_cast<double>(i);
    text += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"1.5\" "
        "class=\"b\"><title>{}: {}</title></rect>\n",
        from + 0.5, floor - height, std::max(1.0, each - 1), height,
        bars.step == 1 ? std::to_string(bars.low + static_cast<int>(i))
                       : fmt::format("{}–{}", bars.low + static_cast<int>(i) * bars.step,
                                     bars.low + (static_cast<int>(i) + 1) * bars.step - 1),
        bars.counts[i]);
  }
  text += stroke(left, floor, left + width, floor, "l");
  // A label where bars begin, or below the middle of a bar that stands for one number.
  const double shift = bars.step == 1 ? each / 2 : 0;
  const auto every = std::max<std::size_t>(1, (bars.counts.size() + 5) / 6);
  for (std::size_t i = 0; i < bars.counts.size(); i += every) {
    const int value = bars.low + static_cast<int>(i) * bars.step;
    text += words(x_of(value) + shift, floor + 16, "f m", std::to_string(value));
  }
  double mean = 0;
  for (const double value : histogram.values) mean += value;
  mean /= static_cast<double>(histogram.values.size());
  text += stroke(x_of(mean) + shift, top + 18, x_of(mean) + shift, floor, "k");
  text += words(left + width, top, "f e", fmt::format("mean {:.1f}", mean));
  return text;
}

}  // namespace

Bars bars_of(const std::vector<double>& values, int most) {
  const auto low = static_cast<int>(std::floor(std::ranges::min(values)));
  const auto high = static_cast<int>(std::floor(std::ranges::max(values)));
  Bars bars;
  constexpr std::array<int, 3> steps{1, 2, 5};
  const auto first_with = [&](int step) { return static_cast<int>(std::floor(1.0 * low / step)); };
  for (int power = 1, i = 0;; power *= ++i % 3 == 0 ? 10 : 1) {
    bars.step = power * steps[static_cast<std::size_t>(i % 3)];
    if (high / bars.step - first_with(bars.step) < most) break;
  }
  bars.low = first_with(bars.step) * bars.step;
  bars.counts.assign(static_cast<std::size_t>((high - bars.low) / bars.step + 1), 0);
  for (const double value : values)
    ++bars.counts[static_cast<std::size_t>((std::floor(value) - bars.low) / bars.step)];
  return bars;
}

std::string plots_svg(const Plots& plots) {
  const double shares_top = 78;
  const double rows_top =
      plots.shares.empty()
          ? shares_top
          : shares_top + 80 + share_height * static_cast<double>(plots.shares.size());
  const double height = rows_top + row_height * static_cast<double>(plots.rows.size());
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1:.0f}\" width=\"{0}\" "
      "height=\"{1:.0f}\" role=\"img\">\n<title>{2}</title>\n{3}<rect width=\"{0}\" "
      "height=\"{1:.0f}\" style=\"fill:var(--paper)\"/>\n",
      page_width, height, escaped(plots.title), style);
  text += words(page_margin, 38, "h", plots.title);
  if (!plots.shares.empty()) text += shares_picture(plots, shares_top);
  double top = rows_top;
  for (const PlotRow& row : plots.rows) {
    text += words(page_margin, top, "t", row.title);
    const auto count = static_cast<double>(row.histograms.size());
    const double width = (page_width - 2 * page_margin - gap * (count - 1)) / count;
    double left = page_margin;
    for (const Histogram& histogram : row.histograms) {
      text += histogram_picture(histogram, left, top + 26, width);
      left += width + gap;
    }
    top += row_height;
  }
  return text + "</svg>";
}

}  // namespace sixfold::svg
