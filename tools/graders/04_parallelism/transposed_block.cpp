// Grader of 04_parallelism/transposed_block: a kernel that is right, and walks down the columns.
#include "04_parallelism/transposed_block.hpp"
#include "requests.hpp"

#include <lockstep/grader.hpp>
#include <lockstep/grader/copies.hpp>

#include <vector>

using namespace lockstep::grader;

namespace {

struct operands {
  unsigned width, height;
  std::vector<int> first, second, factors, offsets;
  input_buffer<int> a, b, factor, offset;
  output_matrix<int> c;

  // No number on the way is too large: 2000 * 100 + 999, or 2,000,000 * 1000 + 999.
  operands(unsigned width, unsigned height, bool are_large = false)
      : width(width),
        height(height),
        first(are_large ? integers_between(std::size_t{width} * height, -1'000'000, 1'000'000)
                        : integers(std::size_t{width} * height)),
        second(are_large ? integers_between(std::size_t{width} * height, -1'000'000, 1'000'000)
                         : integers(std::size_t{width} * height)),
        factors(are_large ? integers_between(height, -1000, 1000)
                          : integers_between(height, -100, 100)),
        offsets(integers(width)),
        a("a", first),
        b("b", second),
        factor("factor", factors),
        offset("offset", offsets),
        c("c", height, width) {}

  void combine() {
    ::combine(a.data(), b.data(), factor.data(), offset.data(), c.data(), width, height);
  }

  matrix<int> expected() const {
    matrix<int> all(height, width, first);
    for (unsigned y = 0; y < height; ++y)
      for (unsigned x = 0; x < width; ++x)
        all.at(y, x) = (all.at(y, x) + second[y * width + x]) * factors[y] + offsets[x];
    return all;
  }

  void require_right() const {
    c.require_equals(expected());
    a.require_unchanged();
    b.require_unchanged();
    factor.require_unchanged();
    offset.require_unchanged();
  }
};

void require_right_result(unsigned width, unsigned height, bool are_large = false) {
  operands all(width, height, are_large);
  run_shared([&] { all.combine(); });
  all.require_right();
}

constexpr unsigned columns = 256;  // a row begins a sector
const std::vector<unsigned> heights = {64, 160};

lockstep::counters measure_pipeline(unsigned height) {
  operands all(columns, height);
  return measure([&] { all.combine(); }, [&] { all.require_right(); });
}

}  // namespace

TEST_SUITE("results") {
  const char* advice =
      "The starter code gave the right result. Which element is thread (x, y)'s now?";

  TEST_CASE("right for every width") {
    for_every("width", {1, 31, 32, 33, 64, 255, 1025}, advice,
              [](unsigned width) { require_right_result(width, 37); });
  }

  TEST_CASE("right for every height") {
    for_every("height", {1, 31, 32, 33, 64, 255, 1025}, advice,
              [](unsigned height) { require_right_result(45, height); });
  }

  TEST_CASE("right for random widths") {
    for_every("width", random_sizes(6, 500), advice,
              [](unsigned width) { require_right_result(width, 61); });
  }

  TEST_CASE("right for large numbers of both signs") {
    for_every("width", {255}, advice,
              [](unsigned width) { require_right_result(width, 61, true); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // 4 bytes of `a` and 4 of `b`. An answer in one kernel needs no more of the large ones.
  TEST_CASE("the GPU reads every element") {
    const char* advice = "The matrices are 256 wide. Which kernel reads them?";
    for_every("height", heights, advice, [](unsigned height) {
      require_at_least("bytes that kernels load", 8 * columns * height,
                       measure_pipeline(height).global_load_bytes);
    });
  }

  // A small pipeline on the GPU: the host has no part in it.
  TEST_CASE("the host copies no numbers") {
    const char* advice =
        "The matrices are 256 wide. Which step runs on the host instead of in a kernel?";
    for_every("height", heights, advice, [](unsigned height) {
      operands all(columns, height);
      require_few_bytes_copied(
          0, 4.0 * columns * height, [&] { all.combine(); }, [&] { all.require_right(); });
    });
  }

  // 32 neighbouring ints are 4 sectors; the factor that a row shares is 1. A warp that walks down a
  // column touches 32: 8.67 on average over the three kernels given.
  TEST_CASE("no more than 4 sectors for each request") {
    const char* advice =
        "This is the average over all kernels. Which one is to blame? The comment at the top of\n"
        "the exercise says how to count kernel by kernel. Then write down which elements lanes 0\n"
        "and 1 use.\n"
        "Read `Words` in chapters/04_parallelism/README.md.";
    for_every("height", heights, advice, [](unsigned height) {
      const auto counted = measure_pipeline(height);
      require_sectors_per_load(4, counted);
      require_sectors_per_store(4, counted);
    });
  }

  // A lane that loads alone touches one sector; a warp does not get on by that. 32 is what all
  // lanes load together, 16 what a block of 4 x 4 does, which touches 4 sectors at most even if it
  // is turned. Between them is room for a warp with one lane at work here and there.
  TEST_CASE("lanes load together") {
    const char* advice = "A warp has 32 lanes. How many of them have an element?";
    for_every("height", heights, advice, [](unsigned height) {
      require_at_least("elements per load request", 20,
                       bytes_per_load_request(measure_pipeline(height)) / 4);
    });
  }

  // Of all requests together, however many there are: rows of six matrices at most are loaded for
  // one of the result, and rows of three are stored. Small requests beside a bad one would make an
  // average better.
  TEST_CASE("no more sectors than rows have") {
    const char* advice = "Which kernel loads or stores what it does not need?";
    for_every("height", heights, advice, [](unsigned height) {
      const auto counted = measure_pipeline(height);
      const double row_of_a_warp = 4.2 * columns * height / 32;
      require_at_most("sectors that loads touch", 6 * row_of_a_warp,
                      double(counted.global_load_sectors));
      require_at_most("sectors that stores touch", 3 * row_of_a_warp,
                      double(counted.global_store_sectors));
    });
  }

  // A warp of a kernel may take 16 rows of 32 elements, which is far more than any answer needs. A
  // launch of one warp for each of its steps has 32 threads in all.
  TEST_CASE("the threads share the work") {
    const char* advice =
        "The matrices are 256 wide. How many threads have an element, and how many elements has\n"
        "each of them?";
    for_every("height", heights, advice, [](unsigned height) {
      (void)measure_pipeline(height);
      require_threads_at_work(columns * height / 16);
      require_even_work();
      require_runs_shared();
    });
  }
}

TEST_SUITE("time") {
  TEST_CASE("4096 x 4096") {
    time_on_gpu([](stopwatch& watch) {
      operands all(4096, 4096);
      watch.time(12.0 * all.width * all.height, [&] { all.combine(); });
    });
  }
}
