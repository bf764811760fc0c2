// Grader of 06_unrolling/unroll16: a sum whose blocks take sixteen tiles.
#include "06_unrolling/unroll16.hpp"

#include <lockstep/grader.hpp>

#include <vector>

#include "05_reduction/block_sums.hpp"
#include "05_reduction/sums.hpp"
#include "unroll16_kernels.hpp"

using namespace lockstep::grader;

namespace {

lockstep::counters measure_tiles(block_sums_kernel kernel, unsigned tiles, unsigned n,
                                 unsigned block_size) {
  return total(measure_full_blocks(kernel, n / (tiles * block_size), block_size, tiles));
}

lockstep::counters measure_eight_tiles(unsigned n, unsigned block_size) {
  return measure_tiles(eight_tiles, 8, n, block_size);
}

double sixteen_over_eight(std::uint64_t lockstep::counters::*count) {
  constexpr unsigned n = 1u << 17, block_size = 256;
  const auto sixteen = measure_tiles(sixteen_tiles, 16, n, block_size);
  return double(sixteen.*count) / double(measure_eight_tiles(n, block_size).*count);
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every N") {
    const char* advice =
        "The starter code gave the right result. Which elements does block b take now, which of\n"
        "them are thread t's, and does the last of those exist?";
    std::vector<unsigned> sizes = awkward_sizes();
    sizes.erase(sizes.begin());  // 0: the interface leaves it out
    for_every("N", sizes, advice, [](unsigned n) { require_right_sum(sum, n, 256); });
  }

  // The last element of the last block is the first of a tile, or the last of the tile before.
  TEST_CASE("right for N around every tile") {
    const char* advice =
        "The block size is 64 here. How many tiles does the last block have? A thread of it may\n"
        "have one element more than another: does each thread test for its own?";
    std::vector<unsigned> sizes;
    for (unsigned tile = 1; tile <= 33; ++tile) {
      for (const unsigned n : {64 * tile - 1, 64 * tile, 64 * tile + 1}) sizes.push_back(n);
    }
    for_every("N", sizes, advice, [](unsigned n) { require_right_sum(sum, n, 64); });
  }

  TEST_CASE("right for every block size") {
    const char* advice = "N is 49999 here. What a block takes follows from its size.";
    for_every("block size", block_sizes, advice,
              [](unsigned block_size) { require_right_sum(sum, 49'999, block_size); });
  }

  // A block has 1024 threads at most: a second launch of one block may add 1024 sums, and no
  // more.
  TEST_CASE("right for more than 1024 blocks") {
    const char* advice =
        "The block size is 64 here. How many sums do the blocks leave, and is every one added?";
    for_every("N", {1'100'003}, advice, [](unsigned n) { require_right_sum(sum, n, 64); });
  }

  TEST_CASE("right for random N") {
    const char* advice = "The block size is 128 here. Does the code assume certain sizes?";
    for_every("N", random_sizes(10, 20'000), advice,
              [](unsigned n) { require_right_sum(sum, n, 128); });
  }
}

TEST_SUITE("predictions") {
  TEST_CASE("sixteen tiles to eight") {
    const char* advice =
        "There are 2^17 elements, in blocks of 256 threads. How many blocks are there with eight\n"
        "tiles, and how many with sixteen? What does a block do once, however much it takes, and\n"
        "what for each element? Read `More data for each thread pays three times` in "
        "chapters/06_unrolling/README.md.";
    const lockstep::tolerance rounding = {0, 0.01};
    using lockstep::counters;
    for_every_prediction(
        {{"warps", sixteen_to_eight.warps, [] { return sixteen_over_eight(&counters::warps); },
          rounding},
         {"loads", sixteen_to_eight.loads,
          [] { return sixteen_over_eight(&counters::global_load_requests); }, rounding},
         {"barriers", sixteen_to_eight.barriers,
          [] { return sixteen_over_eight(&counters::barriers); }, rounding}},
        advice);
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  TEST_CASE("the GPU reads every element, and reads it once") {
    const char* advice =
        "Kernels load 4 bytes for each element. If there are fewer, the host adds some or all of\n"
        "them; if more, a kernel loads elements again that it could keep in a register.";
    for_every("N", {100'003}, advice,
              [](unsigned n) { require_each_loaded_once(n, measure_sum(sum, n, 256)); });
  }

  TEST_CASE("the host gets sums, and no elements") {
    const char* advice =
        "All that the host needs are the sums of the blocks. Whatever else it copies, the GPU has\n"
        "added already.";
    for_every("N", {100'003}, advice, [](unsigned n) { require_only_sums_copied(sum, n, 256); });
  }

  // 15 leaves room for one block that finds nothing, or for a second kernel that adds up the sums
  // of the blocks. The grid of eight tiles has a thread for each 8 elements, that of seventeen
  // for 17.
  TEST_CASE("a thread adds sixteen elements") {
    const char* advice =
        "How many blocks does sum launch, and how many elements does each take? A thread that has\n"
        "nothing to add still goes through the whole tree.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      constexpr unsigned n = 1u << 18;
      const double threads = 32.0 * measure_sum(sum, n, block_size).warps;
      require_at_least("elements for each thread of the grid", 15, n / threads);
      require_at_most("elements for each thread of the grid", 16.5, n / threads);
    });
  }

  // In the tree whole warps are at work in most steps, or none is, and 16 leaves room for any. One
  // thread that adds for all others: below 4.
  TEST_CASE("the threads share the work") {
    const char* advice =
        "A warp has 32 lanes. If one thread adds for all others, they wait: keep the tree, in\n"
        "which half of the threads add in the first step.";
    for_every("N", {1u << 16}, advice, [](unsigned n) {
      require_work_shared(16, measure_sum(sum, n, 256));
      require_runs_shared();
    });
  }

  // Half as many trees, as many loads: 67 %, or less with another tree. With a question before each
  // load, or a loop over the tiles, it is 80 % and more; with a tree for each eight tiles, 95 %.
  TEST_CASE("fewer instructions than with eight tiles") {
    const char* advice =
        "The tree costs the same for sixteen tiles as for eight: a block goes through it once.\n"
        "And if the last of a thread's elements exists, so do the others: one test is enough.\n"
        "Read `08: eight tiles a block` in chapters/06_unrolling/README.md.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      constexpr unsigned n = 1u << 17;
      require_all_instructions_relative(0.75, measure_sum(sum, n, block_size),
                                        measure_eight_tiles(n, block_size), "eight tiles");
    });
  }

  // All bytes of a sector are asked for, whatever the width of a load. A thread that takes sixteen
  // neighbouring elements, one by one, touches a sector for each lane: 12.5 %.
  TEST_CASE("neighbouring lanes load neighbouring elements") {
    const char* advice =
        "A request of 32 lanes for 32 neighbouring ints needs 4 sectors. Which element does the\n"
        "next lane load in the same instruction?";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      require_load_efficiency(90, measure_sum(sum, 1u << 17, block_size));
    });
  }
}

TEST_SUITE("time") {
  TEST_CASE("N = 2^25, blocks of 256") { time_sum(sum, 256); }
}
