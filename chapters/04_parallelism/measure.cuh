// One shape: what it does where the back end counts, what it costs where there is a clock.
#pragma once

#include <lockstep/lockstep.hpp>

#include <optional>
#include <string>
#include <vector>

#include "matrix_sum.cuh"
#include "shapes.hpp"

struct shape_result {
  shape block;
  bool right;
  unsigned long long blocks;
  double theoretical;  // occupancy, 0 to 1
  std::optional<double> achieved = {}, milliseconds = {}, residence = {};
  std::optional<lockstep::counters> counted = {};
};

inline double theoretical_occupancy(unsigned threads) {
  int blocks = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sum_matrices<false>,
                                                           static_cast<int>(threads), 0));
  const int warps = lockstep::device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / 32;
  return static_cast<double>(blocks) * ((threads + 31) / 32) / warps;
}

// `repeats` 0: not timed.
inline shape_result measure(const shape& s, matrices& m, int repeats) {
  using namespace lockstep;
  const dim3 block(s.x, s.y), grid = grid_for(m.width, m.height, block);
  shape_result result{s, false, 1ull * grid.x * grid.y, theoretical_occupancy(s.threads())};
  m.c.poison();
  {
    const observe scope;
    m.launch(block);
    CUDA_CHECK_LAUNCH();
    if (scope.available()) result.counted = scope.total();
  }
  result.right = m.wrong_elements() == 0;
  if (repeats == 0) return result;

  result.milliseconds = median_milliseconds(
      repeats, [] {}, [&] { m.launch(block); });
  device_buffer<warp_note> notes(warps_of(result.blocks, s.threads()));
  sum_matrices<true>
      <<<grid, block>>>(m.a.data(), m.b.data(), m.c.data(), m.width, m.height, notes.data());
  CUDA_CHECK_LAUNCH();
  const auto noted = notes.download();
  result.achieved =
      achieved_occupancy(noted, device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / 32);
  result.residence = average_residence(noted);
  return result;
}

// GB/s of two matrices read and one written.
inline double bandwidth(const matrices& m, double milliseconds) {
  return 12.0 * static_cast<double>(m.size()) / milliseconds / 1e6;
}

inline std::optional<double> percent(const std::optional<double>& share) {
  return share ? std::optional<double>(100 * *share) : std::nullopt;
}
