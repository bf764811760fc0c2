// Exercise 05_reduction/mean_reduce: a mean is a sum and a division
//
// Each block below computes the mean of its elements, and the host the mean of the means. It looks
// right, and for small elements in full blocks it nearly is. Three things are wrong:
//
//   - a mean is not a reduction: the mean of means is not the mean of all unless every block has as
//     many elements as the others;
//   - a division of integers drops what is behind the point;
//   - a sum of ints need not fit an int.
//
// Make it right for all elements and all sizes from 1 up. Let blocks do what is associative and
// commutative, and divide once.
//
// What is checked: the mean, for small, large and negative elements, for sizes around a warp and a
// block, and for blocks of 64 to 1024 threads; that `data` stays as it is and nothing outside of it
// is read; that the GPU reads every element, and only once, and the host none; that the threads
// share the work.
//
// The parameters are described beside this file, in mean_reduce.hpp.
#include <lockstep/check.hpp>

#include <vector>

#include "05_reduction/mean_reduce.hpp"

constexpr unsigned largest_block = 1024;

// TODO (3 lines): what should a block hand on, and which type can hold it?
__global__ void block_means(const int* data, long long* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0] / static_cast<int>(blockDim.x);
}

double mean(const int* data, long long* partial, unsigned size, unsigned block_size) {
  const unsigned blocks = (size + block_size - 1) / block_size;
  block_means<<<blocks, block_size>>>(data, partial, size);
  CUDA_CHECK_LAUNCH();

  std::vector<long long> on_host(blocks);
  CUDA_CHECK(
      cudaMemcpy(on_host.data(), partial, blocks * sizeof(long long), cudaMemcpyDeviceToHost));

  // TODO (1 line): by what, and as which type, is the sum of all divided?
  long long total = 0;
  for (const long long one : on_host) total += one;
  return total / blocks;
}
