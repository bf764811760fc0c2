#include <algorithm>
#include <vector>

#include "01_runtime_init/event_timing.hpp"

namespace {

struct event {
  cudaEvent_t handle = nullptr;
  event() { cudaEventCreate(&handle); }
  event(const event&) = delete;
  event& operator=(const event&) = delete;
  ~event() { cudaEventDestroy(handle); }
};

float one_run(work launch, cudaStream_t stream) {
  const event from, to;
  cudaEventRecord(from.handle, stream);
  launch(stream);
  cudaEventRecord(to.handle, stream);
  cudaEventSynchronize(to.handle);
  float result = 0;
  cudaEventElapsedTime(&result, from.handle, to.handle);
  return result;
}

}  // namespace

float median(const float* times, int count) {
  std::vector<float> v(times, times + count);
  const auto upper = v.begin() + count / 2;
  std::nth_element(v.begin(), upper, v.end());
  if (count % 2 != 0) return *upper;
  const float lower = *std::max_element(v.begin(), upper);  // nth_element has them in front
  return (lower + *upper) / 2;
}

float median_milliseconds(work launch, cudaStream_t stream, int repeats) {
  launch(stream);
  std::vector<float> times;
  while (repeats-- > 0) times.push_back(one_run(launch, stream));
  return median(times.data(), static_cast<int>(times.size()));
}
