#include "07_dynamic_parallelism/visibility.hpp"

using lockstep::unanswered;

const visibility_prediction predicted = {
    // A parent writes, a child reads
    /* launches_then_writes           */ not_promised,  // the write comes after the launch
    /* block_writes                   */ not_promised,  // 63 other threads, no barrier
    /* block_writes_and_meets         */ 64,
    /* all_blocks_write_before_tail   */ 10,  // a tail begins when all blocks have ended
    // A child writes, another reads
    /* two_plain_children             */ 5,             // same stream, one after the other
    /* two_children_fired             */ not_promised,  // any order
    /* two_tails                      */ 3,             // read before add
    // A child writes, its parent or the host reads
    /* parent_after_child_and_barrier */ 4,  // the barrier waits for the child
    /* host_after_grandchild          */ 2,
};
