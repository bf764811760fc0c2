// Grader of 06_unrolling/warp_shuffle: block sums by shuffles, with one word per warp in shared
// memory.
#include "06_unrolling/warp_shuffle.hpp"

#include <lockstep/grader.hpp>

#include <vector>

#include "05_reduction/block_sums.hpp"

using namespace lockstep::grader;

namespace {

const std::vector<unsigned> multiples_of_32 = [] {
  std::vector<unsigned> sizes;
  for (unsigned warps = 1; warps <= 32; ++warps) sizes.push_back(32 * warps);
  return sizes;
}();

constexpr unsigned blocks = 16;

lockstep::counters count(unsigned block_size) {
  return total(measure_full_blocks(block_sums, blocks, block_size));
}

const std::vector<unsigned> measured = {32, 96, 256, 1024};

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every N") {
    const char* advice =
        "The block size is 256 here. Which lanes have no element, and what value do they put into\n"
        "the shuffles, which all lanes must reach? And which lane brings which warp's sum to the\n"
        "second step?";
    std::vector<unsigned> sizes = awkward_sizes();
    sizes.erase(sizes.begin());  // 0 elements need no block, and no grid is empty
    for_every("N", sizes, advice,
              [](unsigned n) { require_right_sums(block_sums, integers(n), 256); });
  }

  TEST_CASE("right for every block size") {
    const char* advice =
        "N is 4999 here. How many warps does a block have, and which lanes of the warp that adds\n"
        "their sums have one to add? The tree of halves is for powers of two only.";
    for_every("block size", multiples_of_32, advice, [](unsigned block_size) {
      require_right_sums(block_sums, integers(4999), block_size);
    });
  }

  TEST_CASE("every element counts once") {
    const char* advice =
        "One element of 96 is 1, all others are 0. Through which shuffles does it reach thread 0?";
    std::vector<unsigned> positions;
    for (unsigned at = 0; at < 96; ++at) positions.push_back(at);
    for_every("position", positions, advice, [](unsigned at) {
      const input_buffer<int> data("data", one_hot(96, at));
      output_buffer<int> partial("partial", 1);
      launch(block_sums, 1, 96, data.data(), partial.data(), 96);
      partial.require_equals({1});
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
  // In a shuffle all lanes take part, and one warp of a block is at work twice. One thread that
  // adds for all others: below 4.
  TEST_CASE("the threads share the work") {
    const char* advice =
        "If one thread adds for all others, they wait. Pass sums from lane to lane by shuffles.";
    for_every("block size", measured, advice, [](unsigned block_size) {
      const auto counted = count(block_size);
      require_work_shared(16, counted);
      require_nothing_repeated(120, counted);
      require_runs_shared();
      // A tree in global memory is a tree, too. 4 bytes for each element, and 5 % more.
      require_at_most("bytes read from global memory", 4.2 * blocks * block_size,
                      bytes_read(counted));
    });
  }

  // An atomic addition of every thread to one word needs no shuffle: 32 lanes, one after the other.
  TEST_CASE("no atomics") {
    const char* advice =
        "Lanes that add to one word take turns. In five shuffles all lanes are at work.\n"
        "Read `16: from register to register` in chapters/06_unrolling/README.md.";
    for_every("block size", measured, advice, [](unsigned block_size) {
      require_at_most("atomics", 0, count(block_size).atomics);
    });
  }

  // One, between the stores of the warps' sums and their loads. The tree has 1 + log2(block size).
  TEST_CASE("one barrier") {
    const char* advice =
        "Lanes of a warp wait for each other in the shuffle. When does the whole block have to\n"
        "wait?";
    for_every("block size", measured, advice,
              [](unsigned block_size) { require_barriers_per_warp(1, count(block_size)); });
  }

  // 4 bytes for each warp. The tree stores twice as much as there are threads.
  TEST_CASE("one word per warp is stored to shared memory") {
    const char* advice = "Which lane of a warp has the sum? The others have nothing to store.";
    for_every("block size", measured, advice, [](unsigned block_size) {
      require_at_most("bytes stored to shared memory, for each warp", 4,
                      double(count(block_size).shared_store_bytes) / (blocks * block_size / 32));
    });
  }

  // One warp that loads a word for each warp, one thread that does, or every warp for itself: at
  // most 4 bytes for each thread. The tree loads 8.
  TEST_CASE("sums of warps are loaded from shared memory, and nothing else") {
    const char* advice = "There are as many words as warps. Which threads need them?";
    for_every("block size", measured, advice, [](unsigned block_size) {
      require_at_most("bytes loaded from shared memory, for each thread", 4,
                      double(count(block_size).shared_load_bytes) / (blocks * block_size));
    });
  }
}

TEST_SUITE("time") {
  TEST_CASE("N = 2^25, blocks of 256") { time_blocks(block_sums, 1u << 25, 256); }
}
