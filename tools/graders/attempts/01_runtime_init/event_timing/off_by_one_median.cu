// 01_runtime_init/event_timing: time a kernel correctly
// Task       Time the kernel with events: run it once without timing it, then time `repeats` runs,
//            each between two events in its stream, and return the median of their times. Finish
//            median(), too.
// Given      The starter code times one run with the host's clock. It is the first run, which loads
//            the kernel, and the clock stops as soon as the kernel is in the queue.
// Done when  medians of given lists are right; launches, events and waits come in the right number
//            and order; every event is destroyed. The grader replaces cudaEventElapsedTime: the
//            first run takes 1000 ms, others take 1 to 10, and after each wait of the host the
//            device is idle for 0.25 ms.
// Interface  float median(const float* times, int count);
//            float median_milliseconds(work launch, cudaStream_t stream, int repeats);
#include <algorithm>
#include <vector>

#include "01_runtime_init/event_timing.hpp"

float median(const float* times, int count) {
  std::vector<float> sorted(times, times + count);
  std::sort(sorted.begin(), sorted.end());
  const int half = count / 2;
  return count % 2 == 1 ? sorted[half] : (sorted[half] + sorted[half + 1]) / 2;
}

float median_milliseconds(work launch, cudaStream_t stream, int repeats) {
  launch(stream);
  cudaEvent_t before, after;
  cudaEventCreate(&before);
  cudaEventCreate(&after);

  std::vector<float> times;
  for (int r = 0; r < repeats; ++r) {
    cudaEventRecord(before, stream);
    launch(stream);
    cudaEventRecord(after, stream);
    cudaEventSynchronize(after);
    float ms = 0;
    cudaEventElapsedTime(&ms, before, after);
    times.push_back(ms);
  }

  cudaEventDestroy(before);
  cudaEventDestroy(after);
  return median(times.data(), repeats);
}
