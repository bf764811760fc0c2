// Solution of 06_unrolling/why_unroll
//
// A loop tests and jumps once in each round; in the last round, too, where it does not jump back.
// With the body written four times, four rounds are left; with the whole loop written out, none.
// The work is the same, 16 loads. But now four of them, or all, come in a row, and none waits for
// another.
//
// With eight tiles for each block, there are as many threads and warps as one eighth of the
// elements needs. Each thread loads eight times as often, and goes through the same tree: one
// barrier after the loads, and one after each of its seven steps. A warp executes a little more,
// but there are so few warps that all together execute far less. If one warp adds the last 64 sums,
// one step is left for the others.
#include "06_unrolling/why_unroll.hpp"

using lockstep::prediction;

constexpr loop_prediction rolled_predicted{16, 16};
constexpr loop_prediction by_four_predicted{4, 16};
constexpr loop_prediction unrolled_predicted{0, 16};

constexpr tree_prediction one_tile_predicted{128, 1, 8};
constexpr tree_prediction eight_tiles_predicted{16, 8, 8};
constexpr tree_prediction last_warp_predicted{16, 8, 2};

constexpr prediction fewer_for_a_warp = 0;
constexpr prediction fewer_in_all = 1;
