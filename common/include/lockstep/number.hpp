// Numbers as a person reads them.
#pragma once

#include <cmath>
#include <cstdio>
#include <string>

namespace lockstep {

// Counts as they are, averages with two digits (large ones without), small ones with as many as it
// takes.
inline std::string number(double value) {
  char text[64];
  const bool whole = value == std::floor(value) || std::abs(value) >= 1000;
  const char* format = whole ? "%.0f" : std::abs(value) < 1 ? "%.3g" : "%.2f";
  std::snprintf(text, sizeof text, format, value);
  return text;
}

}  // namespace lockstep
