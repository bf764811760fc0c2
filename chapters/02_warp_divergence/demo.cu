// Two kernels that do the same work: in one the lanes of each warp diverge, in the other whole
// warps take different paths.
#include <lockstep/check.hpp>
#include <lockstep/timer.hpp>

#include <cstdio>
#include <exception>
#include <vector>

constexpr unsigned block_size = 256;  // a multiple of 32, so that i / 32 numbers the warps

// Two loops of the same length. Their constants differ, so the compiler cannot make them one; and
// it does not know `rounds`, so it cannot calculate them in advance.
__host__ __device__ inline unsigned path_a(unsigned x, unsigned rounds) {
  for (unsigned r = 0; r < rounds; ++r) x = 3 * x + 1;
  return x;
}
__host__ __device__ inline unsigned path_b(unsigned x, unsigned rounds) {
  for (unsigned r = 0; r < rounds; ++r) x = 5 * x + 7;
  return x;
}

// out[i] = path_a(i) for even i, path_b(i) for odd i: every warp has lanes for both.
__global__ void by_thread(unsigned* out, unsigned size, unsigned rounds) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;  // the element of this thread
  if (i >= size) return;
  if (i % 2 == 0) {
    out[i] = path_a(i, rounds);
  } else {
    out[i] = path_b(i, rounds);
  }
}

// out[i] = path_a(i) in even warps, path_b(i) in odd warps: the 32 lanes of a warp agree.
__global__ void by_warp(unsigned* out, unsigned size, unsigned rounds) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;  // the element of this thread
  if (i >= size) return;
  if (i / 32 % 2 == 0) {
    out[i] = path_a(i, rounds);
  } else {
    out[i] = path_b(i, rounds);
  }
}

using kernel = void (*)(unsigned* out, unsigned size, unsigned rounds);

// Launches the kernel, compares each element with the CPU's, and times it. `run_length`: how many
// neighbouring elements take the same path.
bool run(const char* name, kernel paths, unsigned run_length, unsigned size) {
  const unsigned blocks = (size + block_size - 1) / block_size;
  unsigned* out = nullptr;
  CUDA_CHECK(cudaMalloc(&out, size * sizeof(unsigned)));
  const unsigned rounds = 256;
  const auto poison = [&] { CUDA_CHECK(cudaMemset(out, 0xA5, size * sizeof(unsigned))); };
  const auto launch = [&] { paths<<<blocks, block_size>>>(out, size, rounds); };

  poison();  // an element that is never written must not pass for a right one
  launch();
  CUDA_CHECK_LAUNCH();
  std::vector<unsigned> result(size);
  CUDA_CHECK(cudaMemcpy(result.data(), out, size * sizeof(unsigned), cudaMemcpyDeviceToHost));

  bool right = true;
  for (unsigned i = 0; i < size; ++i)  // the CPU reference
    right = right && result[i] == (i / run_length % 2 == 0 ? path_a(i, rounds) : path_b(i, rounds));
  std::printf("  %-10s %s   time: %s\n", name, right ? "right" : "WRONG",
              lockstep::median_time(poison, launch).c_str());
  CUDA_CHECK(cudaFree(out));
  return right;
}

int main() try {
  const unsigned size = lockstep::device_has_clock() ? (1u << 20) + 3 : (1u << 18) + 3;
  std::printf(
      "Predict: half of the threads take one path, half the other, and both paths are equally\n"
      "long. Neighbouring threads differ in by_thread, neighbouring warps in by_warp. How much\n"
      "longer does by_thread take?\n\n%u threads:\n",
      size);
  bool right = run("by_thread", by_thread, 1, size);
  right = run("by_warp", by_warp, 32, size) && right;
  std::printf(
      "\nNext: count the instructions and the active lanes of each line: ./lockstep profile "
      "--by-line build/chapters/02_warp_divergence/02_warp_divergence_demo\n");
  return right ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
