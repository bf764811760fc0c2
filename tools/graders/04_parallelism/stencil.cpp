// Grader of 04_parallelism/stencil: sums of neighbours, from a tile with a halo.
#include "04_parallelism/stencil.hpp"

#include <lockstep/grader.hpp>

#include <vector>

using namespace lockstep::grader;

namespace {

const std::vector<unsigned> block_sizes = {32, 64, 128, 256, 512, 1024};

struct stencil {
  unsigned size, block_size, blocks;
  std::vector<int> values;
  input_buffer<int> data;
  output_buffer<int> result;

  stencil(unsigned size, unsigned block_size) : stencil(integers(size), block_size) {}
  stencil(const std::vector<int>& values, unsigned block_size)
      : size(static_cast<unsigned>(values.size())),
        block_size(block_size),
        blocks((size + block_size - 1) / block_size),
        values(values),
        data("data", values),
        result("result", size) {}

  void enqueue_it() {
    enqueue(sum_neighbours, blocks, block_size, data.data(), result.data(), size);
  }

  std::vector<int> expected() const {
    std::vector<int> sums(size, 0);
    for (unsigned i = 0; i < size; ++i) {
      for (unsigned k = 0; k <= 2 * radius; ++k) {
        if (i + k >= radius && i + k - radius < size) sums[i] += values[i + k - radius];
      }
    }
    return sums;
  }

  void require_right() const {
    result.require_equals(expected());
    data.require_unchanged();
  }
};

void require_right_sums(stencil all) {
  run_shared([&] { all.enqueue_it(); });
  all.require_right();
}
void require_right_sums(unsigned n, unsigned block_size) {
  require_right_sums(stencil(n, block_size));
}

constexpr unsigned full_blocks = 16;

lockstep::counters measure_full_blocks(unsigned block_size) {
  stencil all(full_blocks * block_size, block_size);
  return measure([&] { all.enqueue_it(); }, [&] { all.require_right(); });
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every N") {
    const char* advice =
        "The starter code gave the right result. Draw a block of 8 threads and its tile: which\n"
        "element of `data` is each word, and which words does thread 0 add?\n"
        "Blocks have 256 threads here, and elements that do not exist count as 0.";
    std::vector<unsigned> sizes = awkward_sizes();
    sizes.erase(sizes.begin());  // 0 elements need no block, and no grid is empty
    for_every("N", sizes, advice, [](unsigned n) { require_right_sums(n, 256); });
  }

  // The end lies within the right halo of the last block but one, or in the last block.
  TEST_CASE("right for ends around a block's") {
    const char* advice =
        "Blocks have 64 threads here. Where the data end near the end of a block, which words of\n"
        "its right halo are elements, and which are 0?";
    std::vector<unsigned> sizes;
    for (unsigned n = 128 - radius - 1; n <= 128 + radius + 1; ++n) sizes.push_back(n);
    for_every("N", sizes, advice, [](unsigned n) { require_right_sums(n, 64); });
  }

  TEST_CASE("right for every block size") {
    const char* advice = "N is 4999 here. How large is the tile in a block of 1024 threads?";
    for_every("block size", block_sizes, advice,
              [](unsigned block_size) { require_right_sums(4999, block_size); });
  }

  TEST_CASE("right for random N") {
    const char* advice = "Blocks have 128 threads here. Does the code assume certain sizes?";
    for_every("N", random_sizes(8, 20'000), advice, [](unsigned n) { require_right_sums(n, 128); });
  }

  TEST_CASE("right for large numbers of both signs") {
    for_large_integers([](const auto& values) { require_right_sums(stencil(values, 256)); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // 4 bytes for each element of a block and for its halo; the first and the last block have half a
  // halo. The starter kernel loads seven times as much, one whose threads load both neighbours at
  // the distance `radius` three times as much.
  TEST_CASE("blocks load each element once") {
    const char* advice =
        "Every block needs its own elements and 3 on either side. Which thread loads which, so "
        "that\n"
        "none is loaded twice? The sums come from the tile alone.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      require_at_most("bytes that blocks load", 4.0 * full_blocks * (block_size + 2 * radius),
                      bytes_read(measure_full_blocks(block_size)));
    });
  }

  // 23 in blocks of 32, in which three threads load the halo. One thread that fills the tile: 3.
  TEST_CASE("the threads share the work") {
    const char* advice = "While one thread fills the tile, all others wait at the barrier.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      require_work_shared(16, measure_full_blocks(block_size));
      require_runs_shared();
    });
  }
}

TEST_SUITE("time") {
  TEST_CASE("N = 2^24, blocks of 256") {
    time_on_gpu([](stopwatch& watch) {
      constexpr unsigned n = 1u << 24;
      stencil all(n, 256);
      watch.time(8.0 * n, [&] { all.enqueue_it(); });
    });
  }
}
