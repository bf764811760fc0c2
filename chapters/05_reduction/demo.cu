// Each block adds up a tile of numbers in a tree. One tree pairs neighbours first, the other pairs
// elements that are half a tile apart.
#include <lockstep/check.hpp>
#include <lockstep/timer.hpp>

#include <cstdio>
#include <exception>
#include <numeric>
#include <vector>

constexpr unsigned block_size = 512;  // a power of two

// partial[b] = sum of the tile of block b, blockDim.x elements or what is left. Destroys data.
__global__ void reduce_neighbored(int* data, int* partial, unsigned size) {
  int* tile = data + blockIdx.x * blockDim.x;                              // the tile of this block
  const unsigned count = min(blockDim.x, size - blockIdx.x * blockDim.x);  // the last is shorter
  const unsigned t = threadIdx.x;

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    if (t % (2 * stride) == 0 && t + stride < count) tile[t] += tile[t + stride];
    __syncthreads();  // every thread of the block gets here, also past the end
  }

  if (t == 0) partial[blockIdx.x] = tile[0];  // thread 0 holds the sum
}

// The same, and the same number of additions. blockDim.x must be a power of two.
__global__ void reduce_interleaved(int* data, int* partial, unsigned size) {
  int* tile = data + blockIdx.x * blockDim.x;
  const unsigned count = min(blockDim.x, size - blockIdx.x * blockDim.x);
  const unsigned t = threadIdx.x;

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride && t + stride < count) tile[t] += tile[t + stride];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = tile[0];
}

using kernel = void (*)(int* data, int* partial, unsigned size);

// Launches the kernel, adds the blocks' sums, compares with the CPU's sum, and times the kernel.
bool run(const char* name, kernel reduce, const std::vector<int>& values) {
  const auto size = static_cast<unsigned>(values.size());
  const unsigned blocks = (size + block_size - 1) / block_size;
  int *original = nullptr, *data = nullptr, *partial = nullptr;
  CUDA_CHECK(cudaMalloc(&original, size * sizeof(int)));
  CUDA_CHECK(cudaMalloc(&data, size * sizeof(int)));
  CUDA_CHECK(cudaMalloc(&partial, blocks * sizeof(int)));
  CUDA_CHECK(cudaMemcpy(original, values.data(), size * sizeof(int), cudaMemcpyHostToDevice));
  const auto prepare = [&] {
    CUDA_CHECK(cudaMemcpy(data, original, size * sizeof(int), cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaMemset(partial, 0xA5, blocks * sizeof(int)));  // poison: a missing sum is wrong
  };
  const auto launch = [&] { reduce<<<blocks, block_size>>>(data, partial, size); };

  prepare();
  launch();
  CUDA_CHECK_LAUNCH();
  std::vector<int> sums(blocks);
  CUDA_CHECK(cudaMemcpy(sums.data(), partial, blocks * sizeof(int), cudaMemcpyDeviceToHost));

  const int expected = std::accumulate(values.begin(), values.end(), 0);  // the CPU reference
  const int sum = std::accumulate(sums.begin(), sums.end(), 0);
  std::printf("  %-20s sum %d, %s   time: %s\n", name, sum, sum == expected ? "right" : "WRONG",
              lockstep::median_time(prepare, launch).c_str());
  for (int* buffer : {original, data, partial}) CUDA_CHECK(cudaFree(buffer));
  return sum == expected;
}

int main() try {
  const unsigned size = lockstep::device_has_clock() ? (1u << 24) + 3 : (1u << 20) + 3;
  std::vector<int> values(size);
  for (unsigned i = 0; i < size; ++i) values[i] = static_cast<int>(i % 201) - 100;
  std::printf(
      "Predict: both trees add the same numbers in the same number of steps. In one, the threads\n"
      "that still work are further apart in each step; in the other, they stay side by side.\n"
      "Which one diverges in fewer warps, and which one uses more of each sector it loads?\n\n"
      "%u integers, blocks of %u threads:\n",
      size, block_size);
  bool right = run("reduce_neighbored", reduce_neighbored, values);
  right = run("reduce_interleaved", reduce_interleaved, values) && right;
  std::printf(
      "\nNext: count both, line by line: ./lockstep profile --by-line "
      "build/chapters/05_reduction/05_reduction_demo; all variants: ./lockstep run "
      "05/experiment\n");
  return right ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
