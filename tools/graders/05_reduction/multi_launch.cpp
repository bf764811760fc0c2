// Grader of 05_reduction/multi_launch: a sum by launch after launch.
#include "05_reduction/multi_launch.hpp"
#include "sums.hpp"

#include <lockstep/grader.hpp>
#include <lockstep/grader/copies.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

using namespace lockstep::grader;

namespace {

// One call of the answer, with everything around it that it must leave alone.
void require_right_sum(const std::vector<int>& values, unsigned block_size) {
  const auto n = static_cast<unsigned>(values.size());
  const input_buffer<int> data("data", values);
  output_buffer<int> result("result", 1);
  output_buffer<int> first("first", blocks_for(n, block_size));
  output_buffer<int> second("second", blocks_for(n, block_size));

  run_shared([&] { sum(data.data(), result.data(), first.data(), second.data(), n, block_size); },
             of_a_sum);

  result.require_equals({std::accumulate(values.begin(), values.end(), 0)});
  data.require_unchanged();
  first.require_nothing_written_outside();
  second.require_nothing_written_outside();
}

void require_right_sum(unsigned n, unsigned block_size) {
  require_right_sum(integers(n), block_size);
}

launch_list launches_of_sum(unsigned n, unsigned block_size) {
  const std::vector<int> values = integers(n);
  const input_buffer<int> data("data", values);
  output_buffer<int> result("result", 1);
  output_buffer<int> first("first", blocks_for(n, block_size));
  output_buffer<int> second("second", blocks_for(n, block_size));
  return measure_launches(
      [&] { sum(data.data(), result.data(), first.data(), second.data(), n, block_size); },
      [&] { result.require_equals({std::accumulate(values.begin(), values.end(), 0)}); });
}

// Launches until one number is left, if each leaves one for block_size.
unsigned levels(unsigned n, unsigned block_size) {
  unsigned launches = 1;
  while ((n = blocks_for(n, block_size)) > 1) ++launches;
  return launches;
}

// The last launches, of one block each, load what the blocks before them have left: a launch that
// does nothing adds nothing up.
void require_sums_loaded(const launch_list& launches) {
  const auto of_many = std::find_if(launches.rbegin(), launches.rend(), [](const auto& one) {
    return one.grid[0] * one.grid[1] * one.grid[2] > 1;
  });
  if (of_many == launches.rend()) return;
  const auto& grid = of_many->grid;
  std::uint64_t loaded = 0;
  for (auto one = launches.rbegin(); one != of_many; ++one)
    loaded += one->counters.global_load_bytes;
  require_at_least("bytes that the launches of one block load", 4.0 * grid[0] * grid[1] * grid[2],
                   double(loaded));
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every N") {
    const char* advice =
        "The block size is 256 here. How many numbers does each launch leave, and does the next\n"
        "one take all of them? Read `Waiting for all blocks` in chapters/05_reduction/any_size.md.";
    for_every("N", awkward_sizes(), advice, [](unsigned n) { require_right_sum(n, 256); });
  }

  // Around the sizes at which a launch more is needed: 64, 64 * 64, 64 * 64 * 64.
  TEST_CASE("right for N around a block of blocks") {
    const char* advice =
        "The block size is 64 here. How many launches does this N need, and which is the last?";
    for_every("N", {63, 64, 65, 4095, 4096, 4097, 4161, 262'143, 262'144, 262'145}, advice,
              [](unsigned n) { require_right_sum(n, 64); });
  }

  TEST_CASE("right for every block size") {
    const char* advice =
        "N is 70,001 here. The number of blocks follows from block_size each time.";
    for_every("block size", block_sizes, advice,
              [](unsigned block_size) { require_right_sum(70'001, block_size); });
  }

  TEST_CASE("right for random N") {
    const char* advice = "The block size is 64 here. Does the code assume certain sizes?";
    for_every("N", random_sizes(8, 30'000), advice, [](unsigned n) { require_right_sum(n, 64); });
  }

  TEST_CASE("right for large numbers of both signs") {
    for_large_integers([](const auto& values) { require_right_sum(values, 64); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // One launch for each level, and one more for answers that copy or clear the result by a kernel.
  // Fewer are good: a thread may take several elements. Launches that halve need 18 for the last.
  TEST_CASE("few launches") {
    const char* advice =
        "The block size is 64 here: each launch can leave one number for 64, not for two.";
    for_every("N", {64, 65, 4096, 4097, 262'144, 262'145}, advice, [](unsigned n) {
      require_launches_at_most(levels(n, 64) + 1, launches_of_sum(n, 64));
    });
  }

  // 2^18 elements leave 4096 sums of blocks of 64, or fewer if a thread takes several. If nobody
  // adds these by a second launch, the host does it, an atomic or one block for all.
  TEST_CASE("launch after launch, until one block is left") {
    const char* advice =
        "The block size is 64 here. Blocks leave their sums, and the next launch must add those\n"
        "up, until one block is left: not the host, and no atomics.";
    for_every("N", {1u << 18}, advice, [](unsigned n) {
      const launch_list launches = launches_of_sum(n, 64);
      require_at_least("launches", 2, launches.size());
      const auto& grid = launches.back().grid;
      require_at_most("blocks of the last launch", 1, double(grid[0]) * grid[1] * grid[2]);
      require_sums_loaded(launches);
      require_at_most("atomics", 0, total(launches).atomics);
      require_other_accesses(0, total(launches));
    });
  }

  // An element has 4 bytes, and the sums of blocks of 256 are 0.4 % more.
  TEST_CASE("the GPU reads every element, and reads it once") {
    const char* advice =
        "Kernels load 4 bytes for each element. If there are fewer, the host adds some or all of\n"
        "them; if more, a kernel loads elements again that it could keep in shared memory.";
    for_every("N", {100'003}, advice,
              [](unsigned n) { require_each_loaded_once(n, total(launches_of_sum(n, 256))); });
  }

  // The last launch may leave the sum, and the host another one, which is then what counts.
  TEST_CASE("the host copies no numbers") {
    const char* advice = "The host only launches: the last launch stores the sum to *result.";
    for_every("N", {100'003}, advice, [](unsigned n) {
      const std::vector<int> values = integers(n);
      const input_buffer<int> data("data", values);
      output_buffer<int> result("result", 1);
      output_buffer<int> first("first", blocks_for(n, 256));
      output_buffer<int> second("second", blocks_for(n, 256));
      require_few_bytes_copied(
          0, 4.0 * n, [&] { sum(data.data(), result.data(), first.data(), second.data(), n, 256); },
          [&] { result.require_equals({std::accumulate(values.begin(), values.end(), 0)}); });
    });
  }

  // In each launch for itself, for the last one is small; 64 numbers or less may be anybody's
  // affair. In a tree 28 lanes take part and more; one thread that adds for all others: 1.
  TEST_CASE("the threads share the work in every launch") {
    const char* advice =
        "A warp has 32 lanes. If one thread adds the rest, all others wait: use the tree for\n"
        "that, too. The kernel that you have does it.";
    for_every("N", {1u << 16}, advice, [](unsigned n) {
      for (const auto& launch : launches_of_sum(n, 256))
        if (launch.counters.global_load_bytes > 4 * 64) {
          require_active_lanes(16, launch.counters);
          require_nothing_repeated(400, launch.counters);
        }
      require_even_work();
      require_runs_shared();
    });
  }
}

TEST_SUITE("time") {
  TEST_CASE("N = 2^25, blocks of 256") {
    time_on_gpu([](stopwatch& watch) {
      constexpr unsigned n = timed_size, block_size = 256;
      const input_buffer<int> data("data", timed_integers());
      output_buffer<int> result("result", 1);
      output_buffer<int> first("first", blocks_for(n, block_size));
      output_buffer<int> second("second", blocks_for(n, block_size));
      watch.time(4.0 * n, [&] {
        sum(data.data(), result.data(), first.data(), second.data(), n, block_size);
      });
    });
  }
}
