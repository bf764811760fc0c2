// fails: results: barrier_waits_for_child.cu:14: parent or host reads: not-all-right(2
//
// As in the book, with __syncthreads in place of the wait that is gone.
#include "07_dynamic_parallelism/visibility.hpp"

const visibility_prediction predicted = {
    /* launches_then_writes           */ not_promised,
    /* block_writes                   */ not_promised,
    /* block_writes_and_meets         */ 64,
    /* all_blocks_write_before_tail   */ 10,
    /* two_plain_children             */ 5,
    /* two_children_fired             */ not_promised,
    /* two_tails                      */ 3,
    /* parent_after_child_and_barrier */ 4,
    /* host_after_grandchild          */ 2,
};
