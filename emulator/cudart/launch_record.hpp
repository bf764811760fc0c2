// The record of one counted launch: an element of `launches` of `lockstep profile --json`.
#pragma once

#include <string>
#include <vector>

#include "cudart/occupancy.hpp"
#include "lockstep/observe_abi.h"
#include "simt/launch.hpp"

namespace lockstep::cudart {

std::string launch_record(const lockstep_launch& launch,
                          const std::optional<occupancy_result>& occupancy,
                          const std::vector<simt::line_counters>& lines);

}  // namespace lockstep::cudart
