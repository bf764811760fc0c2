// Grader of 01_runtime_init/first_kernel: an index, and a guard.
#include "01_runtime_init/first_kernel.hpp"

#include <lockstep/grader.hpp>

#include <vector>

using namespace lockstep::grader;

namespace {

const std::vector<unsigned> block_sizes = {32, 64, 128, 256, 512, 1024};

struct scaling {
  unsigned size;
  float factor = reals(1, -4, 4).front();
  std::vector<float> values;
  input_buffer<float> data;
  output_buffer<float> result;

  explicit scaling(unsigned size, float largest = 100)
      : size(size),
        values(reals(size, -largest, largest)),
        data("data", values),
        result("result", size) {}

  void launch_in(unsigned block_size) {
    const unsigned blocks = (size + block_size - 1) / block_size;
    launch(scale, blocks, block_size, data.data(), result.data(), size, factor);
  }

  void require_right() const {
    std::vector<float> expected;
    for (const float value : values) expected.push_back(factor * value);
    result.require_equals(expected);
    data.require_unchanged();
  }
};

void require_right_result(unsigned n, unsigned block_size, float largest = 100) {
  scaling all(n, largest);
  all.launch_in(block_size);
  all.require_right();
}

lockstep::counters measure_scaling(unsigned n, unsigned block_size) {
  scaling all(n);
  return measure([&] { all.launch_in(block_size); }, [&] { all.require_right(); });
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every N") {
    const char* advice =
        "Blocks have 256 threads here. Take N = 300: which element belongs to thread 10 of block\n"
        "1, and which threads have none?\n"
        "Read `A kernel and its threads` in chapters/01_runtime_init/README.md.";
    std::vector<unsigned> sizes = awkward_sizes();
    sizes.erase(sizes.begin());  // 0 elements need no block, and no grid is empty
    for_every("N", sizes, advice, [](unsigned n) { require_right_result(n, 256); });
  }

  TEST_CASE("right for every block size") {
    const char* advice = "N is 4999 here. blockDim.x is the number of threads in a block.";
    for_every("block size", block_sizes, advice,
              [](unsigned block_size) { require_right_result(4999, block_size); });
  }

  TEST_CASE("right for random N") {
    const char* advice = "Blocks have 128 threads here. Does the code assume certain sizes?";
    for_every("N", random_sizes(8, 20'000), advice,
              [](unsigned n) { require_right_result(n, 128); });
  }

  TEST_CASE("right for large numbers of both signs") {
    for_large_reals([](unsigned size, float largest) { require_right_result(size, 128, largest); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // 4 bytes for each element. A kernel whose blocks all do all the work loads them many times.
  TEST_CASE("each element is loaded once") {
    const char* advice =
        "There are 4096 elements, in blocks of 256 threads. Each thread has one element of its "
        "own.";
    for_every("N", {4096}, advice, [](unsigned n) {
      require_exactly("bytes that the kernel loads", 4.0 * n,
                      all_counted(measure_scaling(n, 256)).global_load_bytes);
    });
  }

  // All 32 in full blocks. One thread that walks over all elements: 4.
  TEST_CASE("the threads share the work") {
    const char* advice =
        "The kernel runs once for each thread. No loop over the elements is needed: the launch is\n"
        "the loop.";
    for_every("N", {4096}, advice,
              [](unsigned n) { require_work_shared(16, measure_scaling(n, 256), 0); });
  }
}

TEST_SUITE("time") {
  TEST_CASE("N = 2^24, blocks of 256") {
    time_on_gpu([](stopwatch& watch) {
      constexpr unsigned n = 1u << 24, block_size = 256;
      scaling all(n);
      watch.time(8.0 * n, [&] {
        enqueue(scale, n / block_size, block_size, all.data.data(), all.result.data(), n,
                all.factor);
      });
    });
  }
}
