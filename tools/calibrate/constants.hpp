// What the program finds: constants by name, each the median of several samples, and how they are
// printed.
#pragma once

#include <lockstep/table.hpp>
#include <lockstep/timer.hpp>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

namespace lockstep::calibrate {

inline double quantile(std::vector<double> values, double share) {
  if (values.empty()) throw std::invalid_argument("quantile of no values");
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

// `count` samples; the run before the first one warms up and is dropped.
template <typename Sample>
std::vector<double> repeat(int count, Sample sample) {
  (void)sample();
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(sample());
  return values;
}

// Prints each constant as soon as it is known, so that an interrupted run leaves what it has.
class constants {
 public:
  explicit constants(bool csv) : csv_(csv) {
    if (csv_) std::printf("name,value,unit,spread_percent,samples,what\n");
  }

  // The median of the samples. Its spread is the width of their middle half, in percent of it.
  // `what` says what was measured, without a comma.
  void add(const std::string& name, const std::string& unit, const std::vector<double>& samples,
           const std::string& what) {
    const double value = median(samples);
    const double width = quantile(samples, 0.75) - quantile(samples, 0.25);
    print(name, value, unit, value == 0 ? 0 : 100 * width / value, samples.size(), what);
  }

  // Quantiles of many single events, whose scatter is the thing measured: NAME is the median, and
  // there are NAME_min, NAME_p10, NAME_p25, NAME_mean, NAME_p75, NAME_p90 and NAME_max.
  void add_distribution(const std::string& name, const std::string& unit,
                        const std::vector<double>& events, const std::string& what) {
    const double middle = median(events);
    const double width = quantile(events, 0.75) - quantile(events, 0.25);
    print(name, middle, unit, middle == 0 ? 0 : 100 * width / middle, events.size(),
          "median: " + what);
    print(name + "_min", quantile(events, 0), unit, 0, events.size(), "least: " + what);
    print(name + "_p10", quantile(events, 0.1), unit, 0, events.size(), "first tenth: " + what);
    print(name + "_p25", quantile(events, 0.25), unit, 0, events.size(), "first quarter: " + what);
    const double sum = std::accumulate(events.begin(), events.end(), 0.0);
    print(name + "_mean", sum / static_cast<double>(events.size()), unit, 0, events.size(),
          "mean: " + what);
    print(name + "_p75", quantile(events, 0.75), unit, 0, events.size(), "last quarter: " + what);
    print(name + "_p90", quantile(events, 0.9), unit, 0, events.size(), "last tenth: " + what);
    print(name + "_max", quantile(events, 1), unit, 0, events.size(), "most: " + what);
  }

 private:
  void print(const std::string& name, double value, const std::string& unit, double spread,
             std::size_t samples, const std::string& what) const {
    const int digits = value < 10 ? 3 : value < 1000 ? 2 : 1;
    const std::string number = fixed(value, digits);
    if (csv_) {
      std::printf("%s,%s,%s,%s,%zu,%s\n", name.c_str(), number.c_str(), unit.c_str(),
                  fixed(spread, 1).c_str(), samples, what.c_str());
    } else {
      std::printf("%-34s %10s %-15s +-%5s %%  %s\n", name.c_str(), number.c_str(), unit.c_str(),
                  fixed(spread / 2, 1).c_str(), what.c_str());
    }
    std::fflush(stdout);
  }

  bool csv_;
};

}  // namespace lockstep::calibrate
