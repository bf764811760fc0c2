// What the grader calls of an answer (tools/graders/apart/functions.hpp).
APART_FUNCTION(lockstep::prediction, warps, (block_shape block), block)
APART_FUNCTION(lockstep::prediction, idle_lanes, (block_shape block), block)
