// Sums of a block, in place in global memory, as books on CUDA develop them.
#include "cases.hpp"

using namespace check_cases;

namespace {

constexpr unsigned THREADS = 128, BLOCKS = 2;

template <bool Barrier>
__global__ void sum_neighbours(int* in, int* out) {
  const unsigned t = threadIdx.x;
  int* const part = in + blockIdx.x * blockDim.x;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    if (t % (2 * stride) == 0) part[t] += part[t + stride];
    if (Barrier) __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

template <bool Barrier>
__global__ void sum_neighbours_densely(int* in, int* out) {
  const unsigned t = threadIdx.x;
  int* const part = in + blockIdx.x * blockDim.x;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    const unsigned at = 2 * stride * t;
    if (at < blockDim.x) part[at] += part[at + stride];
    if (Barrier) __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

template <bool Barrier>
__global__ void sum_interleaved(int* in, int* out) {
  const unsigned t = threadIdx.x;
  int* const part = in + blockIdx.x * blockDim.x;
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) part[t] += part[t + stride];
    if (Barrier) __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

// Each block adds a second block of data first; then a tree, whose last steps one warp does.
template <bool FirstBarrier>
__global__ void sum_two_blocks_with_volatile_tail(int* in, int* out) {
  const unsigned t = threadIdx.x;
  int* const part = in + blockIdx.x * blockDim.x * 2;
  part[t] += part[t + blockDim.x];
  if (FirstBarrier) __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 32; stride /= 2) {
    if (t < stride) part[t] += part[t + stride];
    __syncthreads();
  }
  if (t < 32) {
    volatile int* const v = part;
    v[t] += v[t + 32];
    v[t] += v[t + 16];
    v[t] += v[t + 8];
    v[t] += v[t + 4];
    v[t] += v[t + 2];
    v[t] += v[t + 1];
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

// The number of threads is known when the kernel is compiled.
template <unsigned Threads>
__global__ void sum_fully_unrolled(int* in, int* out) {
  const unsigned t = threadIdx.x;
  int* const part = in + blockIdx.x * Threads;
  if (Threads >= 1024 && t < 512) part[t] += part[t + 512];
  __syncthreads();
  if (Threads >= 512 && t < 256) part[t] += part[t + 256];
  __syncthreads();
  if (Threads >= 256 && t < 128) part[t] += part[t + 128];
  __syncthreads();
  if (Threads >= 128 && t < 64) part[t] += part[t + 64];
  __syncthreads();
  if (t < 32) {
    int sum = part[t] + part[t + 32];
    for (unsigned offset = 16; offset > 0; offset /= 2)
      sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (t == 0) out[blockIdx.x] = sum;
  }
}

template <class Kernel>
void sum(Kernel kernel, unsigned blocks_of_data = BLOCKS) {
  auto in = ints(blocks_of_data * THREADS, 1), out = ints(BLOCKS);
  kernel<<<BLOCKS, THREADS>>>(in.data(), out.data());
}

__global__ void add_to_total(const int* in, int* total) {
  *total += in[blockIdx.x * blockDim.x + threadIdx.x];
}
__global__ void add_block_sums(const int* in, int* total) {
  int sum = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (unsigned offset = 16; offset > 0; offset /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (threadIdx.x == 0) *total += sum;
}
__global__ void add_block_sums_atomically(const int* in, int* total) {
  int sum = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (unsigned offset = 16; offset > 0; offset /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (threadIdx.x == 0) atomicAdd(total, sum);
}
__global__ void add_atomically(const int* in, int* total) {
  atomicAdd(total, in[blockIdx.x * blockDim.x + threadIdx.x]);
}

template <class Kernel>
void total(Kernel kernel) {
  auto in = ints(64, 1), out = ints(1);
  kernel<<<2, 32>>>(in.data(), out.data());
}

}  // namespace

CASE(sum_neighbours, "clean") { sum(sum_neighbours<with>); }
CASE(sum_neighbours_without_barrier, "race global") { sum(sum_neighbours<without>); }
CASE(sum_neighbours_densely, "clean") { sum(sum_neighbours_densely<with>); }
CASE(sum_neighbours_densely_without_barrier, "race global") {
  sum(sum_neighbours_densely<without>);
}
CASE(sum_interleaved, "clean") { sum(sum_interleaved<with>); }
CASE(sum_interleaved_without_barrier, "race global") { sum(sum_interleaved<without>); }
CASE(sum_two_blocks_with_volatile_tail, "warp_race global (warning)") {
  sum(sum_two_blocks_with_volatile_tail<with>, 2 * BLOCKS);
}
CASE(sum_two_blocks_without_first_barrier, "race global, warp_race global (warning)") {
  sum(sum_two_blocks_with_volatile_tail<without>, 2 * BLOCKS);
}
CASE(sum_fully_unrolled, "clean") { sum(sum_fully_unrolled<THREADS>); }
CASE(total_of_all_threads_not_atomic, "race global") { total(add_to_total); }
CASE(total_of_block_sums_not_atomic, "race global") { total(add_block_sums); }
CASE(total_of_block_sums_atomic, "clean") { total(add_block_sums_atomically); }
CASE(total_of_all_threads_atomic, "clean") { total(add_atomically); }
