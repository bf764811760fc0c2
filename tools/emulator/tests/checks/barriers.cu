// Shared memory and barriers of the block.
#include "cases.hpp"

using check_cases::finish;
using check_cases::ints;

namespace {

__global__ void reverse_without_barrier(int* data) {
  __shared__ int tile[64];
  tile[threadIdx.x] = data[threadIdx.x];
  data[threadIdx.x] = tile[63 - threadIdx.x];
}

__global__ void reverse_with_barrier(int* data) {
  __shared__ int tile[64];
  tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = tile[63 - threadIdx.x];
}

template <bool FirstBarrier, bool SecondBarrier>
__global__ void tree_sum(const int* in, int* out) {
  __shared__ int sums[256];
  const unsigned i = threadIdx.x;
  sums[i] = in[blockIdx.x * 256 + i];
  if (FirstBarrier) __syncthreads();
  for (unsigned stride = 128; stride > 0; stride /= 2) {
    if (i < stride) sums[i] += sums[i + stride];
    if (SecondBarrier) __syncthreads();
  }
  if (i == 0) out[blockIdx.x] = sums[0];
}

}  // namespace

CASE(reverse_without_barrier, "race shared") {
  auto data = ints(64);
  reverse_without_barrier<<<1, 64>>>(data.data());
  finish();
}

CASE(reverse_with_barrier, "clean") {
  auto data = ints(64);
  reverse_with_barrier<<<1, 64>>>(data.data());
  finish();
}

CASE(tree_sum, "clean") {
  auto in = ints(512), out = ints(2);
  tree_sum<true, true><<<2, 256>>>(in.data(), out.data());
  finish();
}

CASE(tree_sum_without_first_barrier, "race shared") {
  auto in = ints(512), out = ints(2);
  tree_sum<false, true><<<2, 256>>>(in.data(), out.data());
  finish();
}

CASE(tree_sum_without_second_barrier, "race shared") {
  auto in = ints(512), out = ints(2);
  tree_sum<true, false><<<2, 256>>>(in.data(), out.data());
  finish();
}
