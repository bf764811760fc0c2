// fails: results: tails_last_first.cu:13: child writes: two_tails: predicted-too-high(7
//
// Takes the tail stream for a stack.
#include "07_dynamic_parallelism/visibility.hpp"

const visibility_prediction predicted = {
    /* launches_then_writes           */ not_promised,
    /* block_writes                   */ not_promised,
    /* block_writes_and_meets         */ 64,
    /* all_blocks_write_before_tail   */ 10,
    /* two_plain_children             */ 5,
    /* two_children_fired             */ not_promised,
    /* two_tails                      */ 7,
    /* parent_after_child_and_barrier */ not_promised,
    /* host_after_grandchild          */ 2,
};
