// fails: results: writes_then_launches: predicted -1, measured 7
// Trusts nobody.
#include "07_dynamic_parallelism/visibility.hpp"

const visibility_prediction predicted = {
    /* writes_then_launches           */ not_promised,
    /* launches_then_writes           */ not_promised,
    /* block_writes                   */ not_promised,
    /* block_writes_and_meets         */ not_promised,
    /* all_blocks_write               */ not_promised,
    /* all_blocks_write_before_tail   */ not_promised,
    /* two_plain_children             */ not_promised,
    /* two_children_fired             */ not_promised,
    /* tail_after_child               */ not_promised,
    /* two_tails                      */ not_promised,
    /* tail_after_grandchild          */ not_promised,
    /* child_after_tail_of_sibling    */ not_promised,
    /* parent_after_child             */ not_promised,
    /* parent_after_child_and_barrier */ not_promised,
    /* host_after_grandchild          */ not_promised,
};
