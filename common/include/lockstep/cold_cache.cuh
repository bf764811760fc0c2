// An L2 cache that holds nothing of use and owes nothing to the memory: all lines are of a buffer
// that was read, so the next kernel finds the memory to itself.
#pragma once

#include <lockstep/buffer.hpp>
#include <lockstep/check.hpp>
#include <lockstep/reduction/read_only.cuh>

#include <cstddef>

namespace lockstep {

// A flush for median_milliseconds.
class cold_cache {
 public:
  cold_cache() : never_(1) {
    int device = 0;
    int l2_bytes = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&l2_bytes, cudaDevAttrL2CacheSize, device));
    // Several times its size: which line leaves for a new one is the cache's own business.
    scratch_ = device_buffer<int>(static_cast<std::size_t>(l2_bytes));
    CUDA_CHECK(cudaMemset(scratch_.data(), 0, scratch_.bytes()));
  }
  void operator()() {
    reduction::launch_read_only<reduction::purpose::flush>(scratch_.data(), never_.data(),
                                                           static_cast<unsigned>(scratch_.size()));
  }

 private:
  device_buffer<int> scratch_;
  device_buffer<int> never_;
};

}  // namespace lockstep
