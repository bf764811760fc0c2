// Solution of 07_dynamic_parallelism/visibility
//
// A launch orders the child after one thread: what that thread had written, or had seen through a
// barrier, the child sees (64). It says nothing about other threads, or about what comes after the
// launch. Plain launches of a block go one after the other (5); what is fired waits for nobody. A
// tail launch comes when all blocks and all other children have ended (10), and tail launches keep
// their order: the one that reads comes before the one that adds (3).
//
// Nothing promises a parent that it sees what its child wrote: no barrier waits for a child. What
// the book does after cudaDeviceSynchronize belongs in a tail launch now, or on the host, for which
// a grid is complete only when all grids that it launched are (2).
#include "07_dynamic_parallelism/visibility.hpp"

const visibility_prediction predicted = {
    /* launches_then_writes           */ not_promised,
    /* block_writes                   */ not_promised,
    /* block_writes_and_meets         */ 64,
    /* all_blocks_write_before_tail   */ 10,
    /* two_plain_children             */ 5,
    /* two_children_fired             */ not_promised,
    /* two_tails                      */ 3,
    /* parent_after_child_and_barrier */ not_promised,
    /* host_after_grandchild          */ 2,
};
