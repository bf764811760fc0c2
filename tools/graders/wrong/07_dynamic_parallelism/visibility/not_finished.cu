// fails: results: not_finished.cu:15: … not-answered
//
// The last answer is missing.
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
    /* host_after_grandchild          */ {},
};
