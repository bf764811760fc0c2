// Solution of 01_runtime_init/event_timing
//
// The first run is not timed: it loads the kernel. Each further run has a mark before it and one
// behind it in the same stream, so nothing but the kernel is between them, and the host waits for
// the second mark only when both are in the queue. To wait before the second is recorded would put
// the way to the host and back between the marks. A run that is disturbed moves a mean, and not
// the median.
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
    launch(stream);
    cudaEventRecord(stop, stream);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&elapsed, start, stop);
  }

  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  return median(times.data(), repeats);
}
