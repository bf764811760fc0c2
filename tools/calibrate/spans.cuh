// Cycles of one block, by the clock of its SM.
#pragma once

#include <lockstep/buffer.hpp>
#include <lockstep/check.hpp>

#include <algorithm>

namespace lockstep::calibrate {

// A warp's first and last look at the clock. All warps of a block are on one SM, whose clock they
// share; other blocks' clocks are others.
struct span {
  long long begin, end;
};

__device__ inline void keep_span(span* spans, long long begin, long long end) {
  if (threadIdx.x % 32 == 0)
    spans[blockIdx.x * ((blockDim.x + 31) / 32) + threadIdx.x / 32] = {begin, end};
}

// As PTX wants it.
__device__ inline unsigned shared_address(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

// From the first warp's begin to the last one's end.
inline double cycles_of(const std::vector<span>& warps) {
  long long begin = warps.front().begin, end = warps.front().end;
  for (const span& warp : warps) {
    begin = std::min(begin, warp.begin);
    end = std::max(end, warp.end);
  }
  return static_cast<double>(end - begin);
}

// Cycles of `launch(spans, loops)`, a launch of one block, per loop. What does not depend on the
// number of loops (the start, the clock itself) drops out: it is the slope from `loops` to three
// times as many.
template <typename Launch>
double cycles_per_loop(unsigned threads, unsigned loops, Launch launch) {
  static device_buffer<span> spans(32);
  const auto once = [&](unsigned count) {
    launch(spans.data(), count);
    CUDA_CHECK_LAUNCH();
    return cycles_of(spans.download((threads + 31) / 32));
  };
  const double few = once(loops);
  return (once(3 * loops) - few) / (2.0 * loops);
}

}  // namespace lockstep::calibrate
