// The record of one counted launch: an element of `launches` of `lockstep profile --json`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/protocol/counters.hpp"
#include "lockstep/protocol/dimensions.hpp"
#include "lockstep/protocol/time_estimate.hpp"

namespace lockstep::protocol {

struct counted_launch {
  std::string kernel;  // demangled, with its parameters
  dimensions grid{1, 1, 1}, block{1, 1, 1};
  std::optional<std::uint64_t> parent;  // index, from 0, of the launch whose kernel made this one
  std::uint32_t registers = 0;          // per thread; 0: not known
  std::uint32_t shared_bytes = 0;       // per block, static and dynamic
  std::optional<double> theoretical_occupancy;  // resident warps over the device's maximum, 0 to 1
  std::string occupancy_limiter;                // "warps", "registers", ...; empty: not known
  counters counts{};
  std::vector<line_counters> lines;       // by file and line
  std::optional<time_estimate> estimate;  // if the model of time was asked
};

// The members of a record as a JSON object on one line, without "type": those above, and the ratios
// that follow from the counters.
std::string members_of(const counted_launch& launch);
// A record, with its "type" or without. A member that is missing or of the wrong type is as in
// `counted_launch{}`; nothing if `record` is no JSON object.
[[nodiscard]] std::optional<counted_launch> parse_launch(std::string_view record);

}  // namespace lockstep::protocol
