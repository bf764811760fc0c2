// Grader of 05_reduction/bank_conflicts: a reduction in shared memory whose lanes never wait for a
// bank.
#include "05_reduction/bank_conflicts.hpp"
#include "block_sums.hpp"

#include <lockstep/grader.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

using namespace lockstep::grader;

namespace {

constexpr unsigned blocks = 64;

lockstep::counters count(unsigned block_size) {
  return total(measure_full_blocks(block_sums, blocks, block_size));
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every N") {
    const char* advice =
        "It was right before your change. Draw the tree for 8 threads: which word is added to\n"
        "which in each step, and is every sum complete before it is read?";
    std::vector<unsigned> sizes = awkward_sizes();
    sizes.erase(sizes.begin());  // 0 elements need no block, and no grid is empty
    for_every("N", sizes, advice,
              [](unsigned n) { require_right_sums(block_sums, integers(n), 256); });
  }

  TEST_CASE("right for every block size") {
    const char* advice = "N is 4999 here. The steps of the tree follow from blockDim.x.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      require_right_sums(block_sums, integers(4999), block_size);
    });
  }

  TEST_CASE("right for large numbers of both signs") {
    for_large_integers([](const auto& values) { require_right_sums(block_sums, values, 256); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // None at all, because that can be reached: 32 neighbouring words lie in 32 different banks.
  TEST_CASE("no bank conflicts") {
    const char* advice =
        "Word i lies in bank i % 32. Write down the words that lanes 0, 1, 16 and 17 use in the\n"
        "first step: which of them share a bank?\n"
        "Read `Bank conflicts (05 to 06)` in chapters/05_reduction/README.md.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      const auto counted = count(block_size);
      require_at_most("bank conflicts of loads", 0, counted.shared_load_conflicts);
      require_at_most("bank conflicts of stores", 0, counted.shared_store_conflicts);
    });
  }

  // 4 bytes for each thread. One thread that adds everything in a register has no conflicts either,
  // nor have shuffles between lanes, which are for a later exercise.
  TEST_CASE("every element goes through shared memory") {
    const char* advice = "No shared memory, no conflicts: true, but the task is to use it well.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      const auto counted = count(block_size);
      require_at_least("bytes stored to shared memory", 4.0 * blocks * block_size,
                       counted.shared_store_bytes);
    });
  }

  // In the tree whole warps are at work in most steps, or none is, and 16 leaves room for any. One
  // thread that adds for all others has no conflicts: lanes that read one word get it at once.
  TEST_CASE("the threads share the work") {
    const char* advice =
        "One thread alone has no bank conflicts, but all others wait for it: keep the tree, in\n"
        "which half of the threads add in the first step.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      const auto counted = count(block_size);
      require_tree_shared(counted);
    });
  }

  // They are no loads and stores, and are not counted as conflicts.
  TEST_CASE("no atomics") {
    const char* advice =
        "Lanes that add to one word atomically take turns, as they do at a bank. In each step of\n"
        "the tree every lane has words of its own.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      require_at_most("atomics", 0, count(block_size).atomics);
    });
  }

  // In the starter kernel, a block diverges 6 times: in the 5 steps in which a part of a warp adds,
  // and where thread 0 stores the sum. `t % (2 * stride) == 0` has no conflicts either, but
  // diverges in every step.
  TEST_CASE("no more divergence than before") {
    const char* advice =
        "There are 64 blocks, and 6 divergent branches in each are enough. Let neighbouring\n"
        "threads add, so that all lanes of a warp agree on whether they do.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      const auto counted = count(block_size);
      require_at_most("divergent branches", 6 * blocks, counted.divergent_branches);
    });
  }
}

TEST_SUITE("time") {
  TEST_CASE("N = 2^25, blocks of 256") { time_blocks(block_sums, 1u << 25, 256); }
}
