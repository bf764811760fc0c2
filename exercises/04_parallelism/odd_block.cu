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
using lockstep::unanswered;

prediction warps(unsigned threads) {
  return unanswered;  // TODO (1 line): return the warps of a block.
}

prediction idle_lanes(unsigned threads) {
  return unanswered;  // TODO (1 line): return the lanes of these warps that have no thread.
}

prediction sectors(unsigned threads, unsigned block) {
  // TODO (8 lines): for each warp of the block, find its first and its last element and the sectors
  // from the one to the other; return their sum.
  return unanswered;
}

prediction resident_warps(unsigned threads) {
  // TODO (3 lines): return the warps of all blocks that fit on an SM together, whole blocks only.
  return unanswered;
}
