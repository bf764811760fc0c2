// What the grader calls of an answer (tools/graders/apart/functions.hpp).
APART_FUNCTION(int, blocks_per_sm, (const sm_limits& sm, int threads, int registers, int shared),
               (lockstep::apart::with_texts<sm_limits, &sm_limits::name, &sm_limits::profile>{&sm}),
               threads, registers, shared)
APART_FUNCTION(double, occupancy, (const sm_limits& sm, int threads, int registers, int shared),
               (lockstep::apart::with_texts<sm_limits, &sm_limits::name, &sm_limits::profile>{&sm}),
               threads, registers, shared)
