// Two clocks. CUDA events time the work in a stream. The host's clock times the host; it times a
// kernel only if the host synchronises before it reads the clock.
#pragma once

#include <lockstep/check.hpp>
#include <lockstep/model_time.hpp>

#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

namespace lockstep {

// Whether events measure time: on a GPU they do. The emulator counts instead; it has a function by
// which it says so, and NVIDIA's runtime library does not (lockstep/protocol/observe_abi.h).
inline bool device_has_clock() { return dlsym(RTLD_DEFAULT, "lockstep_backend") == nullptr; }

class event_timer {
 public:
  event_timer() {
    CUDA_CHECK(cudaEventCreate(&start_));
    const cudaError_t second = cudaEventCreate(&stop_);
    if (second != cudaSuccess) (void)cudaEventDestroy(start_);
    CUDA_CHECK(second);
  }
  event_timer(const event_timer&) = delete;
  event_timer& operator=(const event_timer&) = delete;
  ~event_timer() {
    (void)cudaEventDestroy(start_);
    (void)cudaEventDestroy(stop_);
  }

  void start(cudaStream_t stream = nullptr) { CUDA_CHECK(cudaEventRecord(start_, stream)); }
  void stop(cudaStream_t stream = nullptr) { CUDA_CHECK(cudaEventRecord(stop_, stream)); }

  // Between start and stop; waits for the stop.
  double milliseconds() const {
    float elapsed = 0;
    CUDA_CHECK(cudaEventSynchronize(stop_));
    CUDA_CHECK(cudaEventElapsedTime(&elapsed, start_, stop_));
    return elapsed;
  }

 private:
  cudaEvent_t start_ = nullptr;
  cudaEvent_t stop_ = nullptr;
};

// Starts when it is made.
class host_timer {
 public:
  double milliseconds() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_)
        .count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// The middle value (the upper one of two): one disturbed run does not move it, as it would move a
// mean.
inline double median(std::vector<double> values) {
  if (values.empty()) throw std::invalid_argument("median of no values");
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Overwrites the L2 cache, so that what a kernel reads next comes from memory. The flush's
// own dirty lines are written back while that kernel runs; cold_cache.cuh has one that leaves none.
class cache_flush {
 public:
  cache_flush() {
    int device = 0;
    int l2_bytes = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&l2_bytes, cudaDevAttrL2CacheSize, device));
    bytes_ = 2 * static_cast<std::size_t>(l2_bytes);
    if (bytes_ > 0) CUDA_CHECK(cudaMalloc(&scratch_, bytes_));
  }
  cache_flush(const cache_flush&) = delete;
  cache_flush& operator=(const cache_flush&) = delete;
  ~cache_flush() { (void)cudaFree(scratch_); }

  void operator()() {
    if (bytes_ > 0) CUDA_CHECK(cudaMemsetAsync(scratch_, 0, bytes_));
  }

 private:
  void* scratch_ = nullptr;
  std::size_t bytes_ = 0;
};

// Device time of `work`: one warm-up, then the median of `repeats` runs. Before each run, outside
// the timed region, `prepare` restores the input and the L2 cache is flushed.
template <typename Prepare, typename Work, typename Flush = cache_flush>
double median_milliseconds(int repeats, Prepare prepare, Work work, Flush flush = {}) {
  prepare();
  work();
  event_timer timer;
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) {
    prepare();
    flush();
    timer.start();
    work();
    timer.stop();
    times.push_back(timer.milliseconds());
  }
  return median(times);
}

// That median of 11 runs as text, "0.0123 ms". Where the device has no clock, what a model says
// that a GPU would take, "about 12.3 us (model, H200)": then `work` does not run as a whole, and
// what it writes must not be used.
template <typename Prepare, typename Work>
std::string median_time(Prepare prepare, Work work) {
  if (!device_has_clock()) {
    prepare();
    const auto time = model_time(work);
    return time ? in_words(*time) : "needs a GPU";
  }
  char text[32];
  std::snprintf(text, sizeof text, "%.4f ms", median_milliseconds(11, prepare, work));
  return text;
}

}  // namespace lockstep
