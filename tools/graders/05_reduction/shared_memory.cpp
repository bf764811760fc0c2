// Grader of 05_reduction/shared_memory: a reduction that asks global memory for each element once.
#include "05_reduction/shared_memory.hpp"
#include "blocks.hpp"

#include <lockstep/grader.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

using namespace lockstep::grader;

namespace {

void require_right_sums(unsigned n, unsigned block_size) {
  const std::vector<int> values = integers(n);
  const std::vector<int> expected = sums_of_blocks(values, block_size);
  guarded_buffer<int> data("data", values);
  output_buffer<int> partial("partial", expected.size());

  launch(block_sums, expected.size(), block_size, data.data(), partial.data(), n);

  partial.require_equals(expected);
  require_equal(values, data.read(), "data was changed");
}

// Full blocks only: then the counts depend on nothing but the code and the size of a block.
constexpr unsigned blocks = 16;

lockstep::counters measure_full_blocks(unsigned block_size) {
  const unsigned n = blocks * block_size;
  guarded_buffer<int> data("data", integers(n));
  output_buffer<int> partial("partial", blocks);
  return measure([&] { launch(block_sums, blocks, block_size, data.data(), partial.data(), n); });
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every N") {
    const char* advice =
        "The sums were right before your change, but they were formed in `data`. What has to be "
        "in\n"
        "shared memory before the first step, also where the block has no element?";
    std::vector<unsigned> sizes = awkward_sizes();
    sizes.erase(sizes.begin());  // 0 elements need no block, and no grid is empty
    for_every("N", sizes, advice, [](unsigned n) { require_right_sums(n, 256); });
  }

  TEST_CASE("right for every block size") {
    const char* advice = "N is 4999 here. The steps of the tree follow from blockDim.x.";
    for_every("block size", block_sizes, advice,
              [](unsigned block_size) { require_right_sums(4999, block_size); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // 4 bytes for each element, and 5 % more for whatever a block needs once. A first step that adds
  // data[i + stride] loads half as much again.
  TEST_CASE("each element is loaded once") {
    const char* advice =
        "4 bytes for each element. Once it is in shared memory, read it there.\n"
        "Read `Shared memory (03 to 06)` in chapters/05_reduction/README.md.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      require_at_most("bytes loaded from global memory", 4.2 * blocks * block_size,
                      measure_full_blocks(block_size).global_load_bytes);
    });
  }

  // The sum of the block is one int, and it can be stored once, when it is complete.
  TEST_CASE("a block stores its sum, and nothing else") {
    const char* advice =
        "There are 16 blocks. The sum is 4 bytes: one thread, one store, at the end.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      require_at_most("bytes stored to global memory", 4 * blocks,
                      measure_full_blocks(block_size).global_store_bytes);
    });
  }

  // In a tree whole warps are at work in most steps, or none is, and 16 leaves room for any. One
  // thread that adds for all others, in a register, loads and stores no more: below 4.
  TEST_CASE("the threads share the work") {
    const char* advice =
        "If one thread adds for all others, they wait. Keep the tree, in which half of the\n"
        "threads add in the first step.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      require_active_lanes(16, measure_full_blocks(block_size));
    });
  }
}

TEST_SUITE("time") {
  TEST_CASE("N = 2^25, blocks of 256") { time_blocks(block_sums, 1u << 25, 256); }
}
