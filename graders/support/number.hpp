// Numbers as a person reads them.
#pragma once

#include <cmath>
#include <cstdio>
#include <string>

namespace lockstep::grader {

// Counts as they are, averages with two digits, small ones with as many as it takes.
inline std::string number(double value) {
  char text[64];
  const char* format = value == std::floor(value) ? "%.0f" : std::abs(value) < 1 ? "%.3g" : "%.2f";
  std::snprintf(text, sizeof text, format, value);
  return text;
}

}  // namespace lockstep::grader
