// Solution of 07_dynamic_parallelism/visibility
//
// A launch orders the child after one thread: what that thread had written, or had seen through a
// barrier, the child sees (7, 64). It says nothing about other threads, other blocks, or what comes
// after the launch. Plain launches of a block go one after the other, and each is over only when
// all that it launched is, its tail launch included (5, 9); what is fired waits for nobody. A tail
// launch comes when all blocks and all other children have ended (10, 5 + 6, 8), and tail launches
// keep their order: the one that reads comes before the one that adds (3).
//
// A parent never sees with a promise what its child wrote: no barrier waits for a child. What the
// book does after cudaDeviceSynchronize belongs into a tail launch now, or to the host (2).
#include "07_dynamic_parallelism/visibility.hpp"

const visibility_prediction predicted = {
    /* writes_then_launches           */ 7,
    /* launches_then_writes           */ not_promised,
    /* block_writes                   */ not_promised,
    /* block_writes_and_meets         */ 64,
    /* all_blocks_write               */ not_promised,
    /* all_blocks_write_before_tail   */ 10,
    /* two_plain_children             */ 5,
    /* two_children_fired             */ not_promised,
    /* tail_after_child               */ 11,
    /* two_tails                      */ 3,
    /* tail_after_grandchild          */ 8,
    /* child_after_tail_of_sibling    */ 9,
    /* parent_after_child             */ not_promised,
    /* parent_after_child_and_barrier */ not_promised,
    /* host_after_grandchild          */ 2,
};
