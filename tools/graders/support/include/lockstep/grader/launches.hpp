// What graders ask of the grids that an answer chose by itself.
#pragma once

#include <lockstep/grader/counts.hpp>

#include <algorithm>
#include <cstdint>

namespace lockstep::grader {

inline std::uint64_t product(const std::uint32_t (&extent)[3]) {
  return std::uint64_t(extent[0]) * extent[1] * extent[2];
}

// Threads of all launches together.
inline double threads_of(const launch_list& launches) {
  std::uint64_t threads = 0;
  for (const auto& launch : launches) threads += product(launch.grid) * product(launch.block);
  return static_cast<double>(threads);
}

inline double blocks_of_largest_grid(const launch_list& launches) {
  std::uint64_t most = 0;
  for (const auto& launch : launches) most = std::max(most, product(launch.grid));
  return static_cast<double>(most);
}

inline double warps_of_largest_grid(const launch_list& launches) {
  std::uint64_t most = 0;
  for (const auto& launch : launches)
    most = std::max(most, product(launch.grid) * ((product(launch.block) + 31) / 32));
  return static_cast<double>(most);
}

}  // namespace lockstep::grader
