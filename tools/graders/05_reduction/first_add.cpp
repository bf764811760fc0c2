// Grader of 05_reduction/first_add: a sum in which each thread adds while it loads.
#include "05_reduction/first_add.hpp"
#include "sums.hpp"

#include <lockstep/grader.hpp>

#include <vector>

#include "first_add_kernels.hpp"

using namespace lockstep::grader;

namespace {

lockstep::counters measure_one_element_a_thread(unsigned n, unsigned block_size) {
  const unsigned blocks = blocks_for(n, block_size);
  const input_buffer<int> data("data", integers(n));
  output_buffer<int> partial("partial", blocks);
  return measure(
      [&] { launch(one_element_a_thread, blocks, block_size, data.data(), partial.data(), n); });
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every N") {
    const char* advice =
        "It was right before your change. Which elements does block b take now, which two of them\n"
        "are thread t's, and does each of the two exist?";
    std::vector<unsigned> sizes = awkward_sizes();
    sizes.erase(sizes.begin());  // 0: the interface leaves it out
    for_every("N", sizes, advice, [](unsigned n) { require_right_sum(sum, n, 256); });
  }

  // In the last block: no second element, one, all but one, all.
  TEST_CASE("right for N around one and two blocks") {
    const char* advice =
        "The block size is 64 here. How many elements does the last block have, and which threads\n"
        "have two of them, one, none?";
    for_every("N", {63, 64, 65, 127, 128, 129, 191, 192, 193, 255, 256, 257}, advice,
              [](unsigned n) { require_right_sum(sum, n, 64); });
  }

  TEST_CASE("right for every block size") {
    const char* advice = "N is 4999 here. What a block takes follows from its size.";
    for_every("block size", block_sizes, advice,
              [](unsigned block_size) { require_right_sum(sum, 4999, block_size); });
  }

  // A block has 1024 threads at most: a second launch of one block may add 1024 sums, and no
  // more.
  TEST_CASE("right for more than 1024 blocks") {
    const char* advice =
        "The block size is 64 here. How many sums do the blocks leave, and is every one added?";
    for_every("N", {300'003}, advice, [](unsigned n) { require_right_sum(sum, n, 64); });
  }

  TEST_CASE("right for N that nobody chose") {
    const char* advice = "The block size is 128 here. Does the code count on certain sizes?";
    for_every("N", random_sizes(10, 20'000), advice,
              [](unsigned n) { require_right_sum(sum, n, 128); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  TEST_CASE("the GPU reads every element, and reads it once") {
    const char* advice =
        "4 bytes for each element. Fewer: the host adds some elements, or all of them.\n"
        "More: a kernel loads elements again that it could keep in shared memory.";
    for_every("N", {100'003}, advice,
              [](unsigned n) { require_each_loaded_once(n, measure_sum(sum, n, 256)); });
  }

  TEST_CASE("the host gets sums, and no elements") {
    const char* advice =
        "All that the host needs are the sums of the blocks. Whatever else it copies, the GPU has\n"
        "added already.";
    for_every("N", {100'003}, advice, [](unsigned n) { require_only_sums_copied(sum, n, 256); });
  }

  // In the tree whole warps are at work in most steps, or none is, and 16 leaves room for any. One
  // thread that adds for all others: below 4.
  TEST_CASE("the threads share the work") {
    const char* advice =
        "A warp has 32 lanes. If one thread adds for all others, they wait: keep the tree, in\n"
        "which half of the threads add in the first step.";
    for_every("N", {1u << 16}, advice,
              [](unsigned n) { require_active_lanes(16, measure_sum(sum, n, 256)); });
  }

  // Half as many blocks, each with one more load and addition: 55 % for large blocks. 70 % leaves
  // room for other ways to ask, and for more elements a thread; a launch of the old grid, in which
  // half of the blocks find nothing, needs as much as before.
  TEST_CASE("fewer instructions than with one element a thread") {
    const char* advice =
        "How many blocks does sum launch? Those that have no element still go through all steps.\n"
        "Read `Idle threads (06 to 07)` in chapters/05_reduction/README.md.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      constexpr unsigned n = 1u << 16;
      require_all_instructions_relative(0.7, measure_sum(sum, n, block_size),
                                        measure_one_element_a_thread(n, block_size),
                                        "one element a thread");
    });
  }
}

TEST_SUITE("time") {
  TEST_CASE("N = 2^25, blocks of 256") { time_sum(sum, 256); }
}
