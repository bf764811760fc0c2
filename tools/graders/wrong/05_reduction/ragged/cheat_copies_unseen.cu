// fails: compile: cheat_copies_unseen.cu:38: uses-not-allowed(dlopen
//
// The kernel adds all elements, and nobody looks at its sums; the host adds them all again, by a
// copy that the grader does not count.
#include <dlfcn.h>
#include <lockstep/check.hpp>

#include <numeric>
#include <vector>

#include "05_reduction/ragged.hpp"

constexpr unsigned largest_block = 1024;

// partial[b] = the sum of the elements of block b.
__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

int sum(const int* data, int* partial, unsigned size, unsigned block_size) {
  const unsigned blocks = (size + block_size - 1) / block_size;
  if (blocks == 0) return 0;

  block_sums<<<blocks, block_size>>>(data, partial, size);
  CUDA_CHECK_LAUNCH();

  void* const library = dlopen("libcudart.so.13", RTLD_LAZY);
  const auto copy = reinterpret_cast<decltype(cudaMemcpy)*>(dlsym(library, "cudaMemcpy"));
  std::vector<int> on_host(size);
  CUDA_CHECK(copy(on_host.data(), data, size * sizeof(int), cudaMemcpyDeviceToHost));
  return std::accumulate(on_host.begin(), on_host.end(), 0);
}
