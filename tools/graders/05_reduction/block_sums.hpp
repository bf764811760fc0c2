// What graders share whose answer is a kernel: partial[b] = the sum of the elements of block b,
// `tiles` times as many as it has threads, in the last block perhaps fewer.
#pragma once

#include <lockstep/grader.hpp>

#include <vector>

#include "05_reduction/blocks.hpp"

using block_sums_kernel = void (*)(const int* data, int* partial, unsigned size);

// One launch, with everything around it that it must leave alone.
inline void require_right_sums(block_sums_kernel kernel, const std::vector<int>& values,
                               unsigned block_size, unsigned tiles = 1) {
  using namespace lockstep::grader;
  const std::vector<int> expected = sums_of_blocks(values, tiles * block_size);
  const input_buffer<int> data("data", values);
  output_buffer<int> partial("partial", expected.size());

  run_shared(
      [&] {
        enqueue(kernel, expected.size(), block_size, data.data(), partial.data(), values.size());
      },
      of_a_sum);

  partial.require_equals(expected);
  data.require_unchanged();
}

// Full blocks only: then the counts depend on nothing but the code and the size of a block.
inline lockstep::grader::launch_list measure_full_blocks(block_sums_kernel kernel, unsigned blocks,
                                                         unsigned block_size, unsigned tiles = 1) {
  using namespace lockstep::grader;
  const unsigned n = blocks * tiles * block_size;
  const std::vector<int> values = integers(n);
  const input_buffer<int> data("data", values);
  output_buffer<int> partial("partial", blocks);
  return measure_launches(
      [&] { launch(kernel, blocks, block_size, data.data(), partial.data(), n); },
      [&] { partial.require_equals(sums_of_blocks(values, tiles * block_size)); });
}
