// How many blocks of a kernel an SM holds, by the toolkit's own calculator (cuda_occupancy.h), or
// by the rules of its time for a device that it knows no more.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "cudart/registry.hpp"
#include "simt/launch.hpp"

namespace lockstep::cudart {

struct occupancy_result {
  int blocks = 0;       // resident per SM
  double share = 0;     // resident warps / the most an SM can hold, 0..1
  std::string limiter;  // "warps", "registers", "shared_memory", "blocks"
};

// Nothing if the calculator does not take the numbers.
// `dynamic_limit`: bytes of dynamic shared memory that the kernel may ask for
// (cudaFuncSetAttribute).
std::optional<occupancy_result> occupancy_of(const simt::kernel_facts& facts, std::uint32_t threads,
                                             std::size_t dynamic_shared, std::size_t dynamic_limit);
// The same for a launch, which was allowed what it asked for.
std::optional<occupancy_result> occupancy_of(const simt::kernel_facts& facts, std::uint32_t threads,
                                             std::size_t dynamic_shared);

// Bytes of dynamic shared memory that a launch may ask for: what cudaFuncSetAttribute allowed, or
// what is left of 48 KiB.
std::size_t dynamic_shared_limit(registered_kernel& kernel);

// The largest block that the SM's registers allow.
std::uint32_t max_threads_of(const simt::kernel_facts& facts);

}  // namespace lockstep::cudart
