// fails: results: never-timed
// The host has a clock, too: it times the way to the device and back.
#include <algorithm>
#include <chrono>
#include <vector>

#include "01_runtime_init/event_timing.hpp"

float median(const float* times, int count) {
  std::vector<float> sorted(times, times + count);
  std::sort(sorted.begin(), sorted.end());
  const float upper = sorted[count / 2];
  return count % 2 == 1 ? upper : (sorted[count / 2 - 1] + upper) / 2;
}

float median_milliseconds(work launch, cudaStream_t stream, int repeats) {
  cudaEvent_t start = nullptr, stop = nullptr;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);

  launch(stream);  // the warm-up
  std::vector<float> times(repeats);
  for (float& elapsed : times) {
    const auto from = std::chrono::steady_clock::now();
    launch(stream);
    cudaStreamSynchronize(stream);
    const auto to = std::chrono::steady_clock::now();
    elapsed = std::chrono::duration<float, std::milli>(to - from).count();
  }

  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  return median(times.data(), repeats);
}
