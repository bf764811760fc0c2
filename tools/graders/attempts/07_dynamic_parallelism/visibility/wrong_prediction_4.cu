#include "07_dynamic_parallelism/visibility.hpp"

const visibility_prediction predicted = {
    // A parent writes, a child reads
    /* launches_then_writes           */ not_promised,
    /* block_writes                   */ not_promised,
    /* block_writes_and_meets         */ 64,
    /* all_blocks_write_before_tail   */ 10,
    // A child writes, another reads: one thread launched both, the writer first
    /* two_plain_children             */ 5,
    /* two_children_fired             */ 5,
    /* two_tails                      */ 3,
    // A child writes, its parent or the host reads
    /* parent_after_child_and_barrier */ not_promised,
    /* host_after_grandchild          */ 2,
};
