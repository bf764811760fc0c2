// Results against a reference: integers exactly, floating point within a tolerance, and never a
// NaN.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

namespace lockstep {

// Whether |expected - actual| <= absolute + relative * |expected|.
struct tolerance {
  double absolute = 0;
  double relative = 0;
};

template <typename T>
bool agrees(const T& expected, const T& actual, tolerance allowed = {}) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isinf(expected)) return expected == actual;
    const double error = std::abs(static_cast<double>(expected) - static_cast<double>(actual));
    const double limit =
        allowed.absolute + allowed.relative * std::abs(static_cast<double>(expected));
    return error <= limit;  // false for a NaN on either side
  } else {
    return expected == actual;
  }
}

struct comparison {
  bool equal = true;
  std::size_t first_difference = 0;  // index, if not equal
  std::size_t differences = 0;
  std::string text;                     // what to tell a person; empty if equal
  std::string expected = {}, got = {};  // the first elements that differ, in figures
  explicit operator bool() const { return equal; }
};

template <typename T>
comparison compare(const std::vector<T>& expected, const std::vector<T>& actual,
                   tolerance allowed = {}) {
  comparison result;
  std::ostringstream text;
  text.precision(std::numeric_limits<T>::max_digits10);
  if (expected.size() != actual.size()) {
    text << "expected " << expected.size() << " elements, got " << actual.size();
    return {false, 0, 0, text.str()};
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (agrees(expected[i], actual[i], allowed)) continue;
    if (result.differences++ > 0) continue;
    result.equal = false;
    result.first_difference = i;
    text << +expected[i];
    result.expected = text.str();
    text.str({});
    text << +actual[i];
    result.got = text.str();
    text.str({});
    text << "element " << i << ": expected " << result.expected << ", got " << result.got;
  }
  if (result.differences > 1)
    text << " (and " << result.differences - 1 << " more of " << expected.size() << ")";
  result.text = text.str();
  return result;
}

}  // namespace lockstep
