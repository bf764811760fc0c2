// Grader of 04_parallelism/matrix_sum_int: a launch for matrices of any shape.
#include "04_parallelism/matrix_sum_int.hpp"
#include "matrices.hpp"
#include "requests.hpp"

#include <lockstep/grader.hpp>

#include <vector>

using namespace lockstep::grader;

namespace {

// Rows begin at a sector. Numbers are too large for a float to tell them apart.
struct operands : matrix_operands<int> {
  operands(unsigned width, unsigned height, unsigned more_pitch = 0)
      : matrix_operands(
            width, height, (width + 7) / 8 * 8 + more_pitch,
            integers_between(std::size_t{width} * height, -1'000'000'000, 1'000'000'000),
            integers_between(std::size_t{width} * height, -1'000'000'000, 1'000'000'000)) {}

  void add() { add_matrices(a.data(), b.data(), c.data(), width, height, pitch); }
};

void require_right_sum(unsigned width, unsigned height, unsigned more_pitch) {
  operands all(width, height, more_pitch);
  run_shared([&] { all.add(); });
  all.require_right_sum();
}

// Of matrices with about as many elements each, of all shapes.
const std::vector<unsigned> widths = {1, 3, 20, 100, 1000, 10'000};

unsigned height_for(unsigned width) { return width == 10'000 ? 1 : 48'000 / width; }

launch_list measure_sum(unsigned width) {
  operands all(width, height_for(width));
  return measure_launches([&] { all.add(); }, [&] { all.require_right_sum(); });
}

void time_sum(unsigned width, unsigned height) {
  time_on_gpu([=](stopwatch& watch) {
    operands all(width, height);
    watch.time(all.bytes(), [&] { all.add(); });
  });
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every width") {
    const char* advice =
        "There are 37 rows, stored at least 8 elements longer than the matrix is wide.";
    for_every("width", {1, 2, 31, 32, 33, 64, 255, 256, 257, 1025}, advice,
              [](unsigned width) { require_right_sum(width, 37, 8); });
  }

  // More than the 65,535 blocks that a grid may have in y.
  TEST_CASE("right for every height") {
    const char* advice =
        "The matrix is 3 wide. How many blocks are in a column of the grid, and how many are\n"
        "allowed? A grid has at most 2,147,483,647 blocks in x, but 65,535 in y.";
    for_every("height", {1, 15, 16, 17, 255, 257, 1000, 100'000}, advice,
              [](unsigned height) { require_right_sum(3, height, 0); });
  }

  TEST_CASE("right for random widths") {
    const char* advice = "There are 61 rows.";
    for_every("width", random_sizes(6, 600), advice,
              [](unsigned width) { require_right_sum(width, 61, width % 3 * 8); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // What the interface asks for, and what the chapter has measured: below 128 threads blocks do not
  // start fast enough, and those of 1024 leave gaps when they end.
  TEST_CASE("one launch, with blocks of 128 to 512 threads") {
    const char* advice =
        "The matrix has 48,000 elements (one row of 10,000, if it is that wide). Read\n"
        "chapters/04_parallelism/blocks.md: (64,1), and large blocks.";
    for_every("width", widths, advice, [](unsigned width) {
      const launch_list launches = measure_sum(width);
      require_launches(1, launches);
      const unsigned* block = launches[0].block;
      const unsigned threads = block[0] * block[1] * block[2];
      require_at_least("threads of a block", 128, threads);
      require_at_most("threads of a block", 512, threads);
      require_at_most("threads of a block in its last, incomplete warp", 0, threads % 32);
    });
  }

  // A block as wide as the matrix, rounded up to a power of two, wastes less than half of its
  // threads, and so does any grid over a matrix that is wider than its blocks. A kernel whose
  // threads add several elements each has fewer.
  TEST_CASE("more than half of the threads have an element") {
    const char* advice =
        "The matrix has 48,000 elements (one row of 10,000, if it is that wide), and each thread\n"
        "has one or none. Which block shape fits a matrix of this width and height?";
    for_every("width", widths, advice, [](unsigned width) {
      const double elements = double(width) * height_for(width);
      require_at_most("threads launched", 2 * elements - 1, 32.0 * total(measure_sum(width)).warps);
      require_half_of_threads_at_work();
      require_even_work();
      require_runs_shared();
    });
  }

  // The same within warps: 17 elements for each load of a warp. A grid with few threads, of which
  // each takes many rows, could have one lane in 32 at work.
  TEST_CASE("more than half of the lanes of a load have an element") {
    const char* advice =
        "A warp has 32 consecutive threads of its block, x fastest. How many of them have an\n"
        "element, in a matrix this narrow?";
    for_every("width", widths, advice, [](unsigned width) {
      require_at_least("elements per load request", 17,
                       bytes_per_load_request(total(measure_sum(width))) / 4);
    });
  }

  // All bytes, for blocks 8 wide or wider, and half of them for blocks 4 wide. 75 leaves room for
  // ragged ends of rows.
  TEST_CASE("whole sectors") {
    const char* advice =
        "A sector has 8 integers. A block less than 8 wide uses a part of each that it touches.\n"
        "Read `Words` in chapters/04_parallelism/README.md.";
    for_every("width", {100, 1000, 10'000}, advice,
              [](unsigned width) { require_load_efficiency(75, total(measure_sum(width))); });
  }
}

TEST_SUITE("time") {
  // The largest matrices that there may be.
  TEST_CASE("10,000 wide, 400 high") { time_sum(10'000, 400); }
  TEST_CASE("40 wide, 100,000 high") { time_sum(40, 100'000); }
}
