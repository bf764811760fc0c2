#include <algorithm>
#include <chrono>
#include <vector>

#include "01_runtime_init/event_timing.hpp"

float median(const float* times, int count) {
  std::vector<float> sorted(times, times + count);
  std::sort(sorted.begin(), sorted.end());
  if (count % 2 == 1) return sorted[count / 2];
  return (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

float median_milliseconds(work launch, cudaStream_t stream, int repeats) {
  cudaEvent_t before, after;
  cudaEventCreate(&before);
  cudaEventCreate(&after);

  launch(stream);  // warm up

  std::vector<float> times;
  for (int r = 0; r < repeats; ++r) {
    cudaEventRecord(before, stream);
    launch(stream);
    cudaEventRecord(after);
    cudaEventSynchronize(after);
    float ms = 0;
    cudaEventElapsedTime(&ms, before, after);
    times.push_back(ms);
  }

  cudaEventDestroy(before);
  cudaEventDestroy(after);
  return median(times.data(), repeats);
}
