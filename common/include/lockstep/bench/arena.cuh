// Memory that launches take turns in, so that what one reads is not in a cache from the one before.
#pragma once

#include <lockstep/buffer.hpp>
#include <lockstep/device.hpp>

#include <algorithm>
#include <cstdint>

namespace lockstep {
namespace bench {

// Where a launch finds its input: in the device's memory, or in its L2 cache.
enum class residency { dram, l2 };

inline const char* word(residency where) { return where == residency::dram ? "dram" : "l2"; }

// `bytes` of device memory, cut into buffers of any size.
class arena {
 public:
  explicit arena(std::size_t bytes) : memory_(bytes) {}

  // Room for 16 buffers of `largest` bytes, and for several times the L2 cache in all; less where
  // the device has less: three quarters of what is free.
  static std::size_t wanted(std::size_t largest) {
    std::size_t free = 0, total = 0;
    CUDA_CHECK(cudaMemGetInfo(&free, &total));
    const std::size_t wanted = std::max<std::size_t>(16 * largest, std::size_t{2} << 30);
    return std::min(wanted, free / 4 * 3);
  }

  std::size_t bytes() const { return memory_.bytes(); }
  // Buffers of that size that lie beside each other.
  std::size_t count(std::size_t buffer_bytes) const {
    return bytes() / std::max<std::size_t>(pitch(buffer_bytes), 1);
  }
  // The k-th of them; begins anew behind the last.
  void* buffer(std::size_t k, std::size_t buffer_bytes) {
    return memory_.data() + (k % count(buffer_bytes)) * pitch(buffer_bytes);
  }
  char* data() { return memory_.data(); }

 private:
  static std::size_t pitch(std::size_t bytes) { return (bytes + 255) / 256 * 256; }
  device_buffer<char> memory_;
};

}  // namespace bench
}  // namespace lockstep
