// Exercise 06_unrolling/beat_the_library: your own sum against NVIDIA's
//
// NVIDIA's library has a sum, cub::DeviceReduce::Sum, and it is a good one. Beat it. What you find
// below is right and simple: a grid that fits the device, a tree in each block, a second launch for
// the sums of the blocks. Use whatever the two chapters on reduction had to say, and change
// everything but the signature of sum. Only CUB and Thrust must not do it for you; their parts for
// a warp or a block, like cub::BlockReduce, may be in your kernel.
//
// What is checked: the sum, for sizes from 0 up, ragged, large and random, and call after call in
// the same memory; that `data` stays as it is and nothing outside of it is read. Then the library
// runs beside it, with N = 2^23. The GPU has to read every element, with at least one block and 8
// warps for each multiprocessor, so that the memory is kept busy; and your kernels may need
//   no more launches than the library,
//   no more sectors of 32 bytes (1 % more is forgiven),
//   no more instructions.
// How far below you come is your score: `./lockstep verify` shows it. On a GPU it also shows the
// times with N = 2^20, 2^24 and 2^28, beside the library's. How far an H200 goes is in the lesson,
// "The last rungs": 23 needs 0.79 of the library's time at 2^20, 0.91 at 2^24, 0.99 at 2^28.
//
// The parameters are described beside this file, in beat_the_library.hpp.
#include <lockstep/check.hpp>

#include "06_unrolling/beat_the_library.hpp"

constexpr unsigned block_size = 256;

// TODO (about 40 lines, or as many as you like): what is paid for each element, and what for each
// warp, each block, each launch?
// partial[b] = the sum of what the threads of block b have added.
__global__ void block_sums(const int* data, int* partial, unsigned size) {
  int sum = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x)
    sum += data[i];

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

void sum(const int* data, int* result, int* workspace, unsigned size) {
  int processors = 0;
  int resident = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, block_sums, block_size, 0));
  const unsigned blocks = processors * resident;

  block_sums<<<blocks, block_size>>>(data, workspace, size);
  block_sums<<<1, block_size>>>(workspace, result, blocks);
  CUDA_CHECK(cudaGetLastError());
}
