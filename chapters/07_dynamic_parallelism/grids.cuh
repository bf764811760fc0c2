// Kernels that do nothing but launch, for what launches cost and how far they go.
#pragma once

#include "launches.cuh"

enum class into { plain, fire_and_forget, tail };
constexpr into streams[] = {into::plain, into::fire_and_forget, into::tail};

inline const char* name_of(into stream) {
  switch (stream) {
    case into::plain:
      return "<<< >>>";
    case into::fire_and_forget:
      return "fire and forget";
    default:
      return "tail";
  }
}

__device__ inline cudaStream_t stream_of(into stream) {
  switch (stream) {
    case into::plain:
      return nullptr;
    case into::fire_and_forget:
      return cudaStreamFireAndForget;
    default:
      return cudaStreamTailLaunch;
  }
}

__global__ void empty() {}

// Launched with one thread: `count` children, one after the other.
__global__ void launch_many(unsigned count, into stream) {
  for (unsigned i = 0; i < count; ++i) {
    empty<<<1, 1, 0, stream_of(stream)>>>();
    launch_was_lost();
  }
}

// Every thread launches one child.
__global__ void launch_each(unsigned count, into stream) {
  if (blockIdx.x * blockDim.x + threadIdx.x >= count) return;
  empty<<<1, 1, 0, stream_of(stream)>>>();
  launch_was_lost();
}

// One child of `blocks` blocks.
__global__ void launch_wide(unsigned blocks, into stream) {
  empty<<<blocks, 1, 0, stream_of(stream)>>>();
  launch_was_lost();
}

__device__ unsigned deepest;

// A chain: each grid launches the next one, down to `last`.
__global__ void nest(unsigned depth, unsigned last, into stream) {
  atomicMax(&deepest, depth);
  if (depth == last) return;
  nest<<<1, 1, 0, stream_of(stream)>>>(depth + 1, last, stream);
  launch_was_lost();
}

struct nesting {
  unsigned reached;
  launch_losses lost;
};

// The host's own grid has depth 0.
inline nesting nest_to(unsigned last, into stream) {
  const unsigned none = 0;
  CUDA_CHECK(cudaMemcpyToSymbol(deepest, &none, sizeof none));
  nest<<<1, 1>>>(0, last, stream);
  CUDA_CHECK_LAUNCH();
  nesting result{};
  CUDA_CHECK(cudaMemcpyFromSymbol(&result.reached, deepest, sizeof result.reached));
  result.lost = lockstep::take_losses();
  return result;
}
