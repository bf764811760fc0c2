// fails: results: launches_then_writes: predicted 0, measured -1
// Takes a launch for a call: the child runs to its end, and then the parent goes on.
#include "07_dynamic_parallelism/visibility.hpp"

const visibility_prediction predicted = {
    /* writes_then_launches           */ 7,
    /* launches_then_writes           */ 0,
    /* block_writes                   */ 1,
    /* block_writes_and_meets         */ 64,
    /* all_blocks_write               */ 10,
    /* all_blocks_write_before_tail   */ 1,
    /* two_plain_children             */ 5,
    /* two_children_fired             */ 5,
    /* tail_after_child               */ 0,
    /* two_tails                      */ 3,
    /* tail_after_grandchild          */ 8,
    /* child_after_tail_of_sibling    */ 9,
    /* parent_after_child             */ 4,
    /* parent_after_child_and_barrier */ 4,
    /* host_after_grandchild          */ 2,
};
