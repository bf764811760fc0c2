// How many blocks an SM of compute capability 2.0 holds, which the toolkit's calculator knows no
// more.
#pragma once

#include <cstddef>

#include "cudart/devices/device_profile.hpp"

namespace lockstep::cudart {

struct block_limits {
  int warps, registers, shared_memory, blocks;  // resident blocks that each of them allows
};

// `registers`: per thread; `shared`: bytes per block, static and dynamic.
block_limits fermi_block_limits(const capability& device, int threads, int registers,
                                std::size_t shared);

// Bytes of shared memory that each of `blocks` resident blocks may have.
std::size_t fermi_shared_share(const capability& device, int blocks);

}  // namespace lockstep::cudart
