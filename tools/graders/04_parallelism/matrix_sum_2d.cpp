// Grader of 04_parallelism/matrix_sum_2d: the sum of two matrices of any shape.
#include "04_parallelism/matrix_sum_2d.hpp"
#include "matrices.hpp"

#include <lockstep/grader.hpp>

#include <cstddef>
#include <vector>

using namespace lockstep::grader;

namespace {

struct operands : matrix_operands<float> {
  operands(unsigned width, unsigned height, float largest = 100)
      : matrix_operands(width, height, width, reals(std::size_t{width} * height, -largest, largest),
                        reals(std::size_t{width} * height, -largest, largest)) {}

  void add(dim3 block) { add_matrices(a.data(), b.data(), c.data(), width, height, block); }
};

void require_right_sum(unsigned width, unsigned height, dim3 block, float largest = 100) {
  operands all(width, height, largest);
  run_shared([&] { all.add(block); });
  all.require_right_sum();
}

// Of a matrix that blocks of 256 threads cover exactly, if they are at least 4 and at most 256
// wide.
launch_list measure_sum(dim3 block) {
  operands all(256, 64);
  return measure_launches([&] { all.add(block); }, [&] { all.require_right_sum(); });
}

dim3 block_of(unsigned width) { return {width, 256 / width, 1}; }

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every width") {
    const char* advice =
        "The height is 37, and blocks are 32 x 8. How many blocks cover a row, and what do the\n"
        "threads of the last one do?";
    for_every("width", {1, 31, 32, 33, 64, 255, 1023, 1025}, advice, [](unsigned width) {
      require_right_sum(width, 37, {32, 8, 1});
    });
  }

  TEST_CASE("right for every height") {
    const char* advice =
        "The width is 45, and blocks are 16 x 16. How many blocks cover a column, and what do the\n"
        "threads of the last one do?";
    for_every("height", {1, 15, 16, 17, 100, 1000}, advice, [](unsigned height) {
      require_right_sum(45, height, {16, 16, 1});
    });
  }

  TEST_CASE("right for random widths") {
    const char* advice = "The height is 61, and blocks are 24 x 10.";
    for_every("width", random_sizes(6, 500), advice, [](unsigned width) {
      require_right_sum(width, 61, {24, 10, 1});
    });
  }

  TEST_CASE("right for every shape of blocks") {
    const char* advice = "The matrix is 203 wide and 75 high; blocks have 256 threads.";
    for_every("block width", {1, 2, 8, 16, 32, 64, 128, 256}, advice,
              [](unsigned width) { require_right_sum(203, 75, block_of(width)); });
  }

  TEST_CASE("right for many large elements") {
    const char* advice =
        "The height is 301 here, and elements are from -10^9 to 10^9. Is every type that\n"
        "elements and indices pass through wide enough?";
    for_every("width", {255}, advice, [](unsigned width) {
      require_right_sum(width, 301, {32, 8, 1}, 1e9f);
    });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  const std::vector<unsigned> block_widths = {32, 64, 256};

  // What the interface asks for. The shape is what the chapter measures, so it must be the
  // caller's.
  TEST_CASE("one launch, of the shape asked for") {
    const char* advice =
        "The matrix is 256 wide and 64 high. One grid can cover all of it, with a thread for each\n"
        "element.";
    for_every("block width", block_widths, advice, [](unsigned width) {
      const dim3 block = block_of(width);
      const launch_list launches = measure_sum(block);
      require_launches(1, launches);
      require_exactly("threads of a block in x", block.x, launches[0].block[0]);
      require_exactly("threads of a block in y", block.y, launches[0].block[1]);
      require_at_least("threads launched", 256 * 64, 32.0 * total(launches).warps);
    });
  }

  // 8 bytes for each element: one of `a` and one of `b`, and no thread twice.
  TEST_CASE("every element is read once") {
    const char* advice = "There are 256 * 64 elements in each matrix, of 4 bytes.";
    for_every("block width", block_widths, advice, [](unsigned width) {
      require_exactly("bytes that the kernel loads", 8 * 256 * 64,
                      all_counted(total(measure_sum(block_of(width)))).global_load_bytes);
    });
  }

  // 32 neighbouring floats are 128 bytes: 4 sectors, if the first begins a sector, as here. Lanes
  // that are a row apart touch 32.
  TEST_CASE("neighbouring threads, neighbouring elements") {
    const char* advice =
        "threadIdx.x runs fastest in a warp. Which index runs fastest in memory?\n"
        "Read `Words` in chapters/04_parallelism/README.md.";
    for_every("block width", block_widths, advice, [](unsigned width) {
      require_sectors_per_load(4, total(measure_sum(block_of(width))));
      require_most_at_work();
      require_runs_shared();
    });
  }
}

TEST_SUITE("time") {
  TEST_CASE("4096 x 4096, blocks of 32 x 8") {
    time_on_gpu([](stopwatch& watch) {
      operands all(4096, 4096);
      watch.time(all.bytes(), [&] { all.add({32, 8, 1}); });
    });
  }
}
