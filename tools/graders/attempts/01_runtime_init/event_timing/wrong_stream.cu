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
  std::vector<float> copy(times, times + count);
  std::sort(copy.begin(), copy.end());
  return 0.5f * (copy[(count - 1) / 2] + copy[count / 2]);
}

namespace {
// Two events and the time between them.
class stopwatch {
 public:
  explicit stopwatch(cudaStream_t stream) : stream_(stream) {
    cudaEventCreate(&first_);
    cudaEventCreate(&second_);
  }
  ~stopwatch() {
    cudaEventDestroy(first_);
    cudaEventDestroy(second_);
  }
  void start() { cudaEventRecord(first_, stream_); }
  float stop() {
    float milliseconds = 0;
    cudaEventRecord(second_);
    cudaEventSynchronize(second_);
    cudaEventElapsedTime(&milliseconds, first_, second_);
    return milliseconds;
  }

 private:
  cudaStream_t stream_;
  cudaEvent_t first_, second_;
};
}  // namespace

float median_milliseconds(work launch, cudaStream_t stream, int repeats) {
  launch(stream);  // warm up
  std::vector<float> times(repeats);
  stopwatch watch(stream);
  for (float& time : times) {
    watch.start();
    launch(stream);
    time = watch.stop();
  }
  return median(times.data(), repeats);
}
