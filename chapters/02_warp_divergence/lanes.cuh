// Experiment 0: which threads form a warp, and what a block whose size is no multiple of 32 costs.
#pragma once

#include <lockstep/lockstep.hpp>

#include <iostream>
#include <vector>

#include "experiment.cuh"

namespace lockstep::divergence {

// A thread's number in its block: x runs fastest, then y, then z. The sizes are those of the block.
__device__ inline unsigned linear_index() {
  return threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y;
}

// Each thread leaves two facts that the hardware tells: its lane, and the number of the thread in
// lane 0 of its warp.
__global__ void who_am_i(unsigned* lane, unsigned* first_of_warp) {
  unsigned own_lane = 0;
  asm("mov.u32 %0, %%laneid;" : "=r"(own_lane));
  const unsigned i = linear_index();
  lane[i] = own_lane;
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned in_warp = min(32u, threads - i / 32 * 32);  // fewer in a partly filled last warp
  first_of_warp[i] = __shfl_sync(0xFFFFFFFF >> (32 - in_warp), i, 0);
}

struct warp_count {
  unsigned threads, warps, idle_lanes;
};

// On paper: the last warp may be partly filled.
inline warp_count count_warps(dim3 block) {
  const unsigned threads = block.x * block.y * block.z;
  const unsigned warps = (threads + 31) / 32;
  return {threads, warps, 32 * warps - threads};
}

// Whether the hardware's warps are those on paper: 32 consecutive threads each.
inline bool warps_are_as_calculated(dim3 block) {
  const unsigned threads = count_warps(block).threads;
  device_buffer<unsigned> lane(threads), first(threads);
  lane.poison();
  first.poison();
  who_am_i<<<1, block>>>(lane.data(), first.data());
  CUDA_CHECK_LAUNCH();
  const std::vector<unsigned> lanes = lane.download(), firsts = first.download();
  for (unsigned i = 0; i < threads; ++i) {
    if (lanes[i] != i % 32 || firsts[i] != i / 32 * 32) return false;
  }
  return true;
}

inline const dim3 shapes[] = {{128}, {80},     {40, 2},   {2, 40},  {1},
                              {33},  {16, 16}, {8, 8, 8}, {10, 10}, {1000}};

inline table warps_table(verdicts& verdict) {
  table t({{"block", "", align::left},
           {"threads"},
           {"warps"},
           {"idle lanes"},
           {"measured", "", align::left}});
  for (const dim3& shape : shapes) {
    const warp_count n = count_warps(shape);
    t.add({std::to_string(shape.x) + " x " + std::to_string(shape.y) + " x " +
               std::to_string(shape.z),
           std::to_string(n.threads), std::to_string(n.warps), std::to_string(n.idle_lanes),
           verdict(warps_are_as_calculated(shape))});
  }
  return t;
}

inline void show_warps(verdicts& verdict) {
  std::cout << "0. How many warps has a block, and how many lanes of them have no thread?\n"
               "   Predict: for 80 threads in a row, and for 40 x 2.\n\n";
  warps_table(verdict).print(std::cout);
  std::cout << "\n   Why: threads are numbered x first, then y, then z, and 32 neighbours in that "
               "order are\n"
               "   a warp. A block shares no warp with another, so its last warp may be partly "
               "empty, and\n"
               "   costs what a full one costs. (measured: each thread asked the hardware for its "
               "lane.)\n\n";
}

}  // namespace lockstep::divergence
