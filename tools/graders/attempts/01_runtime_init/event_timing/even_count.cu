#include <algorithm>
#include <chrono>
#include <vector>

#include "01_runtime_init/event_timing.hpp"

float median(const float* times, int count) {
  std::vector<float> v(times, times + count);
  std::nth_element(v.begin(), v.begin() + count / 2, v.end());
  return v[count / 2];
}

float median_milliseconds(work launch, cudaStream_t stream, int repeats) {
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);

  launch(stream);  // warm up

  std::vector<float> times(repeats);
  for (int i = 0; i < repeats; ++i) {
    cudaEventRecord(start, stream);
    launch(stream);
    cudaEventRecord(stop, stream);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&times[i], start, stop);
  }

  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  return median(times.data(), repeats);
}
