// fails: results: what_usually_happens.cu:7: parent writes: not-all-right(4
//
// What is seen as long as nobody is late; children take their time to begin.
#include "07_dynamic_parallelism/visibility.hpp"

const visibility_prediction predicted = {
    /* launches_then_writes           */ 7,
    /* block_writes                   */ 64,
    /* block_writes_and_meets         */ 64,
    /* all_blocks_write_before_tail   */ 10,
    /* two_plain_children             */ 5,
    /* two_children_fired             */ 5,
    /* two_tails                      */ 3,
    /* parent_after_child_and_barrier */ 0,
    /* host_after_grandchild          */ 2,
};
