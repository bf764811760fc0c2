#include <algorithm>
#include <vector>

#include "01_runtime_init/event_timing.hpp"

float median(const float* times, int count) {
  std::vector<float> sorted(times, times + count);
  std::sort(sorted.begin(), sorted.end());
  const int half = count / 2;
  if (count % 2 == 1) return sorted[half];
  return 0.5f * (sorted[half - 1] + sorted[half]);
}

// one run between two events, in ms
static float one_run(work launch, cudaStream_t stream, cudaEvent_t begin, cudaEvent_t finish) {
  cudaEventRecord(begin, stream);
  launch(stream);
  cudaEventRecord(finish);
  cudaEventSynchronize(finish);
  float ms = 0;
  cudaEventElapsedTime(&ms, begin, finish);
  return ms;
}

float median_milliseconds(work launch, cudaStream_t stream, int repeats) {
  launch(stream);  // warm up, loads the kernel
  cudaStreamSynchronize(stream);

  cudaEvent_t begin, finish;
  cudaEventCreate(&begin);
  cudaEventCreate(&finish);

  std::vector<float> all;
  while (static_cast<int>(all.size()) < repeats) {
    all.push_back(one_run(launch, stream, begin, finish));
  }

  cudaEventDestroy(begin);
  cudaEventDestroy(finish);
  return median(all.data(), repeats);
}
