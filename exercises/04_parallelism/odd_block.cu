// Exercise 04_parallelism/odd_block: 1023 threads in place of 1024
//
// c[i] = a[i] + b[i], an element for each thread: what changes if blocks have 1023 threads and not
// 1024? And is 1023 bad because it is odd, because it is no power of two, or because it is no
// multiple of 32, or of 8? Predict numbers for blocks of 1024, 1023, 1000 and 992 threads:
//
//   - the warps of a block, and how many of their lanes have no thread;
//   - the sectors that block 0 touches when it loads its elements of `a`, added up over its warps,
//     and the same for block 1. A sector has 32 bytes, and `a` begins at one. A warp that touches a
//     part of a sector touches the sector; two warps that share one touch it twice;
//   - how many warps can be on one SM together, if it has room for 2048 threads, 64 warps and 32
//     blocks; registers and shared memory are no limit.
//
// Work with paper and pencil. The kernel is beside this file, in odd_block_kernels.cu.
//
// What is checked: each number, against a launch in which it is counted.
#include "04_parallelism/odd_block.hpp"

using lockstep::unanswered;

// TODO (4 lines): put a number in place of each `unanswered`, in this order:
//    warps, idle lanes, sectors of block 0, sectors of block 1, resident warps
constexpr block_prediction block_of_1024{unanswered, unanswered, unanswered, unanswered,
                                         unanswered};
constexpr block_prediction block_of_1023{unanswered, unanswered, unanswered, unanswered,
                                         unanswered};
constexpr block_prediction block_of_1000{unanswered, unanswered, unanswered, unanswered,
                                         unanswered};
constexpr block_prediction block_of_992{unanswered, unanswered, unanswered, unanswered, unanswered};
