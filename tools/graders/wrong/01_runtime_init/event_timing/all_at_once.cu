// fails: results: all_at_once.cu:21: runs-between-events(
// Two events around all runs: a mean, in which the disturbed ones cannot be seen.
#include <algorithm>
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
  cudaEventRecord(start, stream);
  for (int i = 0; i < repeats; ++i) launch(stream);
  cudaEventRecord(stop, stream);
  cudaEventSynchronize(stop);
  float elapsed = 0;
  cudaEventElapsedTime(&elapsed, start, stop);

  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  return elapsed / repeats;
}
