// 07_dynamic_parallelism/visibility
#include "07_dynamic_parallelism/visibility.hpp"

// A launch orders the child after what its thread did before, streams order children, tail launches
// come after everything.
const visibility_prediction predicted = {
    // A parent writes, a child reads
    /* launches_then_writes           */ not_promised,
    /* block_writes                   */ not_promised,
    /* block_writes_and_meets         */ 64,
    /* all_blocks_write_before_tail   */ 10,
    // A child writes, another reads
    /* two_plain_children             */ 5,
    /* two_children_fired             */ not_promised,
    /* two_tails                      */ 3 + 4,
    // A child writes, its parent or the host reads
    /* parent_after_child_and_barrier */ not_promised,
    /* host_after_grandchild          */ 2,
};
