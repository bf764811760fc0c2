// Reads all of a large array with a chosen number of bytes in flight: the warps per SM are chosen,
// and each lane has `Loads` loads that do not wait for each other.
#pragma once

#include <lockstep/lockstep.hpp>

__host__ __device__ inline int fold(int word) { return word; }
__host__ __device__ inline int fold(int4 word) { return word.x + word.y + word.z + word.w; }

// The sum of the words that this thread reads, of `words` that all threads of the grid read
// together.
template <typename Word, int Loads>
__device__ int sum_of_mine(const Word* data, std::size_t words) {
  const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  int sum = 0;

  std::size_t at = thread;
  for (; at + (Loads - 1) * threads < words; at += Loads * threads) {
    Word word[Loads];
#pragma unroll
    for (int i = 0; i < Loads; ++i) word[i] = data[at + i * threads];  // all in flight ...
#pragma unroll
    for (int i = 0; i < Loads; ++i) sum += fold(word[i]);  // ... before the first is needed
  }
  for (; at < words; at += threads) sum += fold(data[at]);
  return sum;
}

// out[thread] = that sum. The bounds allow 64 registers: left to itself the compiler takes 32, so
// that 64 warps fit, and where the words do not fit into those, it splits the loads: four, their
// sums, the next four.
template <typename Word, int Loads>
__global__ void __launch_bounds__(1024, 1)
    read_stream(const Word* data, std::size_t words, int* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum_of_mine<Word, Loads>(data, words);
}

// The same in 32 registers.
template <typename Word, int Loads>
__global__ void __launch_bounds__(1024, 2)
    read_stream_split(const Word* data, std::size_t words, int* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum_of_mine<Word, Loads>(data, words);
}

// The shapes that a curve is made of.
struct stream_kernel {
  int word_bytes, loads;
  bool split;  // compiled for 32 registers
  const void* function;
  void (*launch)(const void* data, std::size_t bytes, int* out, unsigned blocks, unsigned threads);
};

template <typename Word, auto Kernel>
void launch_stream(const void* data, std::size_t bytes, int* out, unsigned blocks,
                   unsigned threads) {
  Kernel<<<blocks, threads>>>(static_cast<const Word*>(data), bytes / sizeof(Word), out);
}

template <typename Word, int Loads>
stream_kernel stream_of() {
  return {sizeof(Word), Loads, false, reinterpret_cast<const void*>(read_stream<Word, Loads>),
          launch_stream<Word, read_stream<Word, Loads>>};
}

inline const stream_kernel stream_kernels[] = {
    stream_of<int, 1>(),
    stream_of<int, 2>(),
    stream_of<int, 4>(),
    stream_of<int, 8>(),
    stream_of<int, 16>(),
    stream_of<int4, 1>(),
    stream_of<int4, 2>(),
    stream_of<int4, 4>(),
    stream_of<int4, 8>(),
    {sizeof(int4), 8, true, reinterpret_cast<const void*>(read_stream_split<int4, 8>),
     launch_stream<int4, read_stream_split<int4, 8>>},
};

// So many warps on each SM, as one block, or as two where one cannot have them.
struct stream_grid {
  unsigned blocks_per_sm, threads;
};
constexpr stream_grid grid_for(unsigned warps_per_sm) {
  return warps_per_sm <= 32 ? stream_grid{1, 32 * warps_per_sm} : stream_grid{2, 16 * warps_per_sm};
}

// Bytes in flight on one SM at most, if all its lanes wait.
constexpr int bytes_in_flight(const stream_kernel& kernel, unsigned warps_per_sm) {
  return static_cast<int>(warps_per_sm) * 32 * kernel.loads * kernel.word_bytes;
}

// Whether an SM has room for so many warps of it: many loads need many registers.
inline bool fits(const stream_kernel& kernel, stream_grid grid) {
  int blocks = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel.function,
                                                           static_cast<int>(grid.threads), 0));
  return blocks >= static_cast<int>(grid.blocks_per_sm);
}
