// Grader of NN_chapter/NAME: what it asks for.
#include "NN_chapter/NAME.hpp"

#include <lockstep/grader.hpp>

#include <vector>

using namespace lockstep::grader;

namespace {

constexpr unsigned block_size = 128;

std::vector<int> doubled(std::vector<int> values) {
  for (int& value : values) value *= 2;
  return values;
}

void require_right_result(unsigned n) {
  const std::vector<int> values = integers(n);
  const input_buffer<int> data("data", values);
  output_buffer<int> result("result", n);

  launch(twice, (n + block_size - 1) / block_size, block_size, data.data(), result.data(), n);

  result.require_equals(doubled(values));
  data.require_unchanged();
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every N") {
    const char* advice = "What to think about.\nRead `A section` in chapters/NN_chapter/README.md.";
    std::vector<unsigned> sizes = awkward_sizes();
    sizes.erase(sizes.begin());  // 0 elements need no block, and no grid is empty
    for_every("N", sizes, advice, require_right_result);
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // The bound, and why: which code reaches it, and which wrong idea it keeps out.
  TEST_CASE("no warp diverges") {
    const char* advice = "What to think about.";
    for_every("N", {4096}, advice, [](unsigned n) {
      const std::vector<int> values = integers(n);
      const input_buffer<int> data("data", values);
      output_buffer<int> result("result", n);
      require_no_divergence(
          measure([&] { launch(twice, n / block_size, block_size, data.data(), result.data(), n); },
                  [&] { result.require_equals(doubled(values)); }));
    });
  }
}

TEST_SUITE("time") {
  // On a GPU only, and no part of the verdict. 4 bytes are read and 4 are written for each element.
  TEST_CASE("N = 2^24") {
    time_on_gpu([](stopwatch& watch) {
      constexpr unsigned n = 1u << 24;
      const input_buffer<int> data("data", integers(n));
      output_buffer<int> result("result", n);
      watch.time(8.0 * n, [&] {
        enqueue(twice, n / block_size, block_size, data.data(), result.data(), n);
      });
    });
  }
}
