// Each block adds up one tile or eight. With eight, a thread has eight loads in flight, not one.
#include <lockstep/check.hpp>
#include <lockstep/timer.hpp>

#include <cstdio>
#include <exception>
#include <numeric>
#include <vector>

constexpr unsigned block_size = 512;  // a power of two

// partial[b] = sum of the `Tiles` tiles of block b, or of what is left; a tile has block_size
// elements. Launched in blocks of block_size threads.
template <unsigned Tiles>
__global__ void reduce(const int* data, int* partial, unsigned size) {
  __shared__ int sums[block_size];                         // one of each thread
  const unsigned first = blockIdx.x * Tiles * block_size;  // the tiles of this block begin here
  const unsigned t = threadIdx.x;

  int sum = 0;
  if (first + Tiles * block_size <= size) {
#pragma unroll
    for (unsigned k = 0; k < Tiles; ++k) sum += data[first + k * block_size + t];  // no branch
  } else {                                                                         // the last block
    for (unsigned i = first + t; i < size; i += block_size) sum += data[i];
  }
  sums[t] = sum;
  __syncthreads();

  for (unsigned stride = block_size / 2; stride > 0; stride /= 2) {
    if (t < stride) sums[t] += sums[t + stride];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = sums[0];  // thread 0 holds the sum
}

using kernel = void (*)(const int* data, int* partial, unsigned size);

// Launches the kernel, adds the blocks' sums, compares with the CPU's sum, and times the kernel.
bool run(const char* name, kernel reduce, unsigned tiles, const std::vector<int>& values) {
  const auto size = static_cast<unsigned>(values.size());
  const unsigned blocks = (size + tiles * block_size - 1) / (tiles * block_size);
  int *data = nullptr, *partial = nullptr;
  CUDA_CHECK(cudaMalloc(&data, size * sizeof(int)));
  CUDA_CHECK(cudaMalloc(&partial, blocks * sizeof(int)));
  CUDA_CHECK(cudaMemcpy(data, values.data(), size * sizeof(int), cudaMemcpyHostToDevice));
  const auto poison = [&] { CUDA_CHECK(cudaMemset(partial, 0xA5, blocks * sizeof(int))); };
  const auto launch = [&] { reduce<<<blocks, block_size>>>(data, partial, size); };

  poison();  // a block that writes no sum must not pass for one whose sum is 0
  launch();
  CUDA_CHECK_LAUNCH();
  std::vector<int> sums(blocks);
  CUDA_CHECK(cudaMemcpy(sums.data(), partial, blocks * sizeof(int), cudaMemcpyDeviceToHost));

  const int expected = std::accumulate(values.begin(), values.end(), 0);  // the CPU reference
  const int sum = std::accumulate(sums.begin(), sums.end(), 0);
  std::printf("  %s: %5u blocks, sum %d, %s   time: %s\n", name, blocks, sum,
              sum == expected ? "right" : "WRONG", lockstep::median_time(poison, launch).c_str());
  CUDA_CHECK(cudaFree(data));
  CUDA_CHECK(cudaFree(partial));
  return sum == expected;
}

int main() try {
  const unsigned size = lockstep::device_has_clock() ? (1u << 26) + 3 : (1u << 22) + 3;
  std::vector<int> values(size);
  for (unsigned i = 0; i < size; ++i) values[i] = static_cast<int>(i % 201) - 100;
  std::printf(
      "Predict: reduce<8> is reduce<1>, except that each thread first adds up eight elements.\n"
      "How many instructions does that save, and is that why it is faster?\n\n"
      "%u integers, blocks of %u threads:\n",
      size, block_size);
  bool right = run("reduce<1>", reduce<1>, 1, values);
  right = run("reduce<8>", reduce<8>, 8, values) && right;
  std::printf(
      "\nNext: count the instructions: ./lockstep profile "
      "build/chapters/06_unrolling/06_unrolling_demo; the whole ladder: ./lockstep run "
      "06/experiment\n");
  return right ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
