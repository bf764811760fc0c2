// fails: properties: measured(launches … two-lines(28
//
// Each launch halves: it adds the second half of the numbers to the first. 18 launches for 2^18.
#include <lockstep/check.hpp>

#include "05_reduction/multi_launch.hpp"

// sums[i] = the sum of numbers i and i + half, if there are two.
__global__ void halve(const int* numbers, int* sums, unsigned count, unsigned half) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < half) sums[i] = numbers[i] + (i + half < count ? numbers[i + half] : 0);
}

// sums[b] = the sum of numbers 64 * b to 64 * b + 63: what fits into `first`.
__global__ void sums_of_block_size(const int* numbers, int* sums, unsigned count,
                                   unsigned block_size) {
  const unsigned b = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (unsigned i = b * block_size; i < min(count, (b + 1) * block_size); ++i) sum += numbers[i];
  if (b * block_size < count) sums[b] = sum;
}

void sum(const int* data, int* result, int* first, int* second, unsigned size,
         unsigned block_size) {
  CUDA_CHECK(cudaMemset(result, 0, sizeof(int)));
  unsigned count = (size + block_size - 1) / block_size;
  if (count == 0) return;
  sums_of_block_size<<<(count + block_size - 1) / block_size, block_size>>>(data, first, size,
                                                                            block_size);
  int* sums = first;
  while (count > 1) {
    const unsigned half = (count + 1) / 2;
    int* next = sums == first ? second : first;
    halve<<<(half + block_size - 1) / block_size, block_size>>>(sums, next, count, half);
    CUDA_CHECK_LAUNCH();
    sums = next;
    count = half;
  }
  CUDA_CHECK(cudaMemcpy(result, sums, sizeof(int), cudaMemcpyDeviceToDevice));
}
