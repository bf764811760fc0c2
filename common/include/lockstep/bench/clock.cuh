// How fast the SMs run, by their own two clocks: one counts cycles, the other nanoseconds.
#pragma once

#include <lockstep/buffer.hpp>
#include <lockstep/check.hpp>

#include <cstdint>

namespace lockstep {
namespace bench {

static __global__ void count_cycles(long long nanoseconds, long long* cycles_and_time) {
  long long begin = 0, now = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
  const long long first = clock64();
  do {
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  } while (now - begin < nanoseconds);
  cycles_and_time[0] = clock64() - first;
  cycles_and_time[1] = now - begin;
}

// In MHz, over 200 us from now on. The nanoseconds tick every 32 ns to 1 us, by GPU.
inline double sm_megahertz() {
  static device_buffer<long long> answer(2);
  count_cycles<<<1, 1>>>(200'000, answer.data());
  CUDA_CHECK_LAUNCH();
  const auto both = answer.download();
  return both[1] == 0 ? 0 : 1e3 * static_cast<double>(both[0]) / static_cast<double>(both[1]);
}

}  // namespace bench
}  // namespace lockstep
