// Sizes and indexes of grids and blocks, and the lanes of a warp.
#pragma once

#include <array>
#include <cstdint>

namespace lockstep::protocol {

// x, y, z: a size (at least 1 each) or an index (from 0).
using dimensions = std::array<std::uint32_t, 3>;

// On every NVIDIA GPU so far: CUDA C++ Programming Guide, "SIMT Architecture".
inline constexpr std::uint32_t lanes_per_warp = 32;

// Lanes of a warp: bit i is lane i.
using lane_mask = std::uint32_t;

// Calls f(lane) for these lanes, in an order in which the last one to store to a place is the one
// whose value an H100 keeps (docs/data/h100_store_order.csv). A store moves 128 bytes at
// a time: all lanes with up to 4 bytes each, otherwise a part of the warp after the other. Of the
// lanes that are moved together, the lowest one's value stays.
template <class F>
inline void for_lanes_as_stored(lane_mask lanes, std::uint32_t bytes_of_lane, F f) {
  const std::uint32_t together = bytes_of_lane <= 4 ? lanes_per_warp : 128 / bytes_of_lane;
  for (std::uint32_t first = 0; first < lanes_per_warp; first += together) {
    lane_mask rest = lanes & (~lane_mask{0} >> (lanes_per_warp - together)) << first;
    while (rest != 0) {
      const auto lane = static_cast<unsigned>(31 - __builtin_clz(rest));
      rest &= ~(lane_mask{1} << lane);
      f(lane);
    }
  }
}

}  // namespace lockstep::protocol
