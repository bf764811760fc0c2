// fails: properties: measured(bytes of memory that one thread accesses
//
// One block adds everything from constant memory; the loads from global memory are for show.
#include <lockstep/check.hpp>
#include "05_reduction/ragged.hpp"

constexpr unsigned room = 16000;
__constant__ int numbers[room];
__device__ int total;
__global__ void read_for_show(const int* data, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) (void)*static_cast<const volatile int*>(data + i);
}
__global__ void add(unsigned count, int before) {
  int s = before ? total : 0;
  for (unsigned i = 0; i < count; ++i) s += numbers[i];
  __syncthreads();
  if (threadIdx.x == 0) total = s;
}
int sum(const int* data, int*, unsigned size, unsigned block_size) {
  if (size == 0) return 0;
  read_for_show<<<(size + block_size - 1) / block_size, block_size>>>(data, size);
  for (unsigned at = 0; at < size; at += room) {
    const unsigned count = size - at < room ? size - at : room;
    CUDA_CHECK(cudaMemcpyToSymbol(numbers, data + at, 4 * count, 0, cudaMemcpyDeviceToDevice));
    add<<<1, 32>>>(count, at > 0);
  }
  int s = 0;
  CUDA_CHECK(cudaMemcpyFromSymbol(&s, total, 4));
  return s;
}
