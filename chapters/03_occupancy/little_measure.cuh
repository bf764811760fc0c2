// One point of a Little's law curve: the bandwidth for a number of bytes in flight.
#pragma once

#include <cstdint>
#include <vector>

#include "streams.cuh"

inline constexpr unsigned stream_warps[] = {1, 2, 4, 8, 16, 24, 32, 48, 64};

struct stream_input {
  lockstep::device_buffer<int> data, out;
  unsigned expected = 0;  // the sum of all, modulo 2^32

  stream_input(std::size_t bytes, unsigned sms) : out(std::size_t{sms} * 2048) {
    const std::vector<int> values = lockstep::random_integers(bytes / sizeof(int), 1, -99, 99);
    for (const int value : values) expected += static_cast<unsigned>(value);
    data = lockstep::device_buffer<int>(values);
  }
};

struct stream_result {
  bool right;
  double milliseconds;  // 0 if not timed
};

inline stream_result measure_stream(const stream_kernel& kernel, unsigned warps_per_sm,
                                    stream_input& input, unsigned sms, int repeats) {
  using namespace lockstep;
  const stream_grid grid = grid_for(warps_per_sm);
  const auto launch = [&] {
    kernel.launch(input.data.data(), input.data.bytes(), input.out.data(), sms * grid.blocks_per_sm,
                  grid.threads);
  };
  input.out.poison();
  launch();
  CUDA_CHECK_LAUNCH();
  unsigned sum = 0;
  for (const int part : input.out.download(std::size_t{sms} * grid.blocks_per_sm * grid.threads))
    sum += static_cast<unsigned>(part);
  const double time = repeats > 0 ? median_milliseconds(
                                        repeats, [] {}, launch)
                                  : 0;
  return {sum == input.expected, time};
}
