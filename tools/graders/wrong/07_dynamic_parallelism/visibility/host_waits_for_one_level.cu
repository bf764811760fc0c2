// fails: results: host_waits_for_one_level.cu:14: parent or host reads: not-all-right(2
//
// A grid is complete only when the grids that it launched are.
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
    /* host_after_grandchild          */ not_promised,
};
