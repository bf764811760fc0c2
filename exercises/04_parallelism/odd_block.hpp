// What the answer to 04_parallelism/odd_block defines.
#pragma once

#include <lockstep/prediction.hpp>

// Of c[i] = a[i] + b[i], an element for each thread, in blocks of `threads` threads (1 to 1024).

// The warps of a block, and the lanes of these warps that have no thread.
lockstep::prediction warps(unsigned threads);
lockstep::prediction idle_lanes(unsigned threads);

// The sectors that block number `block` touches when it loads its elements of `a`, added up over
// its warps. A sector has 32 bytes, and `a` begins at one.
lockstep::prediction sectors(unsigned threads, unsigned block);

// The most warps that are on one SM together, if it has room for 2048 threads, 64 warps and 32
// blocks; registers and shared memory are no limit.
lockstep::prediction resident_warps(unsigned threads);
