// Grader of 05_reduction/scan: the prefix sums of each block, in few steps.
#include "05_reduction/scan.hpp"
#include "blocks.hpp"

#include <lockstep/grader.hpp>

#include <vector>

using namespace lockstep::grader;

namespace {

std::vector<int> prefix_sums(const std::vector<int>& values, unsigned block_size) {
  std::vector<int> sums = values;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (i % block_size != 0) sums[i] += sums[i - 1];
  }
  return sums;
}

void require_right_sums(const std::vector<int>& values, unsigned block_size) {
  const auto n = static_cast<unsigned>(values.size());
  const input_buffer<int> data("data", values);
  output_buffer<int> result("result", n);

  run_shared(
      [&] {
        enqueue(scan_blocks, blocks_for(n, block_size), block_size, data.data(), result.data(), n);
      },
      of_a_sum);

  result.require_equals(prefix_sums(values, block_size));
  data.require_unchanged();
}

// Full blocks only: then the counts depend on nothing but the code and the size of a block.
constexpr unsigned blocks = 8;

lockstep::counters measure_full_blocks(unsigned block_size) {
  const unsigned n = blocks * block_size;
  const std::vector<int> values = integers(n);
  const input_buffer<int> data("data", values);
  output_buffer<int> result("result", n);
  return measure([&] { launch(scan_blocks, blocks, block_size, data.data(), result.data(), n); },
                 [&] { result.require_equals(prefix_sums(values, block_size)); });
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right wherever one element lies") {
    const char* advice =
        "One element of 64 is 1, at this position; the others are 0. So all sums from there on "
        "are\n"
        "1. Draw the steps for 8 threads: which word does thread t add in each of them?";
    std::vector<unsigned> positions;
    for (unsigned at = 0; at < 64; ++at) positions.push_back(at);
    for_every("position", positions, advice,
              [](unsigned at) { require_right_sums(one_hot(64, at), 64); });
  }

  TEST_CASE("right for every N") {
    const char* advice =
        "Blocks have 256 threads here, and each starts again from 0. Which elements does\n"
        "result[i] add up?";
    std::vector<unsigned> sizes = awkward_sizes();
    sizes.erase(sizes.begin());  // 0 elements need no block, and no grid is empty
    for_every("N", sizes, advice, [](unsigned n) { require_right_sums(integers(n), 256); });
  }

  TEST_CASE("right for every block size") {
    const char* advice =
        "N is 4999 here. How many steps does a block of 64 threads take, and one of 1024?";
    for_every("block size", block_sizes, advice,
              [](unsigned block_size) { require_right_sums(integers(4999), block_size); });
  }

  TEST_CASE("right for random N") {
    const char* advice = "Blocks have 128 threads here. Does the code assume certain sizes?";
    for_every("N", random_sizes(8, 20'000), advice,
              [](unsigned n) { require_right_sums(integers(n), 128); });
  }

  TEST_CASE("right for large numbers of both signs") {
    for_large_integers([](const auto& values) { require_right_sums(values, 256); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  TEST_CASE("each element is loaded once") {
    const char* advice =
        "Load 4 bytes for each element: a thread loads its own and puts it where the others of\n"
        "the block can see it.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      require_at_most("bytes that blocks load", 4.0 * blocks * block_size,
                      bytes_read(measure_full_blocks(block_size)));
    });
  }

  // By steps with two barriers each at most 175, with two tiles 251, by shuffles 78. A thread that
  // adds up everything before its own word from shared memory takes 507 in blocks of 128 already.
  TEST_CASE("few steps") {
    const char* advice =
        "In a step every sum can become twice as long, if it adds the one right before it. How "
        "many\n"
        "steps are needed until it is 1024 elements long?\n"
        "Read `Steps, work and cost` in chapters/05_reduction/limits.md.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      require_instructions_per_warp(400, measure_full_blocks(block_size));
    });
  }

  // Nearly all 32; in some steps the first threads have nothing to add. One
  // thread that adds for all others: 6 in blocks of 64.
  TEST_CASE("the threads share the work") {
    const char* advice =
        "If one thread adds for all others, they wait. All threads can add in each step.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      // On the way down a tree the first thread has all steps once more.
      require_work_shared(16, measure_full_blocks(block_size), 384);
      require_runs_shared();
    });
  }
}

TEST_SUITE("time") {
  TEST_CASE("N = 2^24, blocks of 256") {
    time_on_gpu([](stopwatch& watch) {
      constexpr unsigned n = 1u << 24, block_size = 256;
      const input_buffer<int> data("data", integers(n));
      output_buffer<int> result("result", n);
      watch.time(8.0 * n, [&] {
        enqueue(scan_blocks, n / block_size, block_size, data.data(), result.data(), n);
      });
    });
  }
}
