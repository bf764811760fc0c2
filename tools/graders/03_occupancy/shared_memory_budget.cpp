// Grader of 03_occupancy/shared_memory_budget: running sums in half of the shared memory.
#include "03_occupancy/shared_memory_budget.hpp"

#include <lockstep/grader.hpp>

#include <numeric>
#include <vector>

#include "shared_memory_budget_kernels.hpp"

using namespace lockstep::grader;

namespace {

unsigned blocks_for(unsigned records) { return (records + block_records - 1) / block_records; }

std::vector<int> sums_of(const std::vector<int>& values) {
  std::vector<int> sums(values.size());
  for (unsigned i = 0; i < values.size(); i += record_length) {
    const auto record = values.begin() + i;
    std::partial_sum(record, record + record_length, sums.begin() + i);
  }
  return sums;
}

void require_right_sums(unsigned records) {
  const unsigned n = records * record_length;
  const std::vector<int> values = integers_between(n, -100'000, 100'000);
  const input_buffer<int> data("data", values);
  output_buffer<int> result("result", n);

  run_shared([&] {
    enqueue(running_sums, blocks_for(records), block_records, data.data(), result.data(), records);
  });

  result.require_equals(sums_of(values));
  data.require_unchanged();
}

launch_list measure_sums(decltype(&running_sums) kernel, unsigned records) {
  const unsigned n = records * record_length;
  const std::vector<int> values = integers(n);
  const input_buffer<int> data("data", values);
  output_buffer<int> result("result", n);
  return measure_launches(
      [&] {
        launch(kernel, blocks_for(records), block_records, data.data(), result.data(), records);
      },
      [&] { result.require_equals(sums_of(values)); });
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every number of records") {
    const char* advice =
        "It was right before your change. In a record of 25: which numbers go into the first sum,\n"
        "and which into the last? Is a number still there when it is needed?";
    for_every("records", {1, 2, 31, 32, 33, 127, 128, 129, 255, 256, 257, 1000}, advice,
              require_right_sums);
  }

  TEST_CASE("right for random numbers of records") {
    const char* advice = "The last block may have any number of records. What does it do?";
    for_every("records", random_sizes(6, 1'500), advice, require_right_sums);
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // Half of the shared memory gives twice the occupancy on an H200, and more than that on devices
  // with less. One and a half leaves room for a few more registers or bytes; the starter kernel,
  // however it is turned, has 1.
  TEST_CASE("more blocks on an SM") {
    const char* advice =
        "How often does a block's shared memory + 1,024 bytes fit into 228 KB? 16 blocks of 128\n"
        "threads fill the warp slots, if a thread has no more than 32 registers.\n"
        "Read `What lives on an SM` in chapters/03_occupancy/README.md.";
    for_every("records", {1024}, advice, [](unsigned records) {
      const launch_list given = measure_sums(running_sums_as_given, records);
      require_occupancy(150 * given.at(0).theoretical_occupancy,
                        measure_sums(running_sums, records));
    });
  }

  // Threads that load their records straight from global memory need no shared memory, but are 25
  // words apart: an efficiency of 12.5 %. Loads and stores of neighbours: 100 %.
  TEST_CASE("loads and stores use what they move") {
    const char* advice =
        "Shared memory is there so that neighbouring threads load and store neighbouring numbers.";
    for_every("records", {1024}, advice, [](unsigned records) {
      const auto counted = total(measure_sums(running_sums, records));
      require_load_efficiency(80, counted);
      require_store_efficiency(80, counted);
    });
  }

  // A number has 4 bytes; 5 % is room for a little more.
  TEST_CASE("each number is loaded once") {
    const char* advice = "A number that is in shared memory already need not be loaded again.";
    for_every("records", {1024}, advice, [](unsigned records) {
      require_at_most("bytes that the kernel loads", 4.2 * record_length * records,
                      bytes_read(total(measure_sums(running_sums, records))));
    });
  }

  // A thread has a record of 25 numbers. One warp that does all of them needs little shared memory,
  // too. Lanes wait where a loop over all numbers of a block does not come out even.
  TEST_CASE("the threads share the work") {
    const char* advice =
        "A block has a thread for each of its records. Which threads have none, and which have\n"
        "more?";
    for_every("records", {1024}, advice, [](unsigned records) {
      require_work_shared(16, total(measure_sums(running_sums, records)));
      require_runs_shared();
    });
  }
}

TEST_SUITE("time") {
  TEST_CASE("2^20 records") {
    time_on_gpu([](stopwatch& watch) {
      constexpr unsigned records = 1u << 20, n = records * record_length;
      const input_buffer<int> data("data", integers(n));
      output_buffer<int> result("result", n);
      const auto sum_by = [&](decltype(&running_sums) kernel) {
        enqueue(kernel, blocks_for(records), block_records, data.data(), result.data(), records);
      };
      watch.time(8.0 * n, [&] { sum_by(running_sums); }, {},
                 {"the starter kernel", [&] { sum_by(running_sums_as_given); }});
    });
  }
}
