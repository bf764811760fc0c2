// Grader of 05_reduction/transpose: a transposition by tiles, without bank conflicts.
#include "05_reduction/transpose.hpp"

#include <lockstep/grader.hpp>

#include <climits>
#include <vector>

using namespace lockstep::grader;

namespace {

struct transposition {
  unsigned width, height;
  std::vector<int> values;
  input_buffer<int> in;
  output_buffer<int> out;

  transposition(unsigned width, unsigned height)
      : transposition(width, height, integers(std::size_t{width} * height)) {}
  transposition(unsigned width, unsigned height, const std::vector<int>& numbers)
      : width(width),
        height(height),
        values(numbers),
        in("in", values),
        out("out", values.size()) {}

  void enqueue_it() {
    const dim3 grid((width + 31) / 32, (height + 31) / 32);
    enqueue(transpose, grid, dim3(32, 32), in.data(), out.data(), width, height);
  }

  std::vector<int> expected() const {
    std::vector<int> turned(values.size());
    for (unsigned y = 0; y < height; ++y) {
      for (unsigned x = 0; x < width; ++x) turned[x * height + y] = values[y * width + x];
    }
    return turned;
  }

  void require_right() const {
    out.require_equals(expected());
    in.require_unchanged();
  }
};

void require_right_transposition(transposition all) {
  run_shared([&] { all.enqueue_it(); });
  all.require_right();
}
void require_right_transposition(unsigned width, unsigned height) {
  require_right_transposition(transposition(width, height));
}

// Whole tiles only: then rows begin at sectors, and the counts depend on nothing but the code.
constexpr unsigned rows_of_whole_tiles = 96;
lockstep::counters measure_whole_tiles(unsigned width) {
  transposition all(width, rows_of_whole_tiles);
  return measure([&] { all.enqueue_it(); }, [&] { all.require_right(); });
}

const std::vector<unsigned> whole = {32, 64, 160};

}  // namespace

TEST_SUITE("results") {
  const std::vector<unsigned> sides = {1, 2, 31, 32, 33, 63, 64, 65, 100};

  TEST_CASE("right for every width") {
    const char* advice =
        "`in` is 70 high here. Draw a matrix of 2 x 2 tiles: where in `out` does the upper right\n"
        "tile go, and which of its elements does thread (1, 0) load, and which does it store?";
    for_every("width", sides, advice,
              [](unsigned width) { require_right_transposition(width, 70); });
  }

  TEST_CASE("right for every height") {
    const char* advice =
        "`in` is 70 wide here, so `out` is 70 high. Which coordinates say whether an element of\n"
        "`out` exists?";
    for_every("height", sides, advice,
              [](unsigned height) { require_right_transposition(70, height); });
  }

  TEST_CASE("right for random shapes") {
    const char* advice = "The height is 13 more than a third of the width here.";
    for_every("width", random_sizes(6, 300), advice,
              [](unsigned width) { require_right_transposition(width, width / 3 + 13); });
  }

  TEST_CASE("right for any numbers, and for many") {
    const char* advice =
        "Elements may be any ints here, and the largest matrix has more than 65,536 of them.";
    for_every("width", {70, 260}, advice, [](unsigned width) {
      require_right_transposition(
          transposition(width, 260, integers_between(std::size_t{width} * 260, INT_MIN, INT_MAX)));
    });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // A row of 32 ints is 4 sectors, a column 32.
  TEST_CASE("rows are loaded, and rows are stored") {
    const char* advice =
        "The 32 lanes of a warp have the same threadIdx.y. Which elements of `in` do they load "
        "with\n"
        "one instruction, and which of `out` do they store? Turn the tile in shared memory.";
    for_every("width", whole, advice, [](unsigned width) {
      const auto counted = measure_whole_tiles(width);
      require_sectors_per_load(4, counted);
      require_sectors_per_store(4, counted);
      // Of all requests together: small ones beside them make no average better.
      const double sectors = 4.2 * width * rows_of_whole_tiles / 32;
      require_at_most("sectors that loads touch", sectors, double(counted.global_load_sectors));
      require_at_most("sectors that stores touch", sectors, double(counted.global_store_sectors));
      require_most_at_work();
      require_runs_shared();
    });
  }

  // None at all: with rows of 33 words neither a row nor a column has two words in one bank. With
  // rows of 32 words a column takes 32 passes in place of one.
  TEST_CASE("no bank conflicts") {
    const char* advice =
        "Word i of shared memory lies in bank i % 32. Which words are column 0 of the tile, if "
        "its\n"
        "rows have 32 words? And if they have one more?\n"
        "Read `Bank conflicts (05 to 06)` in chapters/05_reduction/README.md.";
    for_every("width", whole, advice, [](unsigned width) {
      const auto counted = measure_whole_tiles(width);
      require_no_bank_conflicts(counted);
      require_at_most("atomics", 0, counted.atomics);  // whose conflicts are not counted
    });
  }
}

TEST_SUITE("time") {
  TEST_CASE("4096 x 4096") {
    time_on_gpu([](stopwatch& watch) {
      transposition all(4096, 4096);
      watch.time(8.0 * 4096 * 4096, [&] { all.enqueue_it(); });
    });
  }
}
