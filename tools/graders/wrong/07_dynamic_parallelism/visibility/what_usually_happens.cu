// fails: results: launches_then_writes: predicted 7, measured -1
// What is seen as long as nobody is late; children take their time to begin.
#include "07_dynamic_parallelism/visibility.hpp"

const visibility_prediction predicted = {
    /* writes_then_launches           */ 7,
    /* launches_then_writes           */ 7,
    /* block_writes                   */ 64,
    /* block_writes_and_meets         */ 64,
    /* all_blocks_write               */ 10,
    /* all_blocks_write_before_tail   */ 10,
    /* two_plain_children             */ 5,
    /* two_children_fired             */ 5,
    /* tail_after_child               */ 11,
    /* two_tails                      */ 3,
    /* tail_after_grandchild          */ 8,
    /* child_after_tail_of_sibling    */ 9,
    /* parent_after_child             */ 0,
    /* parent_after_child_and_barrier */ 0,
    /* host_after_grandchild          */ 2,
};
