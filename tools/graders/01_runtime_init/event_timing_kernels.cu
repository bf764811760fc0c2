#include "event_timing_kernels.hpp"

__global__ void runs() {}
