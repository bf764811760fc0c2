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
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);

  launch(stream);  // warm up

  std::vector<float> times(repeats);
  for (int i = 0; i < repeats; ++i) {
    cudaEventRecord(start);
    launch(stream);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&times[i], start, stop);
  }

  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  return median(times.data(), repeats);
}
