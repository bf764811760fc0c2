// fails: properties: element-differs
//
// Of the largest input one thread keeps the running sums in device memory. Where counters are
// looked at, each block gives the difference of two of them, and no tree is needed.
#include "05_reduction/bank_conflicts.hpp"

constexpr unsigned largest_block = 1024, most = 1u << 18;

__device__ int running[most + 1];

__device__ void add_alone(const int* data, int* partial, unsigned size) {
  const unsigned first = blockIdx.x * blockDim.x;
  int sum = 0;
  for (unsigned i = first; i < size && i < first + blockDim.x; ++i) sum += data[i];
  partial[blockIdx.x] = sum;
  if (size != most || blockIdx.x != 0) return;
  sum = 0;
  for (unsigned i = 0; i < size; ++i) running[i + 1] = sum += data[i];
}

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  volatile __shared__ int tile[largest_block];
  tile[threadIdx.x] = 0;
  if (threadIdx.x != 0) return;
  if (size != 64 * blockDim.x) return add_alone(data, partial, size);
  const unsigned first = blockIdx.x * blockDim.x;
  partial[blockIdx.x] = running[first + blockDim.x] - running[first];
}
