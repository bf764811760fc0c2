// What graders share whose answer is a host function: the sum of the `size` integers at `data`,
// with `partial` to work with, by blocks of `block_size` threads.
#pragma once

#include <lockstep/grader.hpp>
#include <lockstep/grader/copies.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

#include "05_reduction/blocks.hpp"

using sum_function = int(const int* data, int* partial, unsigned size, unsigned block_size);

// One call of the answer, with everything around it that it must leave alone.
inline void require_right_sum(sum_function& sum, const std::vector<int>& values,
                              unsigned block_size) {
  using namespace lockstep::grader;
  const auto n = static_cast<unsigned>(values.size());
  const input_buffer<int> data("data", values);
  // At least one: a block for no elements may be launched, and one too many is not found by a null
  // pointer, but by what lies behind the last sum.
  output_buffer<int> partial("partial", std::max(1u, blocks_for(n, block_size)));

  int got = 0;
  run_shared([&] { got = sum(data.data(), partial.data(), n, block_size); }, of_a_sum);

  require_equal(std::accumulate(values.begin(), values.end(), 0), got);
  data.require_unchanged();
  partial.require_nothing_written_outside();
}
inline void require_right_sum(sum_function& sum, unsigned n, unsigned block_size) {
  require_right_sum(sum, lockstep::grader::integers(n), block_size);
}

inline lockstep::counters measure_sum(sum_function& sum, unsigned n, unsigned block_size) {
  using namespace lockstep::grader;
  const std::vector<int> values = integers(n);
  const input_buffer<int> data("data", values);
  output_buffer<int> partial("partial", blocks_for(n, block_size));
  int got = 0;
  return measure([&] { got = sum(data.data(), partial.data(), n, block_size); },
                 [&] { require_equal(std::accumulate(values.begin(), values.end(), 0), got); });
}

// An element has 4 bytes. 5 % more may be loaded, so that a second kernel may add up the sums of
// the blocks.
inline void require_each_loaded_once(unsigned n, const lockstep::counters& counted) {
  using namespace lockstep::grader;
  require_at_least("bytes that kernels load", 4.0 * n, all_counted(counted).global_load_bytes);
  require_at_most("bytes that kernels load", 4.2 * n, counted.global_load_bytes);
}

// The kernels may add all elements, and the host once more, which is then the sum that counts.
inline void require_only_sums_copied(sum_function& sum, unsigned n, unsigned block_size) {
  using namespace lockstep::grader;
  const unsigned blocks = blocks_for(n, block_size);
  const std::vector<int> values = integers(n);
  const input_buffer<int> data("data", values);
  output_buffer<int> partial("partial", blocks);
  int got = 0;
  require_few_bytes_copied(
      4.0 * blocks, 4.0 * n, [&] { got = sum(data.data(), partial.data(), n, block_size); },
      [&] { require_equal(std::accumulate(values.begin(), values.end(), 0), got); });
}

// Enough integers to keep a GPU busy, small enough that their sum still fits an int.
constexpr unsigned timed_size = 1u << 25;
inline std::vector<int> timed_integers() {
  return lockstep::grader::integers_between(timed_size, 1, 100);
}

inline void time_sum(sum_function& sum, unsigned block_size) {
  using namespace lockstep::grader;
  time_on_gpu([&](stopwatch& watch) {
    const input_buffer<int> data("data", timed_integers());
    output_buffer<int> partial("partial", blocks_for(timed_size, block_size));
    watch.time(4.0 * timed_size, [&] { sum(data.data(), partial.data(), timed_size, block_size); });
  });
}
