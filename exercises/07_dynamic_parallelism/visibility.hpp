// What the answer to 07_dynamic_parallelism/visibility defines.
#pragma once

#include <lockstep/prediction.hpp>

// For a read that may come before the write or after it, because nothing orders the two.
constexpr lockstep::prediction not_promised = -1;

// What the last reader of a kernel sees: the number that it stores, if the rules promise it, or
// `not_promised`. The kernels are in visibility_kernels.cu.
struct visibility_prediction {
  lockstep::prediction launches_then_writes;
  lockstep::prediction block_writes;
  lockstep::prediction block_writes_and_meets;
  lockstep::prediction all_blocks_write_before_tail;
  lockstep::prediction two_plain_children;
  lockstep::prediction two_children_fired;
  lockstep::prediction two_tails;
  lockstep::prediction parent_after_child_and_barrier;
  lockstep::prediction host_after_grandchild;
};

extern const visibility_prediction predicted;
