// Grader of 06_unrolling/no_volatile: the last 64 sums of a block, in order.
#include "06_unrolling/no_volatile.hpp"
#include "05_reduction/block_sums.hpp"

#include <lockstep/grader.hpp>

#include <vector>

#include "no_volatile_kernels.hpp"

using namespace lockstep::grader;

namespace {

lockstep::counters count(block_sums_kernel kernel, unsigned block_size) {
  return total(measure_full_blocks(kernel, 16, block_size));
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every N") {
    const char* advice =
        "The starter code gave the right result. Which word does a lane add in each step, and\n"
        "does that word hold the sum of the step before, no more and no less?";
    std::vector<unsigned> sizes = awkward_sizes();
    sizes.erase(sizes.begin());  // 0 elements need no block, and no grid is empty
    for_every("N", sizes, advice,
              [](unsigned n) { require_right_sums(block_sums, integers(n), 256); });
  }

  // With 64 threads there is no step before those of the last warp.
  TEST_CASE("right for every block size") {
    const char* advice = "N is 4999 here. Whatever the size of the block, 64 sums are left.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      require_right_sums(block_sums, integers(4999), block_size);
    });
  }

  TEST_CASE("right for random N") {
    const char* advice = "The block size is 64 here. Does the code assume certain sizes?";
    for_every("N", random_sizes(8, 20'000), advice,
              [](unsigned n) { require_right_sums(block_sums, integers(n), 64); });
  }

  TEST_CASE("right for large numbers of both signs") {
    for_large_integers([](const auto& values) { require_right_sums(block_sums, values, 256); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

// Two repairs are right: a barrier of the block in each step, which is the book's problem 3.4, and
// barriers of the warp, in which the rest of the block has no part. The bounds are what the first
// of them needs; the measured numbers show what the second one saves.
TEST_SUITE("properties") {
  // One after the loads and one after each step. A last warp on its own needs six fewer.
  TEST_CASE("no more barriers than steps") {
    const char* advice =
        "One barrier after the loads and one after each step are enough for the whole block. The\n"
        "last 64 sums concern one warp, so __syncwarp() does with six fewer. Read `10: the last\n"
        "warp on its own` in chapters/06_unrolling/README.md.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      unsigned barriers = 1;
      for (unsigned stride = block_size / 2; stride > 0; stride /= 2) ++barriers;
      const auto counted = count(block_sums, block_size);
      require_at_most("barriers of the block, by a warp", barriers,
                      double(counted.barriers) / double(counted.warps));
    });
  }

  // By two barriers of the warp in each step 54 %, by shuffles less, by barriers of the block 100
  // %. One lane that adds 64 words: 110 %. In larger blocks the last warp is a smaller part of the
  // whole.
  TEST_CASE("no more instructions than with a barrier after each step") {
    const char* advice =
        "What do 32 lanes do in the last steps? Keep the tree. With __syncwarp() in place of\n"
        "barriers of the block, the last warp needs about half of these instructions.";
    for_every("block size", {64}, advice, [](unsigned block_size) {
      require_instructions_relative(1.02, count(block_sums, block_size),
                                    count(barrier_after_each_step, block_size),
                                    "a barrier after each step");
    });
  }

  // In the tree whole warps are at work in most steps, or none is, and 16 leaves room for any. One
  // thread that adds for all others: below 4.
  TEST_CASE("the threads share the work") {
    const char* advice = "If one thread adds for all others, they wait: keep the tree.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      const auto counted = count(block_sums, block_size);
      require_tree_shared(counted);
    });
  }
}

TEST_SUITE("time") {
  TEST_CASE("N = 2^25, blocks of 256") {
    time_blocks(block_sums, 1u << 25, 256, 1, "a barrier after each step", barrier_after_each_step);
  }
}
