#include <algorithm>
#include <chrono>
#include <vector>

#include "01_runtime_init/event_timing.hpp"

float median(const float* times, int count) {
  std::vector<float> copy(times, times + count);
  const auto mid = copy.begin() + count / 2;
  std::nth_element(copy.begin(), mid, copy.end());
  const float upper = *mid;
  if (count % 2) return upper;
  const float lower = *std::max_element(copy.begin(), mid);
  return 0.5f * (lower + upper);
}

namespace {
// RAII, so that nothing leaks
struct event {
  cudaEvent_t handle{};
  event() { cudaEventCreate(&handle); }
  ~event() { cudaEventDestroy(handle); }
  event(const event&) = delete;
};
}  // namespace

float median_milliseconds(work launch, cudaStream_t stream, int repeats) {
  event start, stop;
  std::vector<float> times(repeats);

  launch(stream);
  cudaStreamSynchronize(stream);

  for (float& time : times) {
    cudaEventRecord(start.handle, stream);
    launch(stream);
    cudaStreamSynchronize(stream);  // the kernel must be finished before the clock is stopped
    cudaEventRecord(stop.handle, stream);
    cudaEventSynchronize(stop.handle);
    cudaEventElapsedTime(&time, start.handle, stop.handle);
  }
  return median(times.data(), repeats);
}
