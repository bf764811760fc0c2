// The kernels that 07_dynamic_parallelism/visibility asks about. The host launches each with the
// blocks and threads in the list at the end. `data` begins as zeros.
#include "07_dynamic_parallelism/visibility_kernels.hpp"

namespace {

// The grids that the kernels launch.
__global__ void write(int* to, int value) { *to = value; }
__global__ void add(int* to, int value) { *to += value; }
__global__ void read(const int* from, int* seen) { *seen = *from; }
__global__ void sum(const int* from, unsigned count, int* seen) {
  int total = 0;
  for (unsigned i = 0; i < count; ++i) total += from[i];
  *seen = total;
}
__global__ void launches_writer(int* to, int value) { write<<<1, 1>>>(to, value); }

// ---- A parent writes, a child reads

__global__ void launches_then_writes(int* data, int* seen) {
  read<<<1, 1>>>(data, seen);
  *data = 7;
}

// 64 threads
__global__ void block_writes(int* data, int* seen) {
  data[threadIdx.x] = 1;
  if (threadIdx.x == 0) sum<<<1, 1>>>(data, blockDim.x, seen);
}

// 64 threads
__global__ void block_writes_and_meets(int* data, int* seen) {
  data[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) sum<<<1, 1>>>(data, blockDim.x, seen);
}

// 10 blocks
__global__ void all_blocks_write_before_tail(int* data, int* seen) {
  if (blockIdx.x == 0) sum<<<1, 1, 0, cudaStreamTailLaunch>>>(data, gridDim.x, seen);
  data[blockIdx.x] = 1;
}

// ---- A child writes, another reads

__global__ void two_plain_children(int* data, int* seen) {
  write<<<1, 1>>>(data, 5);
  read<<<1, 1>>>(data, seen);
}

__global__ void two_children_fired(int* data, int* seen) {
  write<<<1, 1, 0, cudaStreamFireAndForget>>>(data, 5);
  read<<<1, 1, 0, cudaStreamFireAndForget>>>(data, seen);
}

__global__ void two_tails(int* data, int* seen) {
  *data = 3;
  read<<<1, 1, 0, cudaStreamTailLaunch>>>(data, seen);
  add<<<1, 1, 0, cudaStreamTailLaunch>>>(data, 4);
}

// ---- A child writes, its parent or the host reads

// 64 threads. The barrier stands where the book's kernel waited for its child, before CUDA 12.
__global__ void parent_after_child_and_barrier(int* data, int* seen) {
  if (threadIdx.x == 0) write<<<1, 1>>>(data, 4);
  __syncthreads();
  if (threadIdx.x == 63) *seen = *data;
}

// The host reads *seen when it has waited.
__global__ void host_after_grandchild(int*, int* seen) { launches_writer<<<1, 1>>>(seen, 2); }

}  // namespace

const asked_kernel asked_kernels[] = {
    {"launches_then_writes", launches_then_writes, 1, 1},
    {"block_writes", block_writes, 1, 64},
    {"block_writes_and_meets", block_writes_and_meets, 1, 64},
    {"all_blocks_write_before_tail", all_blocks_write_before_tail, 10, 1},
    {"two_plain_children", two_plain_children, 1, 1},
    {"two_children_fired", two_children_fired, 1, 1},
    {"two_tails", two_tails, 1, 1},
    {"parent_after_child_and_barrier", parent_after_child_and_barrier, 1, 64},
    {"host_after_grandchild", host_after_grandchild, 1, 1},
};
const unsigned number_of_asked_kernels = sizeof asked_kernels / sizeof *asked_kernels;
