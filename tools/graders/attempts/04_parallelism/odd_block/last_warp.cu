// 04_parallelism/odd_block: 1023 threads instead of 1024
// Task       Write four formulas for c[i] = a[i] + b[i] in blocks of `threads` threads: warps in a
//            block, idle lanes, sectors of `a` that a block touches, warps resident on an SM. Then
//            compare 1024, 1023, 1000 and 992. What hurts 1023: that it is odd, that it is no
//            multiple of 32, or of 8?
// Given      The kernel is in odd_block_kernels.cu. A sector has 32 bytes, and `a` begins at one. A
//            warp that uses a part of a sector touches the sector; if two warps share a sector, it
//            counts twice. An SM has room for 2048 threads, 64 warps and 32 blocks.
// Done when  the formulas agree with the counts in launches, for these four sizes, for 993 and 20,
//            and for four new sizes in every run.
// Interface  four functions, declared in odd_block.hpp
#include "04_parallelism/odd_block.hpp"

using lockstep::prediction;

static unsigned warps_in(unsigned threads) { return threads / 32 + (threads % 32 ? 1 : 0); }

prediction warps(unsigned threads) { return warps_in(threads); }

prediction idle_lanes(unsigned threads) { return (32 - threads % 32) % 32; }

prediction sectors(unsigned threads, unsigned block) {
  constexpr unsigned per_sector = 32 / sizeof(float);
  const unsigned begin = block * threads, end = begin + threads;
  unsigned total = 0;
  for (unsigned from = begin; from < end; from += 32) {
    const unsigned to = from + 31;
    total += to / per_sector - from / per_sector + 1;
  }
  return total;
}

prediction resident_warps(unsigned threads) {
  const unsigned warps = warps_in(threads);
  unsigned blocks = 0;
  while (blocks < 32 && (blocks + 1) * warps <= 64) ++blocks;
  return blocks * warps;
}
