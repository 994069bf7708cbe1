// Statistics as an SVG picture: shares with their errors, and rows of histograms. It follows the
// reader's choice of light or dark.
#pragma once

#include <string>
#include <vector>

namespace sixfold::svg {

/// How often each value occurs.
struct Histogram {
  std::string title;
  std::vector<double> values;
};

/// Histograms side by side.
struct PlotRow {
  std::string title;
  std::vector<Histogram> histograms;
};

/// A share from 0 to 1, half of its 95% interval, and the share to compare it with.
struct Share {
  std::string title;
  double mean = 0;
  double error = 0;
  double expected = 0;
};

struct Plots {
  std::string title;
  std::string shares_title;
  std::vector<Share> shares;
  std::vector<PlotRow> rows;
};

[[nodiscard]] std::string plots_svg(const Plots& plots);

/// The bars of a histogram: bar i counts the values from `low + i * step` to below the next.
struct Bars {
  int low = 0;
  int step = 1;
  std::vector<int> counts;
};

/// At most this many bars, each of 1, 2 or 5 times a power of ten. Precondition: there are values,
/// all of the size of an int.
[[nodiscard]] Bars bars_of(const std::vector<double>& values, int most);

}  // namespace sixfold::svg
