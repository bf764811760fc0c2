// fails: results: two_tails: predicted 7, measured 3
// Takes the tail stream for a stack.
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
    /* two_tails                      */ 7,
    /* tail_after_grandchild          */ 8,
    /* child_after_tail_of_sibling    */ 9,
    /* parent_after_child             */ not_promised,
    /* parent_after_child_and_barrier */ not_promised,
    /* host_after_grandchild          */ 2,
};
