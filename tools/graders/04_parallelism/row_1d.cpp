// Grader of 04_parallelism/row_1d: blocks of one row, two elements a thread.
#include "04_parallelism/row_1d.hpp"
#include "matrices.hpp"

#include <lockstep/grader.hpp>

#include <vector>

using namespace lockstep::grader;

namespace {

struct operands : matrix_operands<float> {
  operands(unsigned width, unsigned height, float largest = 100)
      : matrix_operands(width, height, width, reals(std::size_t{width} * height, -largest, largest),
                        reals(std::size_t{width} * height, -largest, largest)) {}

  void add(unsigned block_size) {
    add_matrices(a.data(), b.data(), c.data(), width, height, block_size);
  }
};

void require_right_sum(unsigned width, unsigned height, unsigned block_size, float largest = 100) {
  operands all(width, height, largest);
  run_shared([&] { all.add(block_size); });
  all.require_right_sum();
}

// Every row begins a sector, and its last block is not full.
constexpr unsigned usual_width = 1320, height = 24;
constexpr unsigned full_width = 4096;  // the last blocks are full

launch_list measure_sum(unsigned block_size, unsigned width = usual_width) {
  operands all(width, height);
  return measure_launches([&] { all.add(block_size); }, [&] { all.require_right_sum(); });
}

void require_blocks(unsigned block_size, unsigned width) {
  const launch_list launches = measure_sum(block_size, width);
  require_launches(1, launches);
  require_exactly("threads of a block in x", block_size, launches[0].block[0]);
  require_exactly("threads of a block in y", 1, launches[0].block[1]);
  require_exactly("blocks of a row", (width + 2 * block_size - 1) / (2 * block_size),
                  launches[0].grid[0]);
  require_exactly("blocks of a column", height, launches[0].grid[1]);
  require_half_of_threads_at_work();
  require_even_work();
}

const std::vector<unsigned> block_sizes = {32, 64, 256, 512, 1024};

}  // namespace

TEST_SUITE("results") {
  // In the last block: no second element, one, all but one, all.
  TEST_CASE("right for widths around one and two blocks") {
    const char* advice =
        "There are 13 rows, and blocks of 64 threads. How many elements does the last block of a\n"
        "row have, and which threads have two of them, one or none?";
    for_every("width", {1, 2, 31, 63, 64, 65, 127, 128, 129, 191, 192, 193, 255, 256, 257}, advice,
              [](unsigned width) { require_right_sum(width, 13, 64); });
  }

  TEST_CASE("right for every height") {
    const char* advice = "Rows have 45 elements, and a block 32 threads.";
    for_every("height", {1, 2, 31, 32, 33, 1000}, advice,
              [](unsigned height) { require_right_sum(45, height, 32); });
  }

  TEST_CASE("right for every block size") {
    const char* advice = "Rows have 1001 elements. What a block takes follows from its size.";
    for_every("block size", block_sizes, advice,
              [](unsigned block_size) { require_right_sum(1001, 11, block_size); });
  }

  TEST_CASE("right for random widths") {
    const char* advice = "There are 7 rows, and blocks of 96 threads.";
    for_every("width", random_sizes(6, 2000), advice,
              [](unsigned width) { require_right_sum(width, 7, 96); });
  }

  TEST_CASE("right for large numbers of both signs") {
    for_large_reals(
        [](unsigned width, float largest) { require_right_sum(width, 3, 64, largest); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // What the interface asks for. With as many blocks as for one element a thread, half of them
  // would find nothing to do, and still be started.
  TEST_CASE("blocks of one row, no more than needed") {
    const char* advice =
        "The matrix is 1320 wide and 24 high. A block takes 2 * block_size elements of a row:\n"
        "how many blocks does a row need, rounded up?";
    for_every("block size", block_sizes, advice,
              [](unsigned block_size) { require_blocks(block_size, usual_width); });
  }

  TEST_CASE("blocks of one row, no more than needed, where all are full") {
    const char* advice =
        "The matrix is 4096 wide and 24 high. A block takes 2 * block_size elements of a row:\n"
        "how many blocks does a row need? One more would have nothing to do.";
    for_every("block size", block_sizes, advice,
              [](unsigned block_size) { require_blocks(block_size, full_width); });
  }

  // 8 bytes for each element: one of `a` and one of `b`, and no thread twice.
  TEST_CASE("every element is read once") {
    const char* advice = "There are 1320 * 24 elements in each matrix, of 4 bytes.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      require_exactly("bytes that the kernel loads", 8 * usual_width * height,
                      all_counted(total(measure_sum(block_size))).global_load_bytes);
      require_runs_shared();
    });
  }

  // Two neighbours a thread, loaded one after the other, use half of each sector: 50 %. All of it
  // is used if lanes are neighbours in each load; 90 leaves room for other ways to divide a row.
  TEST_CASE("loads and stores use all they touch") {
    const char* advice =
        "Write down which elements lanes 0, 1, 2, ... load at the same time, and which later.\n"
        "A sector has 8 of them, and those used later are loaded again.\n"
        "Read `Words` in chapters/04_parallelism/README.md.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      const auto counted = total(measure_sum(block_size));
      require_load_efficiency(90, counted);
      require_store_efficiency(90, counted);
    });
  }
}

TEST_SUITE("time") {
  TEST_CASE("4096 x 4096, blocks of 256") {
    time_on_gpu([](stopwatch& watch) {
      operands all(4096, 4096);
      watch.time(all.bytes(), [&] { all.add(256); });
    });
  }
}
