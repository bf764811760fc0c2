// What the answer to 06_unrolling/why_unroll defines. The kernels are in
// why_unroll_kernels.cu.
#pragma once

#include <lockstep/prediction.hpp>

// What one warp does in `rolled`, `by_four` and `unrolled`: 16 rounds of a loop, by 16, 4 and no
// rounds.
struct loop_prediction {
  lockstep::prediction jumps;  // branch instructions that it executes; the return does not count
  lockstep::prediction loads;  // load instructions that it executes
};
extern const loop_prediction rolled_predicted;
extern const loop_prediction by_four_predicted;
extern const loop_prediction unrolled_predicted;

// What is done in `one_tile`, `eight_tiles` and `last_warp` to add up 4096 elements, with blocks of
// 128 threads.
struct tree_prediction {
  lockstep::prediction warps;     // that are launched
  lockstep::prediction loads;     // from global memory, that each warp executes
  lockstep::prediction barriers;  // __syncthreads(), that each warp comes to
};
extern const tree_prediction one_tile_predicted;
extern const tree_prediction eight_tiles_predicted;
extern const tree_prediction last_warp_predicted;

// Yes (1) or no (0): does a warp of `eight_tiles` execute fewer instructions than one of
// `one_tile`?
extern const lockstep::prediction fewer_for_a_warp;
// And all its warps together, do they execute fewer than all of `one_tile`?
extern const lockstep::prediction fewer_in_all;
