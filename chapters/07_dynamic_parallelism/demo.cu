// A tree reduction, twice. One kernel loops over the levels of the tree; the other does one level
// and launches itself for the next, with half the threads.
#include <lockstep/check.hpp>
#include <lockstep/timer.hpp>

#include <cstdio>
#include <exception>
#include <numeric>
#include <vector>

constexpr unsigned width = 512;  // elements of a tile, a power of two

// partial[b] = sum of the tile of block b, or of what is left of it. Destroys data. Launched in
// blocks of width / 2 threads.
__global__ void reduce_loop(int* data, int* partial, unsigned size) {
  int* tile = data + blockIdx.x * width;                         // the tile of this block
  const unsigned count = min(width, size - blockIdx.x * width);  // the last one is shorter
  const unsigned t = threadIdx.x;

  for (unsigned stride = blockDim.x; stride > 0; stride /= 2) {
    if (t < stride && t + stride < count) tile[t] += tile[t + stride];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = tile[0];  // thread 0 holds the sum
}

// The same. The next level reads what all blocks of this one write: a tail launch waits for them.
__global__ void reduce_nested(int* data, int* partial, unsigned size) {
  int* tile = data + blockIdx.x * width;
  const unsigned count = min(width, size - blockIdx.x * width);
  const unsigned t = threadIdx.x, stride = blockDim.x;

  if (t + stride < count) tile[t] += tile[t + stride];
  if (t == 0 && stride == 1) partial[blockIdx.x] = tile[0];
  if (t > 0 || blockIdx.x > 0 || stride == 1) return;

  reduce_nested<<<gridDim.x, stride / 2, 0, cudaStreamTailLaunch>>>(data, partial, size);
  if (cudaGetLastError() != cudaSuccess) __trap();  // only this thread hears of a failed launch
}

using kernel = void (*)(int* data, int* partial, unsigned size);

// Launches the kernel, adds the tiles' sums, compares with the CPU's sum, and times the kernel.
bool run(const char* name, kernel reduce, const std::vector<int>& values) {
  const auto size = static_cast<unsigned>(values.size());
  const unsigned blocks = (size + width - 1) / width;
  int *original = nullptr, *data = nullptr, *partial = nullptr;
  CUDA_CHECK(cudaMalloc(&original, size * sizeof(int)));
  CUDA_CHECK(cudaMalloc(&data, size * sizeof(int)));
  CUDA_CHECK(cudaMalloc(&partial, blocks * sizeof(int)));
  CUDA_CHECK(cudaMemcpy(original, values.data(), size * sizeof(int), cudaMemcpyHostToDevice));
  const auto prepare = [&] {
    CUDA_CHECK(cudaMemcpy(data, original, size * sizeof(int), cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaMemset(partial, 0xA5, blocks * sizeof(int)));  // poison: a missing sum is wrong
  };
  const auto launch = [&] { reduce<<<blocks, width / 2>>>(data, partial, size); };

  prepare();
  launch();
  CUDA_CHECK_LAUNCH();  // waits for the kernel and for all that it launched
  std::vector<int> sums(blocks);
  CUDA_CHECK(cudaMemcpy(sums.data(), partial, blocks * sizeof(int), cudaMemcpyDeviceToHost));

  const int expected = std::accumulate(values.begin(), values.end(), 0);  // the CPU reference
  const int sum = std::accumulate(sums.begin(), sums.end(), 0);
  std::printf("  %-14s sum %d, %s   time: %s\n", name, sum, sum == expected ? "right" : "WRONG",
              lockstep::median_time(prepare, launch).c_str());
  for (int* buffer : {original, data, partial}) CUDA_CHECK(cudaFree(buffer));
  return sum == expected;
}

int main() try {
  const unsigned size = lockstep::device_has_clock() ? (1u << 20) + 3 : (1u << 14) + 3;
  std::vector<int> values(size);
  for (unsigned i = 0; i < size; ++i) values[i] = static_cast<int>(i % 201) - 100;
  std::printf(
      "Predict: the tree of a tile of %u elements has 9 levels. How many grids does reduce_nested\n"
      "need, and is it faster or slower than the loop?\n\n%u integers:\n",
      width, size);
  bool right = run("reduce_loop", reduce_loop, values);
  right = run("reduce_nested", reduce_nested, values) && right;
  std::printf(
      "\nNext: see every grid, and the kernel that launched it: ./lockstep profile --launches "
      "build/chapters/07_dynamic_parallelism/07_dynamic_parallelism_demo\n");
  return right ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
