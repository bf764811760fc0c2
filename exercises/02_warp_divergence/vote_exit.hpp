// What the answer to 02_warp_divergence/vote_exit defines.
#pragma once

#include <cuda_runtime.h>

// data holds `rows` rows of `columns` numbers, one after the other. result[r] = the first column of
// row r whose number is less than the one before it in the row, or `columns` if there is none: the
// row is in ascending order.
//
// `rows` and `columns` are at least 1. Launched with blockDim.x = 128, and with as many blocks as
// it takes to have a warp for each row; nothing is in `result` yet. `data` stays as it is.
__global__ void first_descents(const int* data, unsigned* result, unsigned rows, unsigned columns);
