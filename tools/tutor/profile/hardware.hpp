// What Nsight Compute (ncu) counted on a GPU, read from what it writes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profile/launches.hpp"

namespace lockstep::tutor {

// A launch by the host. What kernels launch is counted with the launch that began it.
struct hardware_launch {
  std::string kernel;  // demangled, with its parameters
  dimensions grid{1, 1, 1}, block{1, 1, 1};
  // By Nsight Compute's names, in base units (bytes, nanoseconds). A metric that ncu printed no
  // number for ("n/a") is missing.
  std::map<std::string, double> values;
};

// Of the lines of `ncu --csv --page raw --print-units base --print-kernel-base mangled`; lines that
// are no CSV (==PROF== ...) are passed over. In the order of the launches.
[[nodiscard]] std::vector<hardware_launch> parse_hardware(std::string_view csv);

// Those of `names` that no launch has: ncu passes over a metric that it does not know, or that this
// GPU does not have.
std::vector<std::string> not_counted(const std::vector<hardware_launch>& launches,
                                     const std::vector<std::string>& names);

// Of "(512, 1, 1)"; ones where there is no number.
[[nodiscard]] dimensions parse_shape(std::string_view text);

}  // namespace lockstep::tutor
