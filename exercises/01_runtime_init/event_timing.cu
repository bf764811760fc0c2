// 01_runtime_init/event_timing: time a kernel rightly
// Task       Time the kernel by events: run it once without timing it, then time `repeats` runs one
//            by one, each between two events in its stream, and return their median. Finish
//            median(), too.
// Given      The host's clock times one run: the first, which loads the kernel, and only for as
//            long as it takes to put it into the queue. Nothing about the number is right.
// Done when  medians of given lists are right; launches, events and waits come in the right number
//            and order; no event is left. The grader replaces the clock of cudaEventElapsedTime:
//            the first run takes 1000 ms, others 1 to 10, and after each wait of the host the
//            device idles for 0.25 ms.
// Interface  float median(const float* times, int count);
//            float median_milliseconds(work launch, cudaStream_t stream, int repeats);
#include <algorithm>
#include <chrono>
#include <vector>

#include "01_runtime_init/event_timing.hpp"

float median(const float* times, int count) {
  // TODO (5 lines): sort a copy; return the time in the middle, or the mean of the two there.
  return times[0];
}

float median_milliseconds(work launch, cudaStream_t stream, int repeats) {
  // TODO (15 lines): warm up; record an event before and after each run; read the time between the
  // two when the second has happened; destroy the events.
  const auto start = std::chrono::steady_clock::now();
  launch(stream);
  const auto stop = std::chrono::steady_clock::now();
  return std::chrono::duration<float, std::milli>(stop - start).count();
}
