// The kernel of registers.cuh under each promise: what the compiler made of it, and what it costs.
#pragma once

#include <optional>

#include "current_device.hpp"
#include "registers.cuh"

struct bounded_input {
  unsigned threads;
  lockstep::device_buffer<float> in, out;
  std::vector<float> expected;

  explicit bounded_input(unsigned count) : threads(count), out(count) {
    const auto values = lockstep::random_reals<float>(std::size_t{count} * VALUES, 1);
    in = lockstep::device_buffer<float>(values);
    expected = mix_on_host(values, count);
  }
};

struct bounded_result {
  int registers;
  int spilled;  // bytes of local memory per thread
  double occupancy;
  bool right;
  std::optional<double> milliseconds;
};

inline bounded_result measure_bounded(const bounded_kernel& b, bounded_input& input, int repeats) {
  using namespace lockstep;
  const unsigned blocks = (input.threads + BOUND_THREADS - 1) / BOUND_THREADS;
  const auto launch = [&] {
    b.kernel<<<blocks, BOUND_THREADS>>>(input.in.data(), input.out.data(), input.threads);
  };
  input.out.poison();
  launch();
  CUDA_CHECK_LAUNCH();
  cudaFuncAttributes attributes{};
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, b.kernel));
  bounded_result result{attributes.numRegs, static_cast<int>(attributes.localSizeBytes),
                        occupancy(current_limits(), needs_of(b.kernel, BOUND_THREADS)),
                        bool(compare(input.expected, input.out.download())), std::nullopt};
  if (repeats > 0)
    result.milliseconds = median_milliseconds(
        repeats, [] {}, launch);
  return result;
}
