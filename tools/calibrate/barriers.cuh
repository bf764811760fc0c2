// Barriers and fences, on an SM without other work.
#pragma once

#include "constants.hpp"
#include "spans.cuh"

#include <cooperative_groups.h>

namespace lockstep::calibrate {

enum class barrier { block, warp, fence, fence_block, store_and_fence };

template <barrier kind>
__global__ void __launch_bounds__(1024) run_barriers(unsigned* data, span* spans, unsigned loops) {
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 1
  for (unsigned i = 0; i < loops; ++i) {
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      if constexpr (kind == barrier::block) asm volatile("bar.sync 0;" ::: "memory");
      if constexpr (kind == barrier::warp) asm volatile("bar.warp.sync -1;" ::: "memory");
      if constexpr (kind == barrier::fence) __threadfence();
      if constexpr (kind == barrier::fence_block) __threadfence_block();
      if constexpr (kind == barrier::store_and_fence) {
        asm volatile("st.global.u32 [%0], %1;" ::"l"(data + threadIdx.x), "r"(i) : "memory");
        __threadfence();
      }
    }
  }
  const long long end = clock64();
  keep_span(spans, begin, end);
}

static __global__ void sync_grid(unsigned loops) {
  const cooperative_groups::grid_group grid = cooperative_groups::this_grid();
#pragma unroll 1
  for (unsigned i = 0; i < loops; ++i) grid.sync();
}

inline double grid_sync_microseconds(unsigned blocks, unsigned threads) {
  const auto once = [&](unsigned loops) {
    void* arguments[] = {&loops};
    event_timer timer;
    timer.start();
    CUDA_CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(sync_grid), dim3(blocks),
                                           dim3(threads), arguments, 0, nullptr));
    timer.stop();
    return 1e3 * timer.milliseconds();
  };
  return (once(300) - once(100)) / 200;
}

inline void measure_barriers(constants& to, unsigned sms) {
  device_buffer<unsigned> data(1024);
  const auto cycles = [&](auto kernel, unsigned warps) {
    return repeat(7, [&] {
      return cycles_per_loop(32 * warps, 32,
                             [&](span* spans, unsigned loops) {
                               kernel<<<1, 32 * warps>>>(data.data(), spans, loops);
                             }) /
             16;
    });
  };
  for (const unsigned warps : {1u, 2u, 4u, 8u, 12u, 16u, 24u, 32u}) {
    to.add("barrier_" + std::to_string(warps) + "_warps", "cycles",
           cycles(run_barriers<barrier::block>, warps),
           "__syncthreads() after __syncthreads() in a block of this many warps");
  }
  to.add("barrier_of_a_warp", "cycles", cycles(run_barriers<barrier::warp>, 1), "__syncwarp()");
  to.add("fence_device_idle", "cycles", cycles(run_barriers<barrier::fence>, 1),
         "__threadfence() with nothing outstanding; one warp");
  to.add("fence_device_idle_32_warps", "cycles", cycles(run_barriers<barrier::fence>, 32),
         "the same of 32 warps");
  to.add("fence_block_idle", "cycles", cycles(run_barriers<barrier::fence_block>, 1),
         "__threadfence_block() with nothing outstanding; one warp");
  to.add("fence_device_after_store", "cycles", cycles(run_barriers<barrier::store_and_fence>, 1),
         "a store of a warp to global memory and __threadfence()");
  to.add("fence_device_after_store_32_warps", "cycles",
         cycles(run_barriers<barrier::store_and_fence>, 32), "the same of 32 warps");
  for (const unsigned threads : {32u, 256u, 1024u}) {
    for (const unsigned blocks : {1u, 2u}) {
      to.add("grid_sync_" + std::to_string(blocks) + "_blocks_of_" + std::to_string(threads), "us",
             repeat(7, [&] { return grid_sync_microseconds(blocks * sms, threads); }),
             "grid.sync() of a cooperative launch with this many blocks on each SM");
    }
  }
}

}  // namespace lockstep::calibrate
