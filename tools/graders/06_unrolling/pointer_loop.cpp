// Grader of 06_unrolling/pointer_loop: eight additions by a loop, and what the compiler makes of
// it.
#include "06_unrolling/pointer_loop.hpp"
#include "05_reduction/block_sums.hpp"

#include <lockstep/grader.hpp>

#include <string>
#include <vector>

#include "06_unrolling/pointer_loop_kernels.hpp"

using namespace lockstep::grader;

namespace {

constexpr unsigned tiles = 8;

lockstep::counters count(block_sums_kernel kernel, unsigned block_size) {
  return total(measure_full_blocks(kernel, 4, block_size, tiles));
}

double branches_of_a_warp(const lockstep::counters& counted) {
  return double(counted.branches) / double(counted.warps);
}

double registers(block_sums_kernel kernel) {
  const auto launch = measure_full_blocks(kernel, 1, 64, tiles).front();
  if (launch.registers == 0) throw undecided("Not measured: registers are not known here.");
  return launch.registers;
}

std::vector<question> questions_about(const std::string& name, block_sums_kernel kernel,
                                      const loop_prediction& predicted) {
  return {
      {name + ": unrolled", predicted.unrolled,
       [=] {
         return double(branches_of_a_warp(count(kernel, 64)) <=
                       branches_of_a_warp(count(eight_variables, 64)));
       }},
      {name + ": more instructions", predicted.more_instructions,
       [=] {
         return double(count(kernel, 64).warp_instructions >=
                       1.1 * double(count(eight_variables, 64).warp_instructions));
       }},
      {name + ": fewer registers", predicted.fewer_registers,
       [=] { return double(registers(kernel) <= 0.9 * registers(eight_variables)); }},
  };
}

}  // namespace

TEST_SUITE("results") {
  // The last element of the last block is the first of a tile, or the last of the tile before.
  TEST_CASE("right for N around every tile") {
    const char* advice =
        "The block size is 64 here, and a block takes 512 elements. Which eight are those of\n"
        "thread 0, and how far apart are they?";
    std::vector<unsigned> sizes = {1};
    for (unsigned tile = 1; tile <= 17; ++tile) {
      for (const unsigned n : {64 * tile - 1, 64 * tile, 64 * tile + 1}) sizes.push_back(n);
    }
    for_every("N", sizes, advice,
              [](unsigned n) { require_right_sums(block_sums, integers(n), 64, tiles); });
  }

  TEST_CASE("right for every block size") {
    const char* advice = "N is 49,999 here. The next element of a thread is blockDim.x further on.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      require_right_sums(block_sums, integers(49'999), block_size, tiles);
    });
  }

  TEST_CASE("right for random N") {
    const char* advice = "The block size is 128 here. Does the code assume certain sizes?";
    for_every("N", random_sizes(8, 40'000), advice,
              [](unsigned n) { require_right_sums(block_sums, integers(n), 128, tiles); });
  }

  TEST_CASE("right for large numbers of both signs") {
    for_large_integers(
        [](const auto& values) { require_right_sums(block_sums, values, 64, tiles); });
  }
}

TEST_SUITE("predictions") {
  TEST_CASE("what the compiler makes of two loops") {
    const char* advice =
        "What must a compiler know, to write out all rounds of a loop? And when eight loads are\n"
        "in flight, where do their values go?";
    std::vector<question> all;
    for (const auto& some : {questions_about("by_count", by_count, by_count_predicted),
                             questions_about("by_end", by_end, by_end_predicted)})
      all.insert(all.end(), some.begin(), some.end());
    for_every_prediction(all, advice);
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // A loop that is left has a branch for each of its eight rounds, and 2 if four rounds are written
  // out; 1 more leaves room for other ways to ask for the end of the last block.
  TEST_CASE("no loop over the eight elements is left") {
    const char* advice =
        "This includes the branches of the tree; a loop over the eight elements has 8 of its own.\n"
        "How could the compiler know, before the kernel runs, how many rounds there are?";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      require_at_most("branches of a warp",
                      branches_of_a_warp(count(eight_variables, block_size)) + 1,
                      branches_of_a_warp(count(block_sums, block_size)));
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
    time_blocks(block_sums, 1u << 25, 256, tiles, "eight variables", eight_variables);
  }
}
