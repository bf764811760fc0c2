// fails: results: siblings_are_never_ordered.cu:11: child writes: not-all-right(3
//
// Plain launches of one block go into one stream, one after the other.
#include "07_dynamic_parallelism/visibility.hpp"

const visibility_prediction predicted = {
    /* launches_then_writes           */ not_promised,
    /* block_writes                   */ not_promised,
    /* block_writes_and_meets         */ 64,
    /* all_blocks_write_before_tail   */ 10,
    /* two_plain_children             */ not_promised,
    /* two_children_fired             */ not_promised,
    /* two_tails                      */ 3,
    /* parent_after_child_and_barrier */ not_promised,
    /* host_after_grandchild          */ 2,
};
