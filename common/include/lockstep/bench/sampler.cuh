// Time per launch, until the spread is small: many launches in one graph, whose replays are timed.
#pragma once

#include <lockstep/reduction/read_only.cuh>
#include <lockstep/timer.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "arena.cuh"
#include "clock.cuh"

namespace lockstep {
namespace bench {

struct effort {
  double spread = 1.0;            // per cent; below it no more samples are taken
  double seconds = 0.5;           // for one case at most
  unsigned least = 7, most = 51;  // samples
};

struct timing {
  double us = 0;      // of one launch: the median
  double spread = 0;  // per cent: the middle half of the samples, over the median
  unsigned samples = 0;
  double sm_mhz = 0;  // behind the last sample
};

inline timing summarise(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const std::size_t n = samples.size();
  const double middle = samples[n / 2];
  return {middle, 100 * (samples[n - 1 - n / 4] - samples[n / 4]) / middle,
          static_cast<unsigned>(n), 0};
}

// Launches something on the k-th buffer, in the stream of the thread (cudaStreamPerThread).
using launcher = std::function<void(void* buffer, unsigned k)>;

class sampler {
 public:
  sampler(arena& memory, effort how) : memory_(memory), how_(how) {
    l2_bytes_ = static_cast<std::size_t>(device_attribute(cudaDevAttrL2CacheSize));
    flush_ = device_buffer<int>(std::max<std::size_t>(l2_bytes_, 1 << 20));  // 4 times its bytes
    CUDA_CHECK(cudaMemset(flush_.data(), 0, flush_.bytes()));
  }

  // `bytes` of input each. From memory: a different buffer every time, and if all of them together
  // could stay in the L2 cache, that is filled with something else before each sample. From the L2
  // cache: the same buffer. `captured`: by a graph; else one by one, as what waits for its result.
  timing measure(std::size_t bytes, residency where, bool captured, const launcher& launch) {
    const unsigned launches = launches_for(bytes, captured);
    const auto all = [&] {
      for (unsigned k = 0; k < launches; ++k) {
        launch(memory_.buffer(where == residency::dram ? k : 0, bytes), k);
      }
    };
    cudaGraphExec_t graph = captured ? capture(all) : nullptr;
    const auto once = [&] {
      if (captured) {
        CUDA_CHECK(cudaGraphLaunch(graph, stream));
      } else {
        all();
      }
    };
    const bool must_flush =
        where == residency::dram &&
        bytes * std::min<std::size_t>(launches, memory_.count(bytes)) < 8 * l2_bytes_;
    once();
    event_timer events;
    const host_timer clock;
    timing result;
    std::vector<double> samples;
    do {
      if (must_flush) flush();
      events.start(stream);
      once();
      events.stop(stream);
      samples.push_back(1e3 * events.milliseconds() / launches);
      result = summarise(samples);
    } while (samples.size() < how_.least ||
             (result.spread > how_.spread && samples.size() < how_.most &&
              clock.milliseconds() < 1e3 * how_.seconds));
    result.sm_mhz = sm_megahertz();
    if (captured) CUDA_CHECK(cudaGraphExecDestroy(graph));
    return result;
  }

  // Whether so many launches, one behind the other, read other bytes than those that may run at the
  // same time: those that come early overlap.
  bool can_overlap(std::size_t bytes) const { return memory_.count(bytes) >= 8; }

  inline static const cudaStream_t stream = cudaStreamPerThread;

 private:
  // A sample should be long beside the events' half microsecond, and read much more than the cache.
  unsigned launches_for(std::size_t bytes, bool captured) const {
    if (!captured) return 8;
    const std::size_t gigabyte = std::size_t{1} << 30;
    return static_cast<unsigned>(
        std::clamp<std::size_t>(gigabyte / std::max<std::size_t>(bytes, 1), 8, 256));
  }

  template <typename Work>
  static cudaGraphExec_t capture(const Work& work) {
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t ready = nullptr;
    CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    work();
    CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
    CUDA_CHECK(cudaGraphInstantiate(&ready, graph, 0));
    CUDA_CHECK(cudaGraphDestroy(graph));
    return ready;
  }

  void flush() {
    static device_buffer<int> never(1);
    reduction::launch_read_only<reduction::purpose::flush>(flush_.data(), never.data(),
                                                           static_cast<unsigned>(flush_.size()));
  }

  arena& memory_;
  effort how_;
  std::size_t l2_bytes_ = 0;
  device_buffer<int> flush_;
};

}  // namespace bench
}  // namespace lockstep
