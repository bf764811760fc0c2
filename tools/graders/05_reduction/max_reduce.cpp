// Grader of 05_reduction/max_reduce: the largest element of each block, whatever the elements are.
#include "05_reduction/max_reduce.hpp"
#include "blocks.hpp"

#include <lockstep/grader.hpp>

#include <algorithm>
#include <climits>
#include <vector>

using namespace lockstep::grader;

namespace {

std::vector<unsigned> sizes_from_1() {
  std::vector<unsigned> sizes = awkward_sizes();
  sizes.erase(sizes.begin());  // 0 elements need no block, and no grid is empty
  return sizes;
}

std::vector<int> maxima_of_blocks(const std::vector<int>& values, unsigned block_size) {
  std::vector<int> maxima;
  for (auto first = values.begin(); first != values.end();) {
    const auto last = first + std::min<std::ptrdiff_t>(block_size, values.end() - first);
    maxima.push_back(*std::max_element(first, last));
    first = last;
  }
  return maxima;
}

void require_right_maxima(const std::vector<int>& values, unsigned block_size) {
  const std::vector<int> expected = maxima_of_blocks(values, block_size);
  const input_buffer<int> data("data", values);
  output_buffer<int> partial("partial", expected.size());

  run_shared(
      [&] {
        enqueue(block_maxima, expected.size(), block_size, data.data(), partial.data(),
                values.size());
      },
      of_a_tree);

  partial.require_equals(expected);
  data.require_unchanged();
}

// Full blocks only: then the counts depend on nothing but the code and the size of a block.
constexpr unsigned blocks = 16;

lockstep::counters measure_full_blocks(unsigned block_size) {
  const unsigned n = blocks * block_size;
  const std::vector<int> values = integers(n);
  const input_buffer<int> data("data", values);
  output_buffer<int> partial("partial", blocks);
  return measure([&] { launch(block_maxima, blocks, block_size, data.data(), partial.data(), n); },
                 [&] { partial.require_equals(maxima_of_blocks(values, block_size)); });
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for positive elements") {
    const char* advice = "The elements are 1 to 999. How do two values of the tree become one?";
    for_every("N", sizes_from_1(), advice,
              [](unsigned n) { require_right_maxima(integers(n), 256); });
  }

  TEST_CASE("right for negative elements") {
    const char* advice =
        "The elements are -999 to -1. Which of two of them is the larger? And which value do\n"
        "threads without an element put in? It must lose against every element.";
    for_every("N", sizes_from_1(), advice,
              [](unsigned n) { require_right_maxima(integers_between(n, -999, -1), 256); });
  }

  TEST_CASE("right for the smallest elements") {
    const char* advice =
        "All elements are the smallest int. The value that threads without an element put in\n"
        "must not beat it: only one int does not.";
    for_every("N", {1, 31, 255, 4999}, advice,
              [](unsigned n) { require_right_maxima(std::vector<int>(n, INT_MIN), 256); });
  }

  TEST_CASE("right wherever the largest lies") {
    const char* advice = "One element of 64 is larger than all others. Does the tree reach it?";
    std::vector<unsigned> positions;
    for (unsigned at = 0; at < 64; ++at) positions.push_back(at);
    for_every("position", positions, advice,
              [](unsigned at) { require_right_maxima(one_hot(64, at), 64); });
  }

  TEST_CASE("right for every block size") {
    const char* advice =
        "N is 4999 here. The steps of the tree follow from blockDim.x. And elements may be any\n"
        "ints, of both signs: which type compares them, and does the comparison overflow?";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      require_right_maxima(integers_between(4999, INT_MIN, INT_MAX), block_size);
    });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // 4 bytes for each element; 5 % more leave room for whatever a block needs once. A tree in global
  // memory, or one that asks data[i + stride] in its first step, loads half as much again.
  TEST_CASE("elements are read once") {
    const char* advice = "4 bytes for each element: load it once, and keep it in shared memory.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      require_at_most("bytes loaded from global memory", 4.2 * blocks * block_size,
                      bytes_read(measure_full_blocks(block_size)));
    });
  }

  // In a tree whole warps are at work in most steps, or none is, and 16 leaves room for any. One
  // thread that compares for all others: below 4.
  TEST_CASE("the threads share the work") {
    const char* advice =
        "If one thread compares for all others, they wait. Keep the tree, in which half of the\n"
        "threads compare in the first step.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      const auto counted = measure_full_blocks(block_size);
      require_tree_shared(counted);
    });
  }
}

TEST_SUITE("time") {
  TEST_CASE("N = 2^25, blocks of 256") { time_blocks(block_maxima, 1u << 25, 256); }
}
