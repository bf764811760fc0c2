// What the answer to 03_occupancy/shared_memory_budget defines.
#pragma once

#include <cuda_runtime.h>

constexpr unsigned record_length = 25;  // numbers
constexpr unsigned block_records = 128;

// `data` holds `records` records, one after the other. The running sums of each:
// result[25 * r + k] = data[25 * r] + data[25 * r + 1] + ... + data[25 * r + k], which fits an int.
//
// `records` is at least 1. Launched with blockDim.x = 128, a block for each 128 records (the last
// may have fewer), and no dynamic shared memory. `data` stays as it is.
__global__ void running_sums(const int* data, int* result, unsigned records);
