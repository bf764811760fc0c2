// The sum of two matrices by blocks of two shapes, with the same number of threads in each.
#include <lockstep/check.hpp>
#include <lockstep/timer.hpp>

#include <cmath>
#include <cstdio>
#include <exception>
#include <vector>

// c = a + b, matrices of height x width elements; row y begins at y * width. One thread per
// element; the grid covers the matrix.
__global__ void sum_matrices(const float* a, const float* b, float* c, unsigned width,
                             unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;  // the column of this thread
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;  // and its row
  if (x >= width || y >= height) return;                     // blocks reach past the edges
  const unsigned i = y * width + x;
  c[i] = a[i] + b[i];
}

struct matrix {
  unsigned width, height;
  std::vector<float> elements;
};

matrix sum_on_host(const matrix& a, const matrix& b) {
  matrix c = a;
  for (std::size_t i = 0; i < c.elements.size(); ++i) c.elements[i] += b.elements[i];
  return c;
}

// Launches in blocks of the given shape, compares with the CPU's sum, and times it.
bool run(dim3 block, const matrix& first, const matrix& second) {
  const unsigned width = first.width, height = first.height;
  const std::size_t bytes = first.elements.size() * sizeof(float);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  float *a = nullptr, *b = nullptr, *c = nullptr;
  CUDA_CHECK(cudaMalloc(&a, bytes));
  CUDA_CHECK(cudaMalloc(&b, bytes));
  CUDA_CHECK(cudaMalloc(&c, bytes));
  CUDA_CHECK(cudaMemcpy(a, first.elements.data(), bytes, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(b, second.elements.data(), bytes, cudaMemcpyHostToDevice));
  const auto poison = [&] { CUDA_CHECK(cudaMemset(c, 0xFF, bytes)); };
  const auto launch = [&] { sum_matrices<<<grid, block>>>(a, b, c, width, height); };

  poison();  // all bits set is a NaN
  launch();
  CUDA_CHECK_LAUNCH();
  std::vector<float> result(first.elements.size());
  CUDA_CHECK(cudaMemcpy(result.data(), c, bytes, cudaMemcpyDeviceToHost));

  const matrix expected = sum_on_host(first, second);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < result.size(); ++i)
    wrong += !(std::abs(result[i] - expected.elements[i]) <= 1e-6f);  // counts a NaN, too
  std::printf("  (%2u,%3u): %5u x %5u blocks   %s   time: %s\n", block.x, block.y, grid.x, grid.y,
              wrong == 0 ? "right" : "WRONG", lockstep::median_time(poison, launch).c_str());
  for (float* matrix : {a, b, c}) CUDA_CHECK(cudaFree(matrix));
  return wrong == 0;
}

int main() try {
  const unsigned side = lockstep::device_has_clock() ? 8192 : 2048;
  matrix a{side + 3, side - 3, {}}, b = a;  // no multiple of a block
  for (unsigned i = 0; i < a.width * a.height; ++i) {
    a.elements.push_back(static_cast<float>(i % 1009));
    b.elements.push_back(1 / static_cast<float>(1 + i % 31));
  }
  std::printf(
      "Predict: a block of (32,8) has 8 rows of 32 threads, a block of (1,256) a column of 256.\n"
      "How many bytes does a warp load in each, and how many must the memory deliver?\n\n"
      "%u x %u floats:\n",
      a.height, a.width);
  bool right = run({32, 8}, a, b);
  right = run({1, 256}, a, b) && right;
  std::printf(
      "\nNext: count the sectors of 32 bytes per load request: ./lockstep profile --launches "
      "build/chapters/04_parallelism/04_parallelism_demo\n");
  return right ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
