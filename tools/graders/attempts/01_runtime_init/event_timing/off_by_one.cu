#include <algorithm>
#include <vector>

#include "01_runtime_init/event_timing.hpp"

float median(const float* times, int count) {
  std::vector<float> copy(times, times + count);
  const int middle = count / 2;
  std::partial_sort(copy.begin(), copy.begin() + middle, copy.end());
  if (count % 2 == 1) return copy[middle];
  return (copy[middle - 1] + copy[middle]) / 2;
}

float median_milliseconds(work launch, cudaStream_t stream, int repeats) {
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);

  launch(stream);  // not timed

  std::vector<float> times(repeats);
  for (float& time : times) {
    cudaEventRecord(start, stream);
    launch(stream);
    cudaEventRecord(stop, stream);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&time, start, stop);
  }

  cudaEventDestroy(stop);
  cudaEventDestroy(start);
  return median(times.data(), repeats);
}
