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
#include <algorithm>

#include "04_parallelism/odd_block.hpp"

using lockstep::prediction;

namespace {
constexpr unsigned warp_size = 32;
constexpr unsigned per_sector = 32 / sizeof(float);

unsigned count_warps(unsigned threads) { return (threads + warp_size - 1) / warp_size; }
}  // namespace

prediction warps(unsigned threads) { return count_warps(threads); }

prediction idle_lanes(unsigned threads) { return count_warps(threads) * warp_size - threads; }

prediction sectors(unsigned threads, unsigned block) {
  unsigned touched = 0;
  unsigned from = block * threads;
  for (unsigned w = 0; w < count_warps(threads); ++w, from += warp_size) {
    const unsigned to = from + warp_size - 1;
    touched += to / per_sector - from / per_sector + 1;
  }
  return touched;
}

prediction resident_warps(unsigned threads) {
  const unsigned each = count_warps(threads);
  const unsigned blocks = std::min({2048 / threads, 64 / each, 32u});
  return blocks * each;
}
