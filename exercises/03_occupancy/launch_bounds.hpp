// What the answer to 03_occupancy/launch_bounds defines.
#pragma once

#include <cuda_runtime.h>

constexpr unsigned column_length = 80;  // numbers

// `data` holds 80 rows of `columns` positive numbers: number i of column c is data[i * columns +
// c]. result[c] = the sum of |number - mean| over the numbers of column c, where mean is their sum
// / 80, rounded down. Everything fits into an int.
//
// `columns` is at least 1. Launched with blockDim.x = 256, and with as many blocks as it takes to
// have a thread for each column. `data` stays as it is.
__global__ void spread(const int* data, int* result, unsigned columns);
