#include "07_dynamic_parallelism/visibility.hpp"

const visibility_prediction predicted = {
    // written after the launch
    /* launches_then_writes           */ not_promised,
    // other warp, no barrier
    /* block_writes                   */ not_promised,
    // 64 ones
    /* block_writes_and_meets         */ 64,
    // 10 ones, the tail waits for all blocks
    /* all_blocks_write_before_tail   */ 10,
    // same block, same stream
    /* two_plain_children             */ 5,
    /* two_children_fired             */ not_promised,
    // tails come after everything else
    /* two_tails                      */ 3 + 4,
    // a barrier is not a wait for the child
    /* parent_after_child_and_barrier */ not_promised,
    /* host_after_grandchild          */ 2,
};
