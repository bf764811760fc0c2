// Exercise 06_unrolling/grid_stride_sum: few blocks, however many elements
//
// The kernel below needs a thread for each element: a block for every 256 of them, and each block
// has to be started and goes through a tree of its own. Launch as many blocks as the device holds
// at once, whatever N is, and let each thread add elements until there are none left: its own, the
// one a whole grid further on, and so on. Lanes next to each other then load elements next to each
// other, in every round.
//
// What is checked: the sum, for sizes around a warp, a block and a whole grid, ragged, large and
// random, and for 0; that `data` stays as it is and nothing outside of it is read; that the GPU
// reads every element, and only once, 32 bytes from every sector that it moves, and the host none;
// that twice as many elements take no more threads; that every multiprocessor has a block, and the
// threads share the work.
//
// The parameters are described beside this file, in grid_stride_sum.hpp.
#include <lockstep/check.hpp>

#include <numeric>
#include <vector>

#include "06_unrolling/grid_stride_sum.hpp"

constexpr unsigned block_size = 256;

// partial[b] = the sum of what the threads of block b have added.
__global__ void block_sums(const int* data, int* partial, unsigned size) {
  // TODO (3 lines): which elements are this thread's, if the grid has fewer threads than elements?
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const int sum = i < size ? data[i] : 0;

  __shared__ int tile[block_size];
  const unsigned t = threadIdx.x;
  tile[t] = sum;
  __syncthreads();

  for (unsigned stride = block_size / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

int sum(const int* data, int* partial, unsigned size) {
  // TODO (4 lines): how many blocks of this kernel does the device hold at once?
  const unsigned blocks = (size + block_size - 1) / block_size;

  block_sums<<<blocks, block_size>>>(data, partial, size);
  CUDA_CHECK_LAUNCH();

  std::vector<int> on_host(blocks);
  CUDA_CHECK(cudaMemcpy(on_host.data(), partial, blocks * sizeof(int), cudaMemcpyDeviceToHost));
  return std::accumulate(on_host.begin(), on_host.end(), 0);
}
