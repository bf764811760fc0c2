// What graders of sums by blocks share.
#pragma once

#include <lockstep/grader/buffers.hpp>
#include <lockstep/grader/inputs.hpp>
#include <lockstep/grader/run.hpp>
#include <lockstep/grader/shares.hpp>
#include <lockstep/grader/stopwatch.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

// The sizes that the exercises allow.
inline const std::vector<unsigned> block_sizes = {64, 128, 256, 512, 1024};

// A tree takes about 100 instructions of a warp; this is room for any, and not for a loop over all
// words of a block.
inline constexpr lockstep::grader::fair_share of_a_tree{4096, 400};
// A tree that adds.
inline constexpr lockstep::grader::fair_share of_a_sum{4096, 400, true};

// In the launches that were measured last, and in trials of results: threads share a tree.
inline void require_tree_shared(const lockstep::counters& counted) {
  using namespace lockstep::grader;
  require_work_shared(16, counted);
  require_nothing_repeated(of_a_tree.most_instructions, counted);
  require_runs_shared();
}

// Blocks that `n` elements need, one for each thread.
inline unsigned blocks_for(unsigned n, unsigned block_size) {
  return (n + block_size - 1) / block_size;
}

// The sum of each block's elements; the last block may have fewer.
inline std::vector<int> sums_of_blocks(const std::vector<int>& values, unsigned block_size) {
  std::vector<int> sums;
  for (auto first = values.begin(); first != values.end();) {
    const auto last = first + std::min<std::ptrdiff_t>(block_size, values.end() - first);
    sums.push_back(std::accumulate(first, last, 0));
    first = last;
  }
  return sums;
}

// How long a kernel takes that makes one number of each block's elements, `tiles` for each thread,
// and leaves these alone. It may have a rival that takes the same grid.
template <typename Element>
void time_blocks(void (*kernel)(Element* data, int* partial, unsigned size), unsigned n,
                 unsigned block_size, unsigned tiles = 1, const std::string& rival = {},
                 void (*other)(Element* data, int* partial, unsigned size) = nullptr) {
  using namespace lockstep::grader;
  time_on_gpu([=](stopwatch& watch) {
    const unsigned blocks = blocks_for(n, tiles * block_size);
    guarded_buffer<int> data("data", integers(n));
    output_buffer<int> partial("partial", blocks);
    const auto by = [&](auto code) -> std::function<void()> {
      return [&, code] { enqueue(code, blocks, block_size, data.data(), partial.data(), n); };
    };
    watch.time(4.0 * n + 4.0 * blocks, by(kernel), {}, {rival, other ? by(other) : nullptr});
  });
}
