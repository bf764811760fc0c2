// Grader of 02_warp_divergence/compaction: the positive elements of each warp, in order and without
// gaps.
#include "02_warp_divergence/compaction.hpp"

#include <lockstep/grader.hpp>

#include <algorithm>
#include <climits>
#include <string>
#include <vector>

using namespace lockstep::grader;

namespace {

const std::vector<unsigned> block_sizes = {64, 128, 256, 512, 1024};

// About half of them positive, some of them 0.
std::vector<int> mixed(unsigned n) { return integers_between(n, -20, 20); }

// The places that are kept of each warp, and poison behind them.
struct expected_places {
  std::vector<int> kept;
  std::vector<unsigned> number;

  expected_places(const std::vector<int>& values, unsigned warps)
      : kept(32 * warps, poison<int>()), number(warps, 0) {
    for (unsigned i = 0; i < values.size(); ++i) {
      if (values[i] > 0) kept[i / 32 * 32 + number[i / 32]++] = values[i];
    }
  }
};

struct compaction {
  unsigned size, block_size, blocks, warps;
  std::vector<int> values;
  input_buffer<int> data;
  output_buffer<int> kept;
  output_buffer<unsigned> number;

  compaction(const std::vector<int>& values, unsigned block_size)
      : size(static_cast<unsigned>(values.size())),
        block_size(block_size),
        blocks((size + block_size - 1) / block_size),
        warps(blocks * block_size / 32),
        values(values),
        data("data", values),
        kept("kept", 32 * warps),
        number("number", warps) {}

  void enqueue_it() {
    enqueue(keep_positive, blocks, block_size, data.data(), kept.data(), number.data(), size);
  }

  void require_right() const {
    const expected_places expected(values, warps);
    number.require_equals(expected.number);
    kept.require_equals(expected.kept);
    data.require_unchanged();
  }
};

void require_right_places(const std::vector<int>& values, unsigned block_size) {
  compaction all(values, block_size);
  run_shared([&] { all.enqueue_it(); }, {4096, 200});
  all.require_right();
}

lockstep::counters measure_full_warps(unsigned block_size) {
  compaction all(mixed(8192), block_size);
  return measure([&] { all.enqueue_it(); }, [&] { all.require_right(); });
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right wherever one element is kept") {
    const char* advice =
        "One element of 64 is positive, at this position. How many lanes of its warp vote yes, "
        "and\n"
        "which place does the element get?";
    std::vector<unsigned> positions;
    for (unsigned at = 0; at < 64; ++at) positions.push_back(at);
    for_every("position", positions, advice,
              [](unsigned at) { require_right_places(one_hot(64, at, 7), 64); });
  }

  TEST_CASE("right for every N") {
    const char* advice =
        "Take a warp of 8 lanes with the elements 5, -1, 0, 7, 2, -3, 4, -6. Which lanes vote "
        "yes,\n"
        "how many are they, and which place does each of them take?\n"
        "Read `Leave together` in chapters/02_warp_divergence/README.md.";
    std::vector<unsigned> sizes = awkward_sizes();
    sizes.erase(sizes.begin());  // 0 elements need no block, and no grid is empty
    for_every("N", sizes, advice, [](unsigned n) { require_right_places(mixed(n), 256); });
  }

  TEST_CASE("right if all elements are kept, or none") {
    const char* advice = "All elements are 0 if N is even here, and positive if it is odd.";
    for_every("N", {31, 32, 33, 64, 65, 1000, 1001}, advice, [](unsigned n) {
      require_right_places(n % 2 == 0 ? std::vector<int>(n, 0) : integers(n), 128);
    });
  }

  TEST_CASE("right for every block size") {
    const char* advice = "N is 4999 here. Warps are numbered through the whole grid.";
    for_every("block size", block_sizes, advice,
              [](unsigned block_size) { require_right_places(mixed(4999), block_size); });
  }

  TEST_CASE("right for random N") {
    const char* advice = "Blocks have 128 threads here. Does the code assume certain sizes?";
    for_every("N", random_sizes(8, 20'000), advice,
              [](unsigned n) { require_right_places(mixed(n), 128); });
  }

  TEST_CASE("right for large numbers of both signs") {
    const char* advice =
        "Elements may be any ints here. Is every type that they pass through wide enough?";
    for_every("N", {255, 4999}, advice,
              [](unsigned n) { require_right_places(integers_between(n, INT_MIN, INT_MAX), 256); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // All lanes vote, about half of them store. One lane that does the work of 32: 2.
  TEST_CASE("the lanes share the work") {
    const char* advice =
        "A warp has 32 lanes. If one of them looks at all elements, the others wait. Each lane "
        "can\n"
        "look at its own and vote.";
    for_every("block size", block_sizes, advice,
              [](unsigned block_size) { require_work_shared(16, measure_full_warps(block_size)); });
  }

  // One request for 32 neighbours. Lanes that look at each other's elements make 32 of them.
  TEST_CASE("one load request for 32 elements") {
    const char* advice =
        "Only one lane needs each element. The others need to know one bit about it, and a ballot\n"
        "gives every lane all 32 bits.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      const auto counted = all_counted(measure_full_warps(block_size));
      require_at_most("load requests of a warp", 1,
                      double(counted.global_load_requests) / double(counted.warps));
      // A vote is one instruction; 32 lanes that are asked one by one are many.
      require_instructions_per_warp(100, counted);
      require_runs_shared();
    });
  }

  // A counter hands out places in the order in which lanes come, which nobody promises.
  TEST_CASE("no atomics") {
    const char* advice =
        "Atomics hand out places in the order in which lanes arrive, but the elements must stay\n"
        "in the order of the lanes.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      require_at_most("atomics", 0, measure_full_warps(block_size).atomics);
    });
  }
}

TEST_SUITE("time") {
  TEST_CASE("N = 2^24, blocks of 256") {
    time_on_gpu([](stopwatch& watch) {
      constexpr unsigned n = 1u << 24;
      compaction all(mixed(n), 256);
      watch.time(6.0 * n, [&] { all.enqueue_it(); });
    });
  }
}
