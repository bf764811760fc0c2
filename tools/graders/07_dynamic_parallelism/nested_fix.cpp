// Grader of 07_dynamic_parallelism/nested_fix: sums by one grid for each step.
#include "07_dynamic_parallelism/nested_fix.hpp"
#include "nesting.hpp"

#include <lockstep/grader.hpp>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

using namespace lockstep::grader;

namespace {

// What the grader launches.
struct problem {
  unsigned size, width, threads;
  unsigned tiles() const { return (size + width - 1) / width; }
};

void enqueue_first_step(const problem& of, int* data, int* partial) {
  enqueue(tile_sums, of.tiles(), of.threads, data, partial, of.size, of.width, of.width / 2);
}

std::vector<int> sums_of_tiles(const problem& of, const std::vector<int>& values) {
  std::vector<int> sums(of.tiles(), 0);
  for (unsigned i = 0; i < of.size; ++i) sums[i / of.width] += values[i];
  return sums;
}

void require_right_sums(const problem& of, const std::vector<int>& values) {
  if_right_so_far([&] {
    guarded_buffer<int> data("data", values);
    output_buffer<int> partial("partial", of.tiles());

    run([&] { enqueue_first_step(of, data.data(), partial.data()); });

    partial.require_equals(sums_of_tiles(of, values));
    (void)data.read();
  });
}

void require_right_sums(const problem& of) { require_right_sums(of, integers(of.size)); }

launch_list measure_steps(const problem& of) {
  const std::vector<int> values = integers(of.size);
  guarded_buffer<int> data("data", values);
  output_buffer<int> partial("partial", of.tiles());
  return measure_launches([&] { enqueue_first_step(of, data.data(), partial.data()); },
                          [&] { partial.require_equals(sums_of_tiles(of, values)); });
}

unsigned steps_of(unsigned width) {
  unsigned count = 0;
  for (; width > 1; width /= 2) ++count;
  return count;
}

const std::vector<unsigned> widths = {2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for sizes that fill their tiles") {
    const char* advice =
        "Tiles are 64 wide here, and blocks have 32 threads: one for each addition of the first\n"
        "step. Which elements are added in which step, and by which grid?";
    for_every("N", {64, 128, 640}, advice, [](unsigned n) { require_right_sums({n, 64, 32}); });
  }

  TEST_CASE("right for every N") {
    const char* advice =
        "Tiles are 64 wide here. How many elements has the last one, and which threads have\n"
        "something to add?";
    for_every("N", {1, 2, 31, 32, 33, 63, 64, 65, 95, 96, 97, 127, 129, 1023, 5000}, advice,
              [](unsigned n) {
                require_right_sums({n, 64, 32});
              });
  }

  TEST_CASE("right for every width of a tile") {
    const char* advice = "N is 2999 here. Which width has no second step?";
    for_every("width", widths, advice, [](unsigned width) {
      require_right_sums({2999, width, width / 2});
    });
  }

  TEST_CASE("right if blocks have more threads than additions") {
    const char* advice =
        "Blocks have `width` threads in the first step here, and N is 2999. What do the threads\n"
        "beyond the stride do?";
    for_every("width", widths, advice, [](unsigned width) {
      require_right_sums({2999, width, width});
    });
  }

  TEST_CASE("right for random N") {
    const char* advice = "Tiles are 128 wide. Does the code assume certain sizes?";
    for_every("N", random_sizes(5, 10'000), advice, [](unsigned n) {
      require_right_sums({n, 128, 64});
    });
  }

  TEST_CASE("right for large numbers of both signs") {
    for_large_integers([](const auto& values) {
      require_right_sums({static_cast<unsigned>(values.size()), 128, 64}, values);
    });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // The plan of the starter kernel: log2(width) grids, whatever the number of tiles. Blocks that
  // launch for their own tile alone make as many for each step as there are tiles; a loop makes
  // none.
  TEST_CASE("one grid for each step, with a block for each tile") {
    const char* advice =
        "N is 1000 here. A tile of 8 needs three steps: the first is launched by the grader, two "
        "by\n"
        "kernels, by one thread of each grid, for all tiles.";
    for_every("width", widths, advice, [](unsigned width) {
      const problem of{1000, width, width / 2};
      const launch_list steps = measure_steps(of);
      require_of_grids([&] { require_exactly("grids", steps_of(width), double(steps.size())); });
      for (const auto& step : steps) require_exactly("blocks of a grid", of.tiles(), step.grid[0]);
      require_threads_at_work(steps_of(width) * (of.size / of.width));  // a step of a tile each
      require_even_work();
    });
  }
}

TEST_SUITE("time") {
  TEST_CASE("N = 2^24, tiles of 1024") {
    time_on_gpu([](stopwatch& watch) {
      const problem of{1u << 24, 1024, 512};
      const guarded_buffer<int> original("original", integers(of.size));
      guarded_buffer<int> data("data", std::vector<int>(of.size));
      output_buffer<int> partial("partial", of.tiles());
      watch.time(
          4.0 * of.size, [&] { enqueue_first_step(of, data.data(), partial.data()); },
          [&] { data.restore(original); });
    });
  }
}
