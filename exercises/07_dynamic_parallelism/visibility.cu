// 07_dynamic_parallelism/visibility: which writes are visible?
// Task       For nine small kernels, predict what the last reader stores in *seen. If nothing
//            orders the read and the write, the answer is not_promised, whatever usually happens.
// Given      The kernels are in visibility_kernels.cu. In each of them one grid writes and another
//            reads. parent_after_child_and_barrier is problem 3.7 of Professional CUDA C
//            Programming: when does a parent see what its child wrote?
// Done when  every answer agrees with a run on the emulator, which looks for races. If it finds
//            one, nothing is promised; otherwise the number that was stored is the answer.
// Interface  const visibility_prediction predicted, declared in visibility.hpp
#include "07_dynamic_parallelism/visibility.hpp"

using lockstep::unanswered;

// TODO (9 lines): replace each `unanswered` by a number, or by not_promised.
const visibility_prediction predicted = {
    // A parent writes, a child reads
    /* launches_then_writes           */ unanswered,
    /* block_writes                   */ unanswered,
    /* block_writes_and_meets         */ unanswered,
    /* all_blocks_write_before_tail   */ unanswered,
    // A child writes, another reads
    /* two_plain_children             */ unanswered,
    /* two_children_fired             */ unanswered,
    /* two_tails                      */ unanswered,
    // A child writes, its parent or the host reads
    /* parent_after_child_and_barrier */ unanswered,
    /* host_after_grandchild          */ unanswered,
};
