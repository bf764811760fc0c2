// Grader of 04_parallelism/grid_stride: a sum that is right for any grid, in a grid that fits the
// device.
#include "04_parallelism/grid_stride.hpp"
#include "vectors.hpp"

#include <lockstep/grader.hpp>

#include <algorithm>
#include <limits>
#include <vector>

using namespace lockstep::grader;

namespace {

void add_in_grid(vector_operands& all, unsigned blocks, unsigned block_size) {
  enqueue(add_elements, blocks, block_size, all.a.data(), all.b.data(), all.c.data(), all.size);
}

// Of one thread: it may be the only one, or one of two.
constexpr fair_share however_many_bytes{std::numeric_limits<double>::infinity()};

void require_right_in_grid(unsigned size, unsigned blocks, unsigned block_size,
                           float largest = 100) {
  vector_operands all(size, largest);
  run_shared([&] { add_in_grid(all, blocks, block_size); }, however_many_bytes);
  all.require_right_sum();
}

void require_right_sum(unsigned size, unsigned block_size) {
  vector_operands all(size);
  run_shared([&] { add_vectors(all.a.data(), all.b.data(), all.c.data(), size, block_size); },
             however_many_bytes);
  all.require_right_sum();
}

lockstep::counters measure_in_grid(unsigned size, unsigned blocks) {
  vector_operands all(size);
  return measure([&] { add_in_grid(all, blocks, 96); }, [&] { all.require_right_sum(); });
}

launch_list measure_sum(unsigned size, unsigned block_size) {
  vector_operands all(size);
  return measure_launches(
      [&] { add_vectors(all.a.data(), all.b.data(), all.c.data(), size, block_size); },
      [&] { all.require_right_sum(); });
}

// Blocks of the answer's kernel that the device can hold.
unsigned resident_blocks(unsigned block_size) {
  int device = 0, processors = 0, blocks = 0;
  (void)cudaGetDevice(&device);
  (void)cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  (void)cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &blocks, reinterpret_cast<const void*>(add_elements), static_cast<int>(block_size), 0);
  return static_cast<unsigned>(processors * blocks);
}

void require_blocks(unsigned blocks, unsigned size, unsigned block_size) {
  const launch_list launches = measure_sum(size, block_size);
  require_launches(1, launches);
  require_exactly("threads of a block", block_size, launches[0].block[0]);
  require_exactly("blocks", blocks, launches[0].grid[0]);
  require_half_of_threads_at_work();
  require_even_work();
}

const std::vector<unsigned> block_sizes = {32, 64, 256, 1024};

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every number of blocks") {
    const char* advice =
        "There are 4007 elements, and blocks of 96 threads. Each thread has its first\n"
        "element. Which one comes next, so that no two threads take the same one?";
    for_every("blocks", {1, 2, 3, 7, 41, 42, 100}, advice,
              [](unsigned blocks) { require_right_in_grid(4007, blocks, 96); });
  }

  TEST_CASE("right for every size of blocks") {
    const char* advice = "There are 2203 elements, and 2 blocks.";
    for_every("block size", {1, 31, 32, 33, 100, 512, 1024}, advice,
              [](unsigned block_size) { require_right_in_grid(2203, 2, block_size); });
  }

  // 640 threads: no round, one, two, and what is left over.
  TEST_CASE("right for every size") {
    const char* advice = "There are 5 blocks of 128 threads. Where does each thread stop?";
    for_every("size", {0, 1, 31, 32, 33, 127, 128, 129, 639, 640, 641, 1279, 1280, 1281, 5003},
              advice, [](unsigned size) { require_right_in_grid(size, 5, 128); });
  }

  TEST_CASE("right for random sizes") {
    const char* advice = "There are 13 blocks of 64 threads.";
    for_every("size", random_sizes(6, 20'000), advice,
              [](unsigned size) { require_right_in_grid(size, 13, 64); });
  }

  TEST_CASE("add_vectors is right for every size") {
    const char* advice = "Blocks have 128 threads. How many are launched for N elements?";
    for_every("size", {0, 1, 127, 128, 129, 1000, 5003}, advice,
              [](unsigned size) { require_right_sum(size, 128); });
  }

  TEST_CASE("right for large numbers of both signs") {
    for_large_reals(
        [](unsigned size, float largest) { require_right_in_grid(size, 3, 96, largest); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  const std::vector<unsigned> grids = {1, 7, 100};

  // 8 bytes for each element: one of `a` and one of `b`, and no thread of another's.
  TEST_CASE("every element is read once, in any grid") {
    const char* advice = "There are 9600 elements, of 4 bytes, in each vector.";
    for_every("blocks", grids, advice, [](unsigned blocks) {
      require_exactly("bytes that the kernel loads", 8 * 9600,
                      all_counted(measure_in_grid(9600, blocks)).global_load_bytes);
      require_runs_shared();
    });
  }

  // All bytes, if a warp takes 32 neighbours in each round. A thread that has a run of elements for
  // itself has its lanes far apart: 12.5 %.
  TEST_CASE("neighbouring threads, neighbouring elements, in any grid") {
    const char* advice =
        "Which elements do lanes 0, 1, 2, ... of a warp use in the first round? Which threads use\n"
        "the next ones? Read `Words` in chapters/04_parallelism/README.md.";
    for_every("blocks", grids, advice, [](unsigned blocks) {
      const auto counted = measure_in_grid(9600, blocks);
      require_load_efficiency(95, counted);
      require_store_efficiency(95, counted);
    });
  }

  // What the interface asks for. One and a half times as many elements as the device holds threads:
  // more blocks would have to wait, fewer would leave places empty.
  TEST_CASE("a large vector: as many blocks as the device holds") {
    const char* advice =
        "There are more elements than the device can hold threads. How many blocks of this size\n"
        "fit on an SM (cudaOccupancyMaxActiveBlocksPerMultiprocessor), and how many SMs are there?";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      const unsigned resident = resident_blocks(block_size);
      require_blocks(resident, resident * block_size * 3 / 2, block_size);
    });
  }

  TEST_CASE("a small vector: as many blocks as have an element") {
    const char* advice =
        "There are 3 * block size elements, or one less, or one more. Do not launch a block\n"
        "that would have none.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      require_blocks(3, 3 * block_size - 1, block_size);
      require_blocks(3, 3 * block_size, block_size);
      require_blocks(4, 3 * block_size + 1, block_size);
    });
  }
}

TEST_SUITE("time") {
  // Two grids for the answer's kernel.
  TEST_CASE("size = 2^24, blocks of 256") {
    time_on_gpu([](stopwatch& watch) {
      constexpr unsigned size = 1u << 24, block_size = 256;
      vector_operands all(size);
      float* const c = all.c.data();
      watch.time(all.bytes(), [&] { add_vectors(all.a.data(), all.b.data(), c, size, block_size); },
                 {}, {"a thread for each element", [&] {
                        enqueue(add_elements, size / block_size, block_size, all.a.data(),
                                all.b.data(), c, size);
                      }});
    });
  }
}
