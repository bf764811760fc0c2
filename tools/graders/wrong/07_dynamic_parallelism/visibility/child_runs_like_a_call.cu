// fails: results: child_runs_like_a_call.cu:7: parent writes: not-all-right(4
//
// Takes a launch for a call: the child runs to its end, and then the parent goes on.
#include "07_dynamic_parallelism/visibility.hpp"

const visibility_prediction predicted = {
    /* launches_then_writes           */ 0,
    /* block_writes                   */ 1,
    /* block_writes_and_meets         */ 64,
    /* all_blocks_write_before_tail   */ 1,
    /* two_plain_children             */ 5,
    /* two_children_fired             */ 5,
    /* two_tails                      */ 3,
    /* parent_after_child_and_barrier */ 4,
    /* host_after_grandchild          */ 2,
};
