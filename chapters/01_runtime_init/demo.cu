// A kernel, its launch, its check; and a launch that fails, whose error is caught and named.
#include <lockstep/check.hpp>
#include <lockstep/timer.hpp>

#include <cstdio>
#include <exception>
#include <vector>

// out[i] = i * i for all i < size. The grid must have at least `size` threads.
__global__ void square(unsigned* out, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;  // the element of this thread
  if (i < size) out[i] = i * i;                              // the last block reaches past the end
}

std::vector<unsigned> square_on_host(unsigned size) {
  std::vector<unsigned> out(size);
  for (unsigned i = 0; i < size; ++i) out[i] = i * i;
  return out;
}

enum class outcome { right, wrong, failed };

// Launches `square` in blocks of `block` threads, reports what became of it, and compares.
outcome run(const std::vector<unsigned>& expected, unsigned block) {
  const auto size = static_cast<unsigned>(expected.size());
  const unsigned blocks = (size + block - 1) / block;
  unsigned* out = nullptr;
  CUDA_CHECK(cudaMalloc(&out, size * sizeof(unsigned)));
  const auto poison = [&] { CUDA_CHECK(cudaMemset(out, 0xA5, size * sizeof(unsigned))); };
  const auto launch = [&] { square<<<blocks, block>>>(out, size); };

  std::printf("\nsquare<<<%u, %u>>>\n", blocks, block);
  poison();  // an element that is never written must not pass for a right one
  launch();
  bool failed = false;
  try {
    CUDA_CHECK_LAUNCH();
  } catch (const lockstep::cuda_error& error) {
    failed = true;
    std::printf("  error: %s\n", error.what());
  }

  std::vector<unsigned> result(size);
  CUDA_CHECK(cudaMemcpy(result.data(), out, size * sizeof(unsigned), cudaMemcpyDeviceToHost));
  unsigned right = 0;
  for (unsigned i = 0; i < size; ++i) right += result[i] == expected[i];
  std::printf("  %u of %u elements right\n", right, size);
  if (!failed) std::printf("  time: %s\n", lockstep::median_time(poison, launch).c_str());
  CUDA_CHECK(cudaFree(out));
  return failed ? outcome::failed : right == size ? outcome::right : outcome::wrong;
}

int main() try {
  const unsigned size = lockstep::device_has_clock() ? (1u << 24) + 3 : 100'003;
  const std::vector<unsigned> expected = square_on_host(size);
  std::printf(
      "Predict: one kernel is launched three times, in blocks of 256, of 2048 and again of 256\n"
      "threads. Which launch fails, what has it written by then, and does the next one work?\n");

  const bool as_expected = run(expected, 256) == outcome::right &&
                           run(expected, 2048) == outcome::failed &&
                           run(expected, 256) == outcome::right;

  std::printf("\n%s: a launch that is refused runs no thread, and the process carries on.\n",
              as_expected ? "right" : "WRONG");
  std::printf("Next: errors that a process does not survive: ./lockstep run 01/errors\n");
  return as_expected ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
