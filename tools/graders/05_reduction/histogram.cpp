// Grader of 05_reduction/histogram: a histogram for each block, and one addition for each of its
// bins.
#include "05_reduction/histogram.hpp"

#include <lockstep/grader.hpp>

#include <vector>

using namespace lockstep::grader;

namespace {

const std::vector<unsigned> block_sizes = {32, 64, 128, 256, 512, 1024};

struct histogram_trial {
  unsigned size;
  std::vector<unsigned char> values;
  std::vector<unsigned> before;
  input_buffer<unsigned char> data;
  guarded_buffer<unsigned> counts;

  explicit histogram_trial(const std::vector<unsigned>& elements)
      : size(static_cast<unsigned>(elements.size())),
        values(elements.begin(), elements.end()),
        before(unsigneds(bins, 0, 9)),
        data("data", values),
        counts("counts", before) {}

  void enqueue_in(unsigned blocks, unsigned block_size) {
    enqueue(histogram, blocks, block_size, data.data(), counts.data(), size);
  }

  void require_right() const {
    std::vector<unsigned> expected = before;
    for (const unsigned element : values) ++expected[element];
    counts.require_equals(expected);
    data.require_unchanged();
  }
};

// Some elements are far more frequent than others.
std::vector<unsigned> uneven(unsigned n) {
  std::vector<unsigned> elements = unsigneds(n, 0, bins * bins - 1);
  for (unsigned& element : elements) element = element % 7 == 0 ? 5 : element / bins;
  return elements;
}

void require_right_counts(const std::vector<unsigned>& elements, unsigned blocks,
                          unsigned block_size) {
  histogram_trial all(elements);
  run([&] { all.enqueue_in(blocks, block_size); });
  all.require_right();
}

constexpr unsigned measured_blocks = 8, measured_size = 1u << 16;

lockstep::counters measure_histogram(unsigned block_size) {
  histogram_trial all(uneven(measured_size));
  return measure([&] { all.enqueue_in(measured_blocks, block_size); },
                 [&] { all.require_right(); });
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every N") {
    const char* advice =
        "There are 5 blocks of 128 threads here, and `counts` is not 0 at the start. Which\n"
        "elements does a block count, and what does it add to which words at the end?";
    for_every("N", {0, 1, 31, 32, 33, 639, 640, 641, 5003, 20'000}, advice,
              [](unsigned n) { require_right_counts(uneven(n), 5, 128); });
  }

  TEST_CASE("right for every block size") {
    const char* advice =
        "N is 4999 here, and there are 3 blocks. There are 64 bins: which threads clear them,\n"
        "and which add them to `counts`, in a block of 32 threads?";
    for_every("block size", block_sizes, advice,
              [](unsigned block_size) { require_right_counts(uneven(4999), 3, block_size); });
  }

  TEST_CASE("right for every grid") {
    const char* advice = "N is 4999 here, in blocks of 64 threads: the grid may be small or large.";
    for_every("blocks", {1, 2, 7, 78, 79, 100}, advice,
              [](unsigned blocks) { require_right_counts(uneven(4999), blocks, 64); });
  }

  TEST_CASE("right if all elements are equal") {
    const char* advice = "All elements are 63 here: every thread counts in the same bin.";
    for_every("N", {1, 1000, 4999}, advice,
              [](unsigned n) { require_right_counts(std::vector<unsigned>(n, bins - 1), 4, 128); });
  }

  TEST_CASE("right for random N") {
    const char* advice = "There are 3 blocks of 256 threads here.";
    for_every("N", random_sizes(8, 20'000), advice,
              [](unsigned n) { require_right_counts(uneven(n), 3, 256); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // Atomic additions are no loads. So these are the bins that are handed on; a kernel that counts
  // in global memory loads none.
  TEST_CASE("each block counts in shared memory") {
    const char* advice =
        "There are 8 blocks. The threads of a block can count in 64 words of its own first; how\n"
        "often must a block then add to `counts`?\n"
        "Read `Shared memory (03 to 04)` in chapters/05_reduction/README.md.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      const auto counted = measure_histogram(block_size);
      require_at_least("bytes loaded from shared memory", 4.0 * bins * measured_blocks,
                       counted.shared_load_bytes);
      require_at_most("bytes of elements and of bins handed on",
                      1.1 * measured_size + 8.0 * bins * measured_blocks, bytes_read(counted));
    });
  }

  // Of a warp: one for each of its rounds, and 32 bins of the block with another. One thread that
  // hands on all bins needs 64. Two for each block are forgiven.
  TEST_CASE("one addition for each bin of a block") {
    const char* advice =
        "A warp counts 32 elements with one instruction, and adds 32 bins to `counts` with\n"
        "another. Which threads add them, and how often?";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      require_at_most("atomic instructions of all warps",
                      measured_size / 32.0 + measured_blocks * (bins / 32.0 + 2),
                      measure_histogram(block_size).atomics);
    });
  }

  // All 32. One thread that counts for its block: 1.
  TEST_CASE("the threads share the work") {
    const char* advice =
        "One thread alone needs no atomics, but all others wait for it. Let each thread count\n"
        "elements.";
    for_every("block size", block_sizes, advice,
              [](unsigned block_size) { require_work_shared(16, measure_histogram(block_size)); });
  }
}

TEST_SUITE("time") {
  TEST_CASE("N = 2^26, 1056 blocks of 256") {
    time_on_gpu([](stopwatch& watch) {
      constexpr unsigned n = 1u << 26;
      histogram_trial all(uneven(n));
      watch.time(n, [&] { all.enqueue_in(1056, 256); });
    });
  }
}
