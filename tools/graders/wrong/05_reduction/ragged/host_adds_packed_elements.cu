// fails: results: host_adds_packed_elements.cu:29: host-got-elements(
//
// A kernel packs three elements into each word, so that fewer bytes are copied; the host adds them.
#include <lockstep/check.hpp>

#include <vector>

#include "05_reduction/ragged.hpp"

// Elements have ten bits.
__global__ void pack(const int* data, unsigned* packed, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (3 * i >= size) return;
  unsigned word = 0;
  for (unsigned k = 0; k < 3 && 3 * i + k < size; ++k)
    word |= static_cast<unsigned>(data[3 * i + k]) << (10 * k);
  packed[i] = word;
}

int sum(const int* data, int*, unsigned size, unsigned block_size) {
  if (size == 0) return 0;
  const unsigned words = (size + 2) / 3;
  const auto bytes = words * sizeof(unsigned);
  unsigned* packed = nullptr;
  CUDA_CHECK(cudaMalloc(&packed, bytes));
  pack<<<(words + block_size - 1) / block_size, block_size>>>(data, packed, size);

  std::vector<unsigned> all(words);
  CUDA_CHECK(cudaMemcpy(all.data(), packed, bytes, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(packed));
  unsigned sum = 0;
  for (const unsigned word : all) sum += word % 1024 + word / 1024 % 1024 + word / 1024 / 1024;
  return static_cast<int>(sum);
}
