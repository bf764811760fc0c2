// What the answer to 06_unrolling/grid_stride_sum defines.
#pragma once

constexpr unsigned room_for_partials = 8192;

// The sum of the N = `size` integers at `data`, for any size from 0 up. It fits an int.
//
//   data     device memory; stays as it is
//   partial  device memory to work with: room_for_partials ints, which hold anything at first
int sum(const int* data, int* partial, unsigned size);
