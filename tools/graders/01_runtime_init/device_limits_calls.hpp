// What the grader calls of an answer (tools/graders/apart/functions.hpp).
APART_FUNCTION(cudaError_t, get_limits, (int device, device_limits* limits), device,
               (lockstep::apart::array<device_limits>{limits, 1}))
