// Grader of 05_reduction/ragged: a sum that is right for any number of elements.
#include "05_reduction/ragged.hpp"
#include "sums.hpp"

#include <lockstep/grader.hpp>

#include <vector>

using namespace lockstep::grader;

TEST_SUITE("results") {
  TEST_CASE("right for every N") {
    const char* advice =
        "How many blocks does this N need, and what do threads without an element add?\n"
        "Read `Ragged sizes` in chapters/05_reduction/any_size.md.";
    for_every("N", awkward_sizes(), advice, [](unsigned n) { require_right_sum(sum, n, 256); });
  }

  TEST_CASE("right for every block size") {
    const char* advice =
        "N is 4999 here. The number of blocks and the tree in a block follow from block_size.";
    for_every("block size", {64, 128, 256, 512, 1024}, advice,
              [](unsigned block_size) { require_right_sum(sum, 4999, block_size); });
  }

  // A block has 1024 threads at most: a second launch of one block may add 1024 sums, and no
  // more.
  TEST_CASE("right for more than 1024 blocks") {
    const char* advice =
        "The block size is 64 here. How many sums do the blocks leave, and is every one added?";
    for_every("N", {100'003}, advice, [](unsigned n) { require_right_sum(sum, n, 64); });
  }

  TEST_CASE("right for random N") {
    const char* advice = "The block size is 128 here. Does the code assume certain sizes?";
    for_every("N", random_sizes(10, 20'000), advice,
              [](unsigned n) { require_right_sum(sum, n, 128); });
  }

  TEST_CASE("right for large numbers of both signs") {
    for_large_integers([](const auto& values) { require_right_sum(sum, values, 256); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  TEST_CASE("the GPU reads every element, and reads it once") {
    const char* advice =
        "Kernels load 4 bytes for each element. If there are fewer, the host adds some or all of\n"
        "them; if more, a kernel loads elements again that it could keep in shared memory.";
    for_every("N", {100'003}, advice,
              [](unsigned n) { require_each_loaded_once(n, measure_sum(sum, n, 256)); });
  }

  TEST_CASE("the host gets sums, and no elements") {
    const char* advice =
        "All that the host needs are the sums of the blocks. Whatever else it copies, the GPU has\n"
        "added already.";
    for_every("N", {100'003}, advice, [](unsigned n) { require_only_sums_copied(sum, n, 256); });
  }

  // In the tree 30 lanes take part on average: only its last 5 steps need less than a warp. 16
  // leaves room for other trees. One thread that adds for all others: 2.
  TEST_CASE("the threads share the work") {
    const char* advice =
        "A warp has 32 lanes. If one thread adds for all others, they wait: keep the tree, in\n"
        "which half of the threads add in the first step.";
    for_every("N", {1u << 18}, advice, [](unsigned n) {
      const auto counted = measure_sum(sum, n, 256);
      require_tree_shared(counted);
    });
  }
}

TEST_SUITE("time") {
  TEST_CASE("N = 2^25, blocks of 256") { time_sum(sum, 256); }
}
