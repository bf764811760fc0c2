// What a branch costs, beside the work on both of its ways. The work is a chain of dependent
// instructions, too long for the compiler to predicate; a loop without the branch is subtracted.
#pragma once

#include "constants.hpp"
#include "operations.cuh"
#include "spans.cuh"

namespace lockstep::calibrate {

// 24 multiplications, each of which waits for the one before.
__device__ __forceinline__ unsigned work(unsigned x, unsigned a, unsigned b) {
#pragma unroll
  for (int i = 0; i < 24; ++i) x = integer_mad::apply(x, a, b);
  return x;
}

// Each begins with work, behind which the loop's own instructions and the condition hide. Of a
// branch that lanes may take or not, setting up and reaching the point where they meet again is
// part.
enum class way {
  nothing,         // nothing but that
  straight,        // more work, no branch
  branch,          // a branch around more work, known long before
  on_result,       // a branch around more work, on a value that was calculated just before
  divergent,       // one half of the lanes works, and then the other half
  straight_twice,  // what they do, by all lanes together
};

// `pattern`: whether to work in the loop's iteration i is in its bit i % 32, which the compiler
// does not know.
template <way how>
__global__ void run_branches(unsigned* values, unsigned a, unsigned b, unsigned pattern,
                             unsigned never, span* spans, unsigned loops) {
  unsigned x = values[threadIdx.x];
  const unsigned lane = threadIdx.x % 32;
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 1
  for (unsigned i = 0; i < loops; ++i) {
    const bool yes = (pattern >> (i % 32)) % 2 != 0;
    const bool mine = yes && lane < 16;
    x = work(x, a, b);
    if constexpr (how == way::straight) x = work(x, a, b);
    if constexpr (how == way::branch) {
      if (yes) x = work(x, a, b);
    }
    if constexpr (how == way::on_result) {
      if (x != never) x = work(x, a, b);
    }
    if constexpr (how == way::divergent) {
      if (mine) {
        x = work(x, a, b);
      } else {
        x = work(x, b, a);
      }
    }
    if constexpr (how == way::straight_twice) x = work(work(x, a, b), b, a);
    x = integer_mad::apply(x, a, b);
  }
  const long long end = clock64();
  keep_span(spans, begin, end);
  values[threadIdx.x] = x;
}

static __global__ void run_loop(unsigned* values, unsigned a, unsigned b, span* spans,
                                unsigned loops) {
  unsigned x = values[threadIdx.x];
  const long long begin = clock64();
#pragma unroll 1
  for (unsigned i = 0; i < loops; ++i) x = integer_mad::apply(x, a, b);
  const long long end = clock64();
  keep_span(spans, begin, end);
  values[threadIdx.x] = x;
}

template <way how>
double branch_cycles(unsigned pattern) {
  device_buffer<unsigned> values(std::vector<unsigned>(32, 3));
  return cycles_per_loop(32, 512, [&](span* spans, unsigned loops) {
    // 5 x + 10 of an odd number is odd: it is never 2.
    run_branches<how><<<1, 32>>>(values.data(), 5, 10, pattern, 2, spans, loops);
  });
}

inline void measure_branches(constants& to) {
  to.add("loop_iteration", "cycles",
         repeat(7,
                [] {
                  device_buffer<unsigned> values(32);
                  return cycles_per_loop(32, 512, [&](span* spans, unsigned loops) {
                    run_loop<<<1, 32>>>(values.data(), 5, 10, spans, loops);
                  });
                }),
         "a loop around one mad.lo.u32: counter; compare; taken branch on it");
  to.add("loop_beside_work", "cycles",
         repeat(7, [] { return branch_cycles<way::nothing>(0) - 25 * 4; }),
         "the same around 25 multiplications of 4 cycles each: beyond them");
  to.add("branch_taken", "cycles",
         repeat(7, [] { return branch_cycles<way::branch>(0) - branch_cycles<way::nothing>(0); }),
         "a branch around work that is uniform and whose condition is known early");
  to.add(
      "branch_not_taken", "cycles",
      repeat(7, [] { return branch_cycles<way::branch>(~0u) - branch_cycles<way::straight>(0); }),
      "the same branch where it is not taken");
  to.add(
      "branch_on_result", "cycles",
      repeat(7, [] { return branch_cycles<way::on_result>(0) - branch_cycles<way::straight>(0); }),
      "a branch not taken on a value just calculated: its latency; compare; wait for it; branch");
  to.add("branch_divergent", "cycles",
         repeat(7,
                [] {
                  return branch_cycles<way::divergent>(~0u) - branch_cycles<way::straight_twice>(0);
                }),
         "halves of a warp go two ways of equal work: beyond both ways by all lanes");
  to.add(
      "branch_uniform_if_else", "cycles",
      repeat(7, [] { return branch_cycles<way::divergent>(0) - branch_cycles<way::straight>(0); }),
      "the same branch where all lanes go one way: beyond that way alone");
}

}  // namespace lockstep::calibrate
