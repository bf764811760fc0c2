// Grader of 05_reduction/neighbored_fix: a reduction in global memory whose warps hardly diverge.
#include "05_reduction/neighbored_fix.hpp"
#include "blocks.hpp"

#include <lockstep/grader.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

using namespace lockstep::grader;

namespace {

void require_right_sums(const std::vector<int>& values, unsigned block_size) {
  const std::vector<int> expected = sums_of_blocks(values, block_size);
  guarded_buffer<int> data("data", values);
  output_buffer<int> partial("partial", expected.size());

  run_shared(
      [&] {
        enqueue(block_sums, expected.size(), block_size, data.data(), partial.data(),
                values.size());
      },
      {4096, std::numeric_limits<double>::infinity(), true});

  partial.require_equals(expected);
  (void)data.read();  // notices writes outside
}

// One full block: then the counts depend on nothing but the code and the size of the block.
lockstep::counters measure_full_block(unsigned block_size) {
  const std::vector<int> values = integers(block_size);
  guarded_buffer<int> data("data", values);
  output_buffer<int> partial("partial", 1);
  return measure(
      [&] { launch(block_sums, 1, block_size, data.data(), partial.data(), block_size); },
      [&] { partial.require_equals(sums_of_blocks(values, block_size)); });
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every N") {
    const char* advice =
        "It was right before your change. Draw the tree for 8 elements: which element is added to\n"
        "which in each step, by which thread, and what if there are only 7?";
    std::vector<unsigned> sizes = awkward_sizes();
    sizes.erase(sizes.begin());  // 0 elements need no block, and no grid is empty
    for_every("N", sizes, advice, [](unsigned n) { require_right_sums(integers(n), 256); });
  }

  TEST_CASE("right for every block size") {
    const char* advice = "N is 4999 here. The steps of the tree follow from blockDim.x.";
    for_every("block size", block_sizes, advice,
              [](unsigned block_size) { require_right_sums(integers(4999), block_size); });
  }

  TEST_CASE("right for large numbers of both signs") {
    for_large_integers([](const auto& values) { require_right_sums(values, 256); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // 6 can be reached: 5 steps in which a part of a warp adds, and the store by thread 0. 8 leaves
  // room for another question or two. With every second, fourth, ... thread at work, a block of W
  // warps diverges 6 W times, which is 12 for the smallest.
  TEST_CASE("warps hardly diverge") {
    const char* advice =
        "Write down which of threads 0 to 31 add in the first step, and in the second. A warp\n"
        "diverges unless all of its lanes add, or none.\n"
        "Read `Divergence (01 to 02)` in chapters/05_reduction/README.md.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      require_at_most("divergent branches in a block", 8,
                      measure_full_block(block_size).divergent_branches);
    });
  }

  // In a tree most steps have whole warps at work or none, and 16 leaves room for any. One thread
  // that adds for all others diverges once, but 31 lanes wait for it: below 4.
  TEST_CASE("the threads share the work") {
    const char* advice =
        "If one thread adds for all others, they wait. Keep the tree, in which half of the\n"
        "threads add in the first step.";
    // In global memory: a thread loads two sums of 4 bytes and stores one, in up to 10 steps.
    constexpr double in_each_step = 12 * 10;
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      require_active_lanes(16, measure_full_block(block_size));
      require_even_work(in_each_step);
      require_most_at_work();
      require_runs_shared();
    });
  }

  // In each step half of the warps fall out, until one is left. A warp that takes part loads two
  // sums; each may have copied its elements before. With every second, fourth, ... thread at work
  // all warps load in all steps, whether they branch or their loads are predicated: 672 requests
  // of a block of 1024, where 152 are allowed.
  TEST_CASE("whole warps drop out") {
    const char* advice =
        "How many warps of a block have a thread that adds in the first step, in the second, in\n"
        "the last? The threads that add should be neighbours.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      const lockstep::counters counted = measure_full_block(block_size);
      require_at_most("load requests in a block", 4 * ((block_size + 31) / 32) + 24,
                      all_counted(counted).global_load_requests + counted.shared_load_requests);
    });
  }
}

TEST_SUITE("time") {
  TEST_CASE("N = 2^25, blocks of 256") {
    time_on_gpu([](stopwatch& watch) {
      constexpr unsigned n = 1u << 25, block_size = 256, blocks = n / block_size;
      const guarded_buffer<int> original("original", integers(n));
      guarded_buffer<int> data("data", std::vector<int>(n));
      output_buffer<int> partial("partial", blocks);
      watch.time(
          4.0 * n + 4.0 * blocks,
          [&] { enqueue(block_sums, blocks, block_size, data.data(), partial.data(), n); },
          [&] { data.restore(original); });
    });
  }
}
