// What the grader calls of an answer (tools/graders/apart/functions.hpp).
APART_FUNCTION(lockstep::prediction, arithmetic_warps, (const device_data& device),
               (lockstep::apart::with_texts<device_data, &device_data::name>{&device}))
APART_FUNCTION(lockstep::prediction, bytes_in_flight, (const device_data& device),
               (lockstep::apart::with_texts<device_data, &device_data::name>{&device}))
APART_FUNCTION(lockstep::prediction, memory_warps, (const device_data& device),
               (lockstep::apart::with_texts<device_data, &device_data::name>{&device}))
