#include <lockstep/check.hpp>

#include <algorithm>

#include "04_parallelism/grid_stride.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned size) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i < size) {
    c[i] = a[i] + b[i];
    i += blockDim.x * gridDim.x;
  }
}

// what the current device says
static unsigned ask(cudaDeviceAttr what) {
  int device = 0, answer = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&answer, what, device));
  return answer;
}

void add_vectors(const float* a, const float* b, float* c, unsigned size, unsigned block_size) {
  if (size == 0) return;

  const unsigned sms = ask(cudaDevAttrMultiProcessorCount);
  const unsigned threads_on_sm = ask(cudaDevAttrMaxThreadsPerMultiProcessor);
  const unsigned at_once = sms * (threads_on_sm / block_size);
  const unsigned needed = (size + block_size - 1) / block_size;

  add_elements<<<std::min(at_once, needed), block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
