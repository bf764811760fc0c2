// The grader's own kernel for 01_runtime_init/check_macro.
#pragma once

#include <cuda_runtime.h>

// Its fault is an error that stays: the process cannot use the device any more.
__global__ void writes_to_null();
