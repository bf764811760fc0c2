// What the answer to 04_parallelism/odd_block defines.
#pragma once

#include <lockstep/prediction.hpp>

// Of a sum of two vectors of floats, by blocks of so many threads and an element for each thread.
struct block_prediction {
  lockstep::prediction warps;           // of a block
  lockstep::prediction idle_lanes;      // lanes of these warps that have no thread
  lockstep::prediction sectors_first;   // that the loads of the first vector touch, in block 0
  lockstep::prediction sectors_second;  // the same in block 1
  lockstep::prediction resident_warps;  // at most, on an SM with room for 2048 threads
};

extern const block_prediction block_of_1024, block_of_1023, block_of_1000, block_of_992;
