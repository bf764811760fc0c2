// fails: results: second_event_first.cu:25: … `launch(stream)` on this line is in the wrong place
// Records both events before the run.
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
  std::vector<float> times(repeats);
  for (float& elapsed : times) {
    cudaEventRecord(start, stream);
    cudaEventRecord(stop, stream);
    launch(stream);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&elapsed, start, stop);
  }

  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  return median(times.data(), repeats);
}
