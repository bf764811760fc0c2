// fails: results: tail_of_one_block.cu:10: … all_blocks_write_before_tail: predicted-too-low(
//
// A tail launch waits for the whole grid, not for the block that made it.
#include "07_dynamic_parallelism/visibility.hpp"

const visibility_prediction predicted = {
    /* launches_then_writes           */ not_promised,
    /* block_writes                   */ not_promised,
    /* block_writes_and_meets         */ 64,
    /* all_blocks_write_before_tail   */ 1,
    /* two_plain_children             */ 5,
    /* two_children_fired             */ not_promised,
    /* two_tails                      */ 3,
    /* parent_after_child_and_barrier */ not_promised,
    /* host_after_grandchild          */ 2,
};
