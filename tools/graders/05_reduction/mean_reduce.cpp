// Grader of 05_reduction/mean_reduce: the mean of any integers, however many.
#include "05_reduction/mean_reduce.hpp"
#include "blocks.hpp"

#include <lockstep/grader.hpp>
#include <lockstep/grader/copies.hpp>

#include <climits>
#include <vector>

using namespace lockstep::grader;

namespace {

// Absolute and relative. A right answer may add in double, or divide first; that costs a few units
// in the last place of 53 bits. An element of 1 that is left out of a million changes the mean by
// 1e-6.
constexpr lockstep::tolerance allowed{1e-7, 1e-12};

std::vector<unsigned> sizes_from_1() {
  std::vector<unsigned> sizes = awkward_sizes();
  sizes.erase(sizes.begin());  // 0 elements have no mean
  return sizes;
}

double mean_of(const std::vector<int>& values) {
  long long sum = 0;  // exact
  for (const int value : values) sum += value;
  return static_cast<double>(sum) / static_cast<double>(values.size());
}

void require_right_mean(const std::vector<int>& values, unsigned block_size) {
  const auto n = static_cast<unsigned>(values.size());
  const input_buffer<int> data("data", values);
  output_buffer<long long> partial("partial", blocks_for(n, block_size));

  const double got = run([&] { return mean(data.data(), partial.data(), n, block_size); });

  require_close(mean_of(values), got, allowed);
  data.require_unchanged();
  partial.require_nothing_written_outside();
}

lockstep::counters measure_mean(unsigned n, unsigned block_size) {
  const input_buffer<int> data("data", integers(n));
  output_buffer<long long> partial("partial", blocks_for(n, block_size));
  return measure([&] { mean(data.data(), partial.data(), n, block_size); });
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for small elements") {
    const char* advice =
        "The elements are 1 to 999. By how many elements is which sum divided, and does the\n"
        "division keep what is behind the point?";
    for_every("N", sizes_from_1(), advice,
              [](unsigned n) { require_right_mean(integers(n), 256); });
  }

  TEST_CASE("right for large elements") {
    const char* advice =
        "The elements are 2,000,000,000 to 2,147,483,647. Which is the first addition whose sum\n"
        "does not fit an int, and what type has the place that it is stored to?";
    for_every("N", sizes_from_1(), advice, [](unsigned n) {
      require_right_mean(integers_between(n, 2'000'000'000, INT_MAX), 256);
    });
  }

  TEST_CASE("right for negative elements") {
    const char* advice =
        "The elements are below -2,000,000,000. What becomes of a negative sum that is divided by\n"
        "an unsigned number?";
    for_every("N", sizes_from_1(), advice, [](unsigned n) {
      require_right_mean(integers_between(n, INT_MIN, -2'000'000'000), 256);
    });
  }

  TEST_CASE("right for any elements") {
    const char* advice = "The elements are of any sign and size, and N is 4999.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      require_right_mean(integers_between(4999, INT_MIN, INT_MAX), block_size);
    });
  }

  // A block has 1024 threads at most: a second launch of one block may add 1024 sums, and no
  // more.
  TEST_CASE("right for more than 1024 blocks") {
    const char* advice =
        "The block size is 64 here. How many sums do the blocks leave, and is every one added?";
    for_every("N", {100'003}, advice, [](unsigned n) { require_right_mean(integers(n), 64); });
  }

  TEST_CASE("right for N that nobody chose") {
    const char* advice = "The block size is 128 here. Does the code count on certain sizes?";
    for_every("N", random_sizes(10, 20'000), advice,
              [](unsigned n) { require_right_mean(integers(n), 128); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // An element has 4 bytes. 10 % more may be loaded, so that a second kernel may add up the sums of
  // the blocks, of 8 bytes each.
  TEST_CASE("the GPU reads every element, and reads it once") {
    const char* advice =
        "4 bytes for each element. Fewer: the host adds some elements, or all of them.\n"
        "More: a kernel loads elements again that it could keep in shared memory.";
    for_every("N", {100'003}, advice, [](unsigned n) {
      const auto counted = measure_mean(n, 256);
      require_at_least("bytes that kernels load", 4.0 * n, counted.global_load_bytes);
      require_at_most("bytes that kernels load", 4.4 * n, counted.global_load_bytes);
    });
  }

  // The kernels may add all elements, and the host once more, which is then the sum that counts.
  TEST_CASE("the host gets sums, and no elements") {
    const char* advice =
        "All that the host needs are the sums of the blocks. Whatever else it copies, the GPU has\n"
        "added already.";
    for_every("N", {100'003}, advice, [](unsigned n) {
      const input_buffer<int> data("data", integers(n));
      output_buffer<long long> partial("partial", blocks_for(n, 256));
      require_few_bytes_copied(8.0 * blocks_for(n, 256),
                               [&] { mean(data.data(), partial.data(), n, 256); });
    });
  }

  // In the tree whole warps are at work in most steps, or none is, and 16 leaves room for any. One
  // thread that adds for all others: below 4.
  TEST_CASE("the threads share the work") {
    const char* advice =
        "A warp has 32 lanes. If one thread adds for all others, they wait: keep the tree, in\n"
        "which half of the threads add in the first step.";
    for_every("N", {1u << 16}, advice,
              [](unsigned n) { require_active_lanes(16, measure_mean(n, 256)); });
  }
}
