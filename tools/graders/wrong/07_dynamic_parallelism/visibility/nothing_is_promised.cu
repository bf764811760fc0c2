// fails: results: nothing_is_promised.cu:7: parent writes: not-all-right(4
//
// Trusts nobody.
#include "07_dynamic_parallelism/visibility.hpp"

const visibility_prediction predicted = {
    /* launches_then_writes           */ not_promised,
    /* block_writes                   */ not_promised,
    /* block_writes_and_meets         */ not_promised,
    /* all_blocks_write_before_tail   */ not_promised,
    /* two_plain_children             */ not_promised,
    /* two_children_fired             */ not_promised,
    /* two_tails                      */ not_promised,
    /* parent_after_child_and_barrier */ not_promised,
    /* host_after_grandchild          */ not_promised,
};
