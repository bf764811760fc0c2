// The record of one counted launch: an element of `launches` of `lockstep profile --json`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cudart/devices/occupancy.hpp"
#include "lockstep/observe_abi.h"
#include "simt/launch.hpp"

namespace lockstep::cudart {

// `parent`: the index of the launch whose kernel made this one.
std::string launch_record(const lockstep_launch& launch,
                          const std::optional<occupancy_result>& occupancy,
                          const std::optional<std::uint64_t>& parent,
                          const std::vector<simt::line_counters>& lines);

}  // namespace lockstep::cudart
