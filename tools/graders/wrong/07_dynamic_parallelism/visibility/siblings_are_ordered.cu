// fails: results: siblings_are_ordered.cu:11: child writes: not-all-right(3
//
// Children of one thread run in order: only in one stream.
#include "07_dynamic_parallelism/visibility.hpp"

const visibility_prediction predicted = {
    /* launches_then_writes           */ not_promised,
    /* block_writes                   */ not_promised,
    /* block_writes_and_meets         */ 64,
    /* all_blocks_write_before_tail   */ 10,
    /* two_plain_children             */ 5,
    /* two_children_fired             */ 5,
    /* two_tails                      */ 3,
    /* parent_after_child_and_barrier */ not_promised,
    /* host_after_grandchild          */ 2,
};
