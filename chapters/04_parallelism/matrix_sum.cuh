// C = A + B, one thread per element, by blocks of any shape.
#pragma once

#include <lockstep/lockstep.hpp>
#include <lockstep/residency.cuh>

#include <vector>

// Row y begins at y * width. At most 2^32 - 1 elements. The grid covers the matrix; threads beyond
// its edges do nothing.
template <bool Note>
__global__ void sum_matrices(const float* a, const float* b, float* c, unsigned width,
                             unsigned height, lockstep::warp_note* notes) {
  const long long began = Note ? clock64() : 0;
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    const unsigned i = y * width + x;
    c[i] = a[i] + b[i];
  }
  if (Note) lockstep::note_residence(notes, began);
}

inline dim3 grid_for(unsigned width, unsigned height, dim3 block) {
  return {(width + block.x - 1) / block.x, (height + block.y - 1) / block.y};
}

inline std::vector<float> sum_on_host(const std::vector<float>& a, const std::vector<float>& b) {
  std::vector<float> c(a.size());
  for (std::size_t i = 0; i < c.size(); ++i) c[i] = a[i] + b[i];
  return c;
}

// Adds to *differences the number of elements that are not the same, bit for bit: a gigabyte is
// compared on the device sooner than it is brought back.
__global__ void count_differences(const float* expected, const float* actual, std::size_t size,
                                  unsigned long long* differences) {
  unsigned long long mine = 0;
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x)
    mine += __float_as_uint(expected[i]) != __float_as_uint(actual[i]);
  if (mine > 0) atomicAdd(differences, mine);
}

// Two matrices, their sum by the host, and room for a kernel's.
struct matrices {
  unsigned width, height;
  lockstep::device_buffer<float> a, b, c, expected;
  lockstep::device_buffer<unsigned long long> differences{1};

  matrices(unsigned columns, unsigned rows) : width(columns), height(rows) {
    const std::size_t size = std::size_t{width} * height;
    const auto first = lockstep::random_reals<float>(size, 1, -1, 1);
    const auto second = lockstep::random_reals<float>(size, 2, -1, 1);
    a = lockstep::device_buffer<float>(first);
    b = lockstep::device_buffer<float>(second);
    expected = lockstep::device_buffer<float>(sum_on_host(first, second));
    c = lockstep::device_buffer<float>(size);
  }

  void launch(dim3 block) {
    sum_matrices<false><<<grid_for(width, height, block), block>>>(a.data(), b.data(), c.data(),
                                                                   width, height, nullptr);
  }

  std::size_t size() const { return c.size(); }

  unsigned long long wrong_elements() {
    CUDA_CHECK(cudaMemset(differences.data(), 0, differences.bytes()));
    if (size() > 0)
      count_differences<<<256, 256>>>(expected.data(), c.data(), size(), differences.data());
    CUDA_CHECK_LAUNCH();
    return differences.download()[0];
  }
};
