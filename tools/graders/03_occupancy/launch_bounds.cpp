// Grader of 03_occupancy/launch_bounds: registers within a bound, and none in local memory.
#include "03_occupancy/launch_bounds.hpp"

#include <lockstep/check.hpp>
#include <lockstep/grader.hpp>

#include <cstdlib>
#include <vector>

using namespace lockstep::grader;

namespace {

constexpr unsigned block_size = 256;

int spread_of(const std::vector<int>& values, unsigned column, unsigned columns) {
  int sum = 0, distance = 0;
  for (unsigned i = column; i < values.size(); i += columns) sum += values[i];
  const int mean = sum / static_cast<int>(column_length);
  for (unsigned i = column; i < values.size(); i += columns) distance += std::abs(values[i] - mean);
  return distance;
}

std::vector<int> spreads_of(const std::vector<int>& values, unsigned columns) {
  std::vector<int> spreads;
  for (unsigned c = 0; c < columns; ++c) spreads.push_back(spread_of(values, c, columns));
  return spreads;
}

void launch_spread(const int* data, int* result, unsigned columns) {
  launch(spread, (columns + block_size - 1) / block_size, block_size, data, result, columns);
}

void require_right_spread(unsigned columns) {
  const std::vector<int> values = integers_between(column_length * columns, 1, 25'000'000);
  const input_buffer<int> data("data", values);
  output_buffer<int> result("result", columns);

  launch_spread(data.data(), result.data(), columns);

  result.require_equals(spreads_of(values, columns));
  data.require_unchanged();
}

// Undecided as long as the answer is not right.
launch_list measure_spread(unsigned columns = 1) {
  const std::vector<int> values = integers(column_length * columns);
  const input_buffer<int> data("data", values);
  output_buffer<int> result("result", columns);
  return measure_launches([&] { launch_spread(data.data(), result.data(), columns); },
                          [&] { result.require_equals(spreads_of(values, columns)); });
}

// What the compiler has made of the kernel.
cudaFuncAttributes attributes_of_spread() {
  require_registers(255, measure_spread());
  cudaFuncAttributes attributes{};
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(spread)));
  return attributes;
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every number of columns") {
    const char* advice =
        "A column has 80 numbers. Which of them go into the mean, and which are compared with\n"
        "it? A block has 256 threads; which of the last one have no column? If no launch\n"
        "succeeds: how many threads in a block does the kernel allow?";
    for_every("columns", {1, 2, 31, 32, 33, 255, 256, 257, 511, 1000}, advice,
              require_right_spread);
  }

  TEST_CASE("right for random numbers of columns") {
    const char* advice = "Does the code assume certain numbers of columns?";
    for_every("columns", random_sizes(5, 1'500), advice, require_right_spread);
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // 65,536 registers / (4 * 256) = 64. 80 numbers that are kept at once need more.
  TEST_CASE("four blocks fit on an SM") {
    const char* advice =
        "An SM has 65,536 registers. How many may a thread of four blocks have, and how many does\n"
        "it need now? The second argument of __launch_bounds__ limits it.";
    for_every("blocks", {4}, advice, [](unsigned blocks) {
      const int registers = attributes_of_spread().numRegs;
      int resident = 0;
      CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, spread, block_size, 0));
      require_at_least(
          "blocks on an SM with " + std::to_string(registers) + " registers in a thread", blocks,
          resident);
    });
  }

  // With the bounds alone a good part of the numbers is spilled, 176 bytes. A kernel that loads
  // them again when it needs them has nothing to spill; 32 bytes are room for the arguments of a
  // printf.
  TEST_CASE("no number in local memory") {
    const char* advice =
        "A value that does not get a register is spilled: stored to local memory, and loaded\n"
        "again. An array whose indices are unknown to the compiler lives there, too. Which\n"
        "values must be kept?";
    for_every("blocks", {4}, advice, [](unsigned) {
      require_at_most("bytes of local memory in a thread", 32,
                      static_cast<double>(attributes_of_spread().localSizeBytes));
    });
  }

  // To keep the numbers in an array of one's own, in whatever memory, is to spill them by hand. The
  // compiler may keep the arguments of a printf in local memory.
  TEST_CASE("a thread stores only its result") {
    const char* advice = "All numbers are in global memory already: they can be loaded again.";
    for_every("columns", {1}, advice, [](unsigned columns) {
      const auto counted = all_counted(total(measure_spread(columns)));
      require_at_most("bytes stored to global memory", 4.0 * columns,
                      static_cast<double>(counted.global_store_bytes));
      require_at_most("bytes stored to shared memory", 0,
                      static_cast<double>(counted.shared_store_bytes));
      require_at_most("bytes stored to local memory", 32.0 * columns,
                      static_cast<double>(counted.local_store_bytes));
    });
  }

  // Each number twice, and half of them once more; not stored elsewhere and loaded from there.
  TEST_CASE("the threads share the work") {
    const char* advice = "A thread has one column. Which threads have none, and which have more?";
    for_every("columns", {1024}, advice, [](unsigned columns) {
      (void)measure_spread(columns);
      require_most_at_work();
      require_bytes_of_each_thread(4.0 * 2.5 * column_length);
    });
  }

  // A bound that holds with any compiler, for any device, not one that is kept by chance. The
  // runtime knows it: larger blocks are refused.
  TEST_CASE("the kernel promises its blocks") {
    const char* advice =
        "`__global__ void __launch_bounds__(T, B) name(...)`: a block has at most T threads.\n"
        "Read `Registers against warps` in chapters/03_occupancy/more_is_not_faster.md.";
    for_every("threads", {block_size}, advice, [](unsigned threads) {
      require_exactly("threads that a block may have", threads,
                      attributes_of_spread().maxThreadsPerBlock);
    });
  }
}

TEST_SUITE("time") {
  // Answers may load the numbers twice; once is what has to be.
  TEST_CASE("2^19 columns") {
    time_on_gpu([](stopwatch& watch) {
      constexpr unsigned columns = 1u << 19;
      const input_buffer<int> data("data", integers(column_length * columns));
      output_buffer<int> result("result", columns);
      watch.time(4.0 * (column_length + 1) * columns, [&] {
        enqueue(spread, columns / block_size, block_size, data.data(), result.data(), columns);
      });
    });
  }
}
