// 01_runtime_init/event_timing
#include <algorithm>
#include <numeric>
#include <vector>

#include "01_runtime_init/event_timing.hpp"

float median(const float* times, int count) {
  std::vector<float> sorted(times, times + count);
  std::sort(sorted.begin(), sorted.end());
  const int half = count / 2;
  if (count % 2 != 0) return sorted[half];
  return 0.5f * (sorted[half - 1] + sorted[half]);
}

namespace {

// An event that destroys itself.
struct mark {
  cudaEvent_t event = nullptr;

  mark() { cudaEventCreate(&event); }
  ~mark() { cudaEventDestroy(event); }
  mark(const mark&) = delete;
  mark& operator=(const mark&) = delete;

  void set() { cudaEventRecord(event); }
  void wait() { cudaEventSynchronize(event); }
};

float between(const mark& from, const mark& to) {
  float ms = 0;
  cudaEventElapsedTime(&ms, from.event, to.event);
  return ms;
}

}  // namespace

float median_milliseconds(work launch, cudaStream_t stream, int repeats) {
  mark begin, end;

  launch(stream);  // warm up
  cudaStreamSynchronize(stream);

  std::vector<float> all;
  while (static_cast<int>(all.size()) < repeats) {
    begin.set();
    launch(stream);
    end.set();
    end.wait();
    all.push_back(between(begin, end));
  }
  return median(all.data(), repeats);
}
