// Makes threads late on purpose: what nothing orders may come in any order, and waiting brings out
// the one that is rare.
#pragma once

// Keeps a thread busy for so many nanoseconds.
__device__ inline void wait_nanoseconds(unsigned long long duration) {
  if (duration == 0) return;
  unsigned long long begin = 0, now = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
  do {
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  } while (now - begin < duration);
}
