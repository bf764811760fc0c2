#include <algorithm>
#include <vector>

#include "01_runtime_init/event_timing.hpp"

float median(const float* times, int count) {
  std::vector<float> copy(times, times + count);
  std::sort(copy.begin(), copy.end());
  const int middle = count / 2;
  return count % 2 == 1 ? copy[middle] : (copy[middle - 1] + copy[middle]) / 2;
}

float median_milliseconds(work launch, cudaStream_t stream, int repeats) {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  const auto mark = [](cudaEvent_t event) { cudaEventRecord(event); };

  launch(stream);  // warm up

  std::vector<float> times;
  for (int run = 0; run < repeats; ++run) {
    mark(begin);
    launch(stream);
    mark(end);
    cudaEventSynchronize(end);

    float elapsed = 0;
    cudaEventElapsedTime(&elapsed, begin, end);
    times.push_back(elapsed);
  }

  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  return median(times.data(), static_cast<int>(times.size()));
}
