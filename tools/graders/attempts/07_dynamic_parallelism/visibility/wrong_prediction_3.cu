#include "07_dynamic_parallelism/visibility.hpp"

static constexpr lockstep::prediction no_order = not_promised;

const visibility_prediction predicted = {
    // A parent writes, a child reads
    no_order,  // launches_then_writes
    no_order,  // block_writes
    64,        // block_writes_and_meets
    10,        // all_blocks_write_before_tail
    // A child writes, another reads
    5,         // two_plain_children
    no_order,  // two_children_fired
    3,         // two_tails
    // A child writes, its parent or the host reads
    4,  // parent_after_child_and_barrier
    2,  // host_after_grandchild
};
