#include "timing/pipes.hpp"

#include <algorithm>
#include <bit>

namespace lockstep::timing {

// Source: "Throughput of native arithmetic instructions", CUDA C++ Programming Guide, compute
// capability 9.0.
double pipe_cycles(pipe p) {
  switch (p) {
    case pipe::alu:
    case pipe::fma_heavy:
    case pipe::fp64:
    case pipe::memory:
      return 2;
    case pipe::transcendental:
      return 8;
    default:
      return 1;
  }
}

// Two lines a cycle are looked up, and 128 bytes come out. Source: words gathered from 64 KiB
// (decision 041).
double l1_passes(const touched_line* lines, unsigned count) {
  unsigned sectors = 0;
  for (unsigned n = 0; n < count; ++n)
    sectors += static_cast<unsigned>(std::popcount(lines[n].sectors));
  return std::max({1.0, count / 2.0, sectors / 4.0});
}

}  // namespace lockstep::timing
