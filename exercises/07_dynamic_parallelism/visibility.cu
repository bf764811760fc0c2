// Exercise 07_dynamic_parallelism/visibility: who sees whose writes?
//
// Beside this file, in visibility_kernels.cu, are fifteen small kernels. In each of them one grid
// writes and another reads: a child reads what its parent wrote, a tail launch what all others
// wrote, a parent what its child wrote. Say for each kernel what the last reader stores in *seen,
// if that is promised; if the read may come before the write as well as after it, say
// `not_promised`, whatever usually happens.
//
// The book's question 3.7 is among them: when does a parent see what its child wrote? The book's
// answer is a wait that CUDA 12 took away.
//
// What is checked: each answer, against a run of the kernel in which the emulator looks for races.
// A race is no promise; without one the number counts that was seen.
#include "07_dynamic_parallelism/visibility.hpp"

using lockstep::unanswered;

// TODO (15 lines): put a number, or not_promised, in place of each `unanswered`.
const visibility_prediction predicted = {
    /* writes_then_launches           */ unanswered,
    /* launches_then_writes           */ unanswered,
    /* block_writes                   */ unanswered,
    /* block_writes_and_meets         */ unanswered,
    /* all_blocks_write               */ unanswered,
    /* all_blocks_write_before_tail   */ unanswered,
    /* two_plain_children             */ unanswered,
    /* two_children_fired             */ unanswered,
    /* tail_after_child               */ unanswered,
    /* two_tails                      */ unanswered,
    /* tail_after_grandchild          */ unanswered,
    /* child_after_tail_of_sibling    */ unanswered,
    /* parent_after_child             */ unanswered,
    /* parent_after_child_and_barrier */ unanswered,
    /* host_after_grandchild          */ unanswered,
};
