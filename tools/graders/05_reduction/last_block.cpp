// Grader of 05_reduction/last_block: a sum in one launch, by the block that comes last.
#include "05_reduction/last_block.hpp"
#include "sums.hpp"

#include <lockstep/device.hpp>
#include <lockstep/grader.hpp>
#include <lockstep/protocol/phrase.hpp>

#include <numeric>
#include <string>
#include <utility>
#include <vector>

using namespace lockstep::grader;
using lockstep::protocol::phrase;

namespace {

struct summation {
  unsigned size, blocks;
  std::vector<int> values;
  input_buffer<int> data;
  output_buffer<int> partial, result;

  summation(std::vector<int> elements, unsigned block_size)
      : size(elements.size()),
        blocks(blocks_for(size, block_size)),
        values(std::move(elements)),
        data("data", values),
        partial("partial", blocks),
        result("result", 1) {}

  void enqueue_it(unsigned block_size, unsigned* counter) {
    enqueue(sum, blocks, block_size, data.data(), partial.data(), counter, result.data(), size);
  }

  void require_right() const {
    result.require_equals({std::accumulate(values.begin(), values.end(), 0)});
    data.require_unchanged();
    partial.require_nothing_written_outside();
  }
};

void launch_sum(const std::vector<int>& values, unsigned block_size, unsigned* counter) {
  summation all(values, block_size);
  run_shared([&] { all.enqueue_it(block_size, counter); }, of_a_sum);
  all.require_right();
}

void require_right_sum(const std::vector<int>& values, unsigned block_size) {
  guarded_buffer<unsigned> counter("counter", {0});
  launch_sum(values, block_size, counter.data());
  const unsigned left = counter.read()[0];
  if (left != 0)
    throw wrong(phrase("counter-left", "*counter is {} after the launch, expected 0", left));
}
void require_right_sum(unsigned n, unsigned block_size) {
  require_right_sum(integers(n), block_size);
}

lockstep::counters measure_sum(unsigned n, unsigned block_size) {
  guarded_buffer<unsigned> counter("counter", {0});
  summation all(integers(n), block_size);
  return measure([&] { all.enqueue_it(block_size, counter.data()); }, [&] { all.require_right(); });
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every N") {
    const char* advice =
        "The block size is 256 here. Which block stores the result, how many sums does it add up,\n"
        "and what does the next launch find in *counter?\n"
        "Read `Waiting for all blocks` in chapters/05_reduction/any_size.md.";
    for_every("N", {1, 31, 32, 33, 255, 256, 257, 1023, 1024, 1025, 20'011}, advice,
              [](unsigned n) { require_right_sum(n, 256); });
  }

  // As many blocks as threads, one less, one more; and several for each thread.
  TEST_CASE("right for N around a block of blocks") {
    const char* advice =
        "The block size is 64 here. If there are more blocks than threads in a block, how\n"
        "many block sums does a thread add?";
    for_every("N", {63, 64, 65, 4031, 4032, 4033, 4096, 4097, 12'345}, advice,
              [](unsigned n) { require_right_sum(n, 64); });
  }

  TEST_CASE("right for every block size") {
    const char* advice = "N is 12,345 here. What a block takes follows from its size.";
    for_every("block size", block_sizes, advice,
              [](unsigned block_size) { require_right_sum(12'345, block_size); });
  }

  TEST_CASE("right in launch after launch") {
    const char* advice =
        "Launches of 2, 32, 1 and 9 blocks share the counter. How does each know how many blocks\n"
        "it has, and at what value does its count start?";
    guarded_buffer<unsigned> counter("counter", {0});
    for_every("N", {500, 8000, 3, 2222}, advice,
              [&](unsigned n) { launch_sum(integers(n), 256, counter.data()); });
  }

  TEST_CASE("right for random N") {
    const char* advice = "The block size is 128 here. Does the code assume certain sizes?";
    for_every("N", random_sizes(8, 20'000), advice, [](unsigned n) { require_right_sum(n, 128); });
  }

  // Blocks that wait for each other keep places that others need.
  TEST_CASE("right for more blocks than the device holds at once") {
    const char* advice =
        "The block size is 256 here, and some blocks cannot begin before others have ended. Which\n"
        "blocks wait for others? The last one to finish has none to wait for.";
    const auto places = static_cast<unsigned>(
        lockstep::device_attribute(cudaDevAttrMultiProcessorCount) *
        lockstep::device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / 256);
    for_every("blocks", {places + 100}, advice, [](unsigned blocks) {
      if (a_case_has_failed())
        throw undecided(
            phrase("fewer-blocks-first", "Not tried: fewer blocks have to be right first."));
      require_right_sum(256 * blocks - 1, 256);
    });
  }

  TEST_CASE("right for large numbers of both signs") {
    for_large_integers([](const auto& values) { require_right_sum(values, 256); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // The sums of blocks of 256 are 0.4 % more.
  TEST_CASE("every element is read, and read once") {
    const char* advice =
        "Load 4 bytes for each element, and for each block the 4 bytes of its sum, which only one\n"
        "block has to read.";
    for_every("N", {20'011}, advice,
              [](unsigned n) { require_each_loaded_once(n, measure_sum(n, 256)); });
  }

  // 512 blocks of 64 threads load 32,768 elements by 1024 requests of a warp. Their sums are 16
  // requests more if a warp loads 32 at a time, and 512 if one thread loads them all.
  TEST_CASE("the last block's threads share the work") {
    const char* advice =
        "A request of a warp can load 32 numbers. There are 512 blocks of 64 threads here: each\n"
        "thread of the last one can take some of their sums, and the tree can add up the rest.";
    for_every("N", {1u << 15}, advice, [](unsigned n) {
      require_at_most("load requests", 1.1 * n / 32,
                      all_counted(measure_sum(n, 64)).global_load_requests);
    });
  }

  // In the tree 28 lanes take part and more. One thread of each block that adds for all: below 4.
  TEST_CASE("the threads share the work") {
    const char* advice =
        "A warp has 32 lanes. If one thread adds for all others, they wait: keep the tree.";
    for_every("N", {1u << 14}, advice, [](unsigned n) {
      const auto counted = measure_sum(n, 256);
      // One for each block that comes, a few to make all ready for the next launch, and in shared
      // memory one for each warp.
      require_at_most("atomics", n / 32 + n / 256 + 8, counted.atomics);
      require_other_accesses(16 * (n / 256 + 8), counted);
      require_work_shared(16, counted, 256);
      require_nothing_repeated(400, counted);
      require_runs_shared();
    });
  }
}

TEST_SUITE("time") {
  TEST_CASE("N = 2^25, blocks of 256") {
    time_on_gpu([](stopwatch& watch) {
      constexpr unsigned n = timed_size, block_size = 256, blocks = n / block_size;
      const input_buffer<int> data("data", timed_integers());
      output_buffer<int> partial("partial", blocks);
      guarded_buffer<unsigned> counter("counter", {0});
      output_buffer<int> result("result", 1);
      watch.time(4.0 * n, [&] {
        enqueue(sum, blocks, block_size, data.data(), partial.data(), counter.data(), result.data(),
                n);
      });
    });
  }
}
