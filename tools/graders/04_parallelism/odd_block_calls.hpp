// What the grader calls of an answer (tools/graders/apart/functions.hpp).
APART_FUNCTION(lockstep::prediction, warps, (unsigned threads), threads)
APART_FUNCTION(lockstep::prediction, idle_lanes, (unsigned threads), threads)
APART_FUNCTION(lockstep::prediction, sectors, (unsigned threads, unsigned block), threads, block)
APART_FUNCTION(lockstep::prediction, resident_warps, (unsigned threads), threads)
