// Where things are in the generic address space, as programs see it.
#pragma once

#include <cstdint>

#include "ptx/syntax.hpp"

namespace lockstep::simt {

// Windows of the generic address space. Global memory has the addresses of memory::address_space.
constexpr std::uint64_t shared_window = 0x0000'1000'0000'0000;
constexpr std::uint64_t local_window = 0x0000'1100'0000'0000;
constexpr std::uint64_t parameter_window = 0x0000'1200'0000'0000;
constexpr std::uint64_t window_bytes = std::uint64_t{1} << 32;
// Within the window of shared memory: what mapa gives for the shared memory of block r of a cluster
// begins at (r + 1) << rank_shift; a thread's own block is at 0, too.
constexpr unsigned rank_shift = 24;
constexpr std::uint64_t function_window = 0x0000'1300'0000'0000;  // addresses of device functions

// The space that a generic address is in, and its offset there (the address itself for global
// memory).
inline ptx::state_space resolve(std::uint64_t address, std::uint64_t& offset) {
  if (address - shared_window < window_bytes) {
    offset = address - shared_window;
    return ptx::state_space::shared;
  }
  if (address - local_window < window_bytes) {
    offset = address - local_window;
    return ptx::state_space::local;
  }
  if (address - parameter_window < window_bytes) {
    offset = address - parameter_window;
    return ptx::state_space::param;
  }
  offset = address;
  return ptx::state_space::global;
}

}  // namespace lockstep::simt
