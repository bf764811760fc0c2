// Grader of 06_unrolling/grid_stride_sum: a grid that fits the device, and threads that walk.
#include "06_unrolling/grid_stride_sum.hpp"

#include <lockstep/device.hpp>
#include <lockstep/grader.hpp>
#include <lockstep/grader/copies.hpp>

#include <numeric>
#include <string>
#include <vector>

#include "launches.hpp"

using namespace lockstep::grader;

namespace {

// Trials that did not come to their end.
unsigned sums_that_were_wrong = 0;

void require_right_sum(unsigned n) {
  ++sums_that_were_wrong;
  const std::vector<int> values = integers(n);
  const input_buffer<int> data("data", values);
  output_buffer<int> partial("partial", room_for_partials);

  const int got = run([&] { return sum(data.data(), partial.data(), n); });

  require_equal(std::accumulate(values.begin(), values.end(), 0), got);
  data.require_unchanged();
  partial.require_nothing_written_outside();
  --sums_that_were_wrong;
}

// Several waves of threads are wrong here if they are so only for many elements.
launch_list measure_sum(unsigned n) {
  const input_buffer<int> data("data", std::vector<int>(n, 1));
  output_buffer<int> partial("partial", room_for_partials);
  int got = 0;
  launch_list launches =
      measure_launches([&] { got = run([&] { return sum(data.data(), partial.data(), n); }); });
  require_equal(static_cast<int>(n), got);
  return launches;
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every N") {
    const char* advice =
        "In each round the grid takes as many neighbours as it has threads. Where does it begin,\n"
        "how far does it move on, and who stops when? Which grid does N = 0 need? And what\n"
        "lies in `partial` where no block has written?";
    std::vector<unsigned> sizes = awkward_sizes();
    sizes.pop_back();  // the largest: see below
    for_every("N", sizes, advice, require_right_sum);
  }

  TEST_CASE("right for N that nobody chose") {
    const char* advice = "Does the code count on certain sizes?";
    for_every("N", random_sizes(5, 20'000), advice, require_right_sum);
  }

  // An H200 holds 270,336 threads at once. An answer in which threads add what others add, too,
  // would take so long here that it seems to hang; it has been wrong before.
  TEST_CASE("right for more elements than there are threads") {
    const char* advice =
        "Here a thread has more than one element, and not all threads have as many. Does the next\n"
        "one lie gridDim.x * blockDim.x further on, and does each count?";
    for_every("N", {1u << 18, 300'007}, advice, [](unsigned n) {
      if (sums_that_were_wrong > 0)
        throw undecided("Not tried: fewer elements have to be right first.");
      require_right_sum(n);
    });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // An element has 4 bytes. 5 % more may be loaded, so that a second kernel may add up the sums of
  // the blocks.
  TEST_CASE("the GPU reads every element, and reads it once") {
    const char* advice =
        "4 bytes for each element. Fewer: the host adds some elements, or all of them.\n"
        "More: elements are loaded again.";
    for_every("N", {100'003}, advice, [](unsigned n) {
      const auto counted = total(measure_sum(n));
      require_at_least("bytes that kernels load", 4.0 * n, counted.global_load_bytes);
      require_at_most("bytes that kernels load", 4.2 * n, counted.global_load_bytes);
    });
  }

  // The kernel may add all elements, and the host once more, which is then the sum that counts.
  TEST_CASE("the host gets sums, and no elements") {
    const char* advice =
        "All that the host needs are the sums of the blocks. Whatever else it copies, the GPU has\n"
        "added already.";
    for_every("N", {100'003}, advice, [](unsigned n) {
      const input_buffer<int> data("data", integers(n));
      output_buffer<int> partial("partial", room_for_partials);
      require_few_bytes_copied(4.0 * room_for_partials,
                               [&] { sum(data.data(), partial.data(), n); });
    });
  }

  // In the rounds all lanes are at work, in the tree whole warps or none in most steps. One thread
  // that adds for all others: below 4.
  TEST_CASE("the threads share the work") {
    const char* advice =
        "A warp has 32 lanes. If one thread adds for all others, they wait: every thread adds\n"
        "elements of its own first, then the block goes through the tree.";
    for_every("N", {1u << 20}, advice,
              [](unsigned n) { require_active_lanes(16, total(measure_sum(n))); });
  }

  // Neighbouring lanes, neighbouring elements: all 32 bytes of a sector are asked for. A piece for
  // each thread: up to eight times as many sectors. 10 % are for a ragged end and the partial sums.
  TEST_CASE("loads are coalesced, in every round") {
    const char* advice =
        "Lanes next to each other have to load elements next to each other: the stride is between\n"
        "the rounds, not between the lanes. Read `The rungs`, 15, in "
        "chapters/06_unrolling/README.md.";
    for_every("N", {1u << 20}, advice, [](unsigned n) {
      const auto counted = total(measure_sum(n));
      require_at_most("sectors that loads touch", 1.1 * counted.global_load_bytes / 32,
                      counted.global_load_sectors);
    });
  }

  // Both are more elements than a device has threads, four to eight waves of an H200's 270,336: a
  // grid that fits the device is the same for both.
  TEST_CASE("threads do not grow with N") {
    const char* advice =
        "Twice as many elements, twice as many rounds, but the same grid: what the device holds\n"
        "at once does not depend on N. Read `Few blocks` in chapters/06_unrolling/README.md.";
    for_every("N", {1u << 21}, advice, [](unsigned n) {
      const double half = threads_of(measure_sum(n / 2));
      require_at_most("threads launched for 2^21 elements, as against 2^20", half,
                      threads_of(measure_sum(n)));
    });
  }

  // A multiprocessor without a block does nothing, and its share of the bandwidth is lost.
  TEST_CASE("every multiprocessor has a block") {
    const char* advice =
        "Blocks are the unit in which work is handed out: with fewer blocks than multiprocessors,\n"
        "some have nothing to do.";
    for_every("N", {1u << 20}, advice, [](unsigned n) {
      require_at_least("blocks of the largest grid",
                       lockstep::device_attribute(cudaDevAttrMultiProcessorCount),
                       blocks_of_largest_grid(measure_sum(n)));
    });
  }
}

TEST_SUITE("time") {
  TEST_CASE("N = 2^25") {
    time_on_gpu([](stopwatch& watch) {
      constexpr unsigned n = 1u << 25;
      const input_buffer<int> data("data", integers_between(n, 1, 100));  // the sum fits an int
      output_buffer<int> partial("partial", room_for_partials);
      watch.time(4.0 * n, [&] { sum(data.data(), partial.data(), n); });
    });
  }
}
