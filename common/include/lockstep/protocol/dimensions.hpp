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

}  // namespace lockstep::protocol
