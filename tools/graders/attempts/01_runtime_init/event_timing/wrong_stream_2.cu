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
  const int upper = count / 2;
  const int lower = (count - 1) / 2;
  return (sorted[lower] + sorted[upper]) / 2;
}

float median_milliseconds(work launch, cudaStream_t stream, int repeats) {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);

  launch(stream);
  std::vector<float> times(repeats);
  for (float& ms : times) {
    cudaEventRecord(begin, stream);
    launch(stream);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    cudaEventElapsedTime(&ms, begin, end);
  }

  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  return median(times.data(), repeats);
}
