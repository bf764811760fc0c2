// Every kernel gives the right result at awkward sizes, and does what its first three lines say.
#include <doctest/doctest.h>
#include <lockstep/testing.hpp>

#include <cstdlib>
#include <cstring>
#include <set>

#include "09_own_pace.cuh"
#include "branches.cuh"
#include "curve.cuh"
#include "lanes.cuh"
#include "uneven.cuh"

using namespace lockstep;
using namespace lockstep::divergence;

namespace {

constexpr unsigned awkward[] = {1, 31, 32, 33, 1023, 1024, 1025, 5000};

counters count_branches(const branching_kernel& k, unsigned grid, unsigned block) {
  device_buffer<float> out(grid * block);
  return measure(1, [&] { k.kernel<<<grid, block>>>(out.data()); }).counted.value();
}

counters count_long(const long_kernel& k, unsigned rounds) {
  device_buffer<unsigned> out(1024);
  return measure(1, [&] { k.kernel<<<4, 256>>>(out.data(), 1024, rounds); }).counted.value();
}

counters count_paths(const path_kernel& k, unsigned paths) {
  device_buffer<unsigned> out(1024);
  return measure(1, [&] { k.kernel<<<4, 256>>>(out.data(), 1024, 1000, paths); }).counted.value();
}

}  // namespace

TEST_CASE("a warp is 32 consecutive threads, counted x first, then y, then z") {
  for (const dim3& shape : shapes) {
    CAPTURE(shape.x);
    CAPTURE(shape.y);
    CHECK(warps_are_as_calculated(shape));
  }
  CHECK(warps_are_as_calculated({3, 5, 7}));
}

TEST_CASE("warps on paper: rounded up, the rest are idle lanes") {
  CHECK(count_warps({128}).warps == 4);
  CHECK(count_warps({128}).idle_lanes == 0);
  CHECK(count_warps({40, 2}).warps == 3);
  CHECK(count_warps({40, 2}).idle_lanes == 16);
  CHECK(count_warps({1}).idle_lanes == 31);
  if (!can_count()) return;
  for (const dim3& shape : shapes) {
    device_buffer<unsigned> lane(1024), first(1024);
    const auto work = [&] { who_am_i<<<3, shape>>>(lane.data(), first.data()); };
    CHECK(measure(1, work).counted.value().warps == 3 * count_warps(shape).warps);
  }
}

TEST_CASE("the three kernels write 100 and 200 as they say, in either build, in any block") {
  for (const unsigned block : {1u, 31u, 32u, 33u, 64u, 256u, 1024u}) {
    for (const branching_kernel* set : {three_kernels, three_kernels_for_debugger()}) {
      for (std::size_t i = 0; i < std::size(three_kernels); ++i) {
        CAPTURE(block);
        CAPTURE(set[i].name);
        device_buffer<float> out(3 * block + 1);
        out.poison();
        set[i].kernel<<<3, block>>>(out.data());
        CUDA_CHECK_LAUNCH();
        std::vector<float> values = out.download();
        float poison = 0;
        std::memset(&poison, 0xA5, sizeof poison);
        CHECK(values.back() == poison);  // nothing behind the grid's last thread
        values.pop_back();
        CHECK(compare(expected_of(set[i], 3 * block), values).text == "");
      }
    }
  }
}

// docs/data/h200_ncu.csv: what Nsight Compute counts on an H200.
TEST_CASE("branch efficiency of the three kernels: 80, 100 and 71.43 %; none where optimised") {
  if (!can_count()) return;
  const struct {
    unsigned targets, divergent;
    double efficiency;
  } expected[] = {{10, 2, 80}, {9, 0, 100}, {14, 4, 71.43}};
  for (std::size_t i = 0; i < std::size(three_kernels); ++i) {
    CAPTURE(three_kernels[i].name);
    const counters debug = count_branches(three_kernels_for_debugger()[i], 1, 64);
    CHECK(debug.branch_targets == expected[i].targets);
    CHECK(debug.divergent_branch_targets == expected[i].divergent);
    CHECK(branch_efficiency(debug).value() ==
          doctest::Approx(expected[i].efficiency).epsilon(1e-4));
    CHECK(branch_efficiency(count_branches(three_kernels[i], 1, 64)).has_value() == !optimised);
  }
}

TEST_CASE("two ifs are the same code as if and else, where the compiler optimises") {
  if (!can_count() || !optimised) return;
  const counters one = count_branches(three_kernels[0], 1, 64);
  const counters two = count_branches(three_kernels[2], 1, 64);
  CHECK(one.warp_instructions == two.warp_instructions);
  CHECK(one.thread_instructions == two.thread_instructions);
}

TEST_CASE("the percentages do not depend on the size of the grid") {
  if (!can_count()) return;
  for (std::size_t i = 0; i < std::size(three_kernels); ++i) {
    const branching_kernel& k = three_kernels_for_debugger()[i];
    CHECK(branch_efficiency(count_branches(k, 64, 256)) ==
          branch_efficiency(count_branches(k, 1, 64)));
  }
}

TEST_CASE("the long kernels walk the right loop, for ragged sizes") {
  for (const long_kernel& k : long_kernels) {
    for (const unsigned size : awkward) {
      for (const unsigned rounds : {0u, 1u, 7u}) {
        CAPTURE(k.name);
        CAPTURE(size);
        CAPTURE(rounds);
        device_buffer<unsigned> out(size + 1);
        out.poison();
        k.kernel<<<blocks_for(size), threads_per_block>>>(out.data(), size, rounds);
        CUDA_CHECK_LAUNCH();
        std::vector<unsigned> values = out.download();
        CHECK(values.back() == 0xA5A5A5A5u);
        values.pop_back();
        CHECK(is_right(k, values, rounds));
      }
    }
  }
}

TEST_CASE(
    "divergence that survives: twice the instructions, half the lanes, and a good efficiency") {
  if (!can_count()) return;
  const counters thread = count_long(long_kernels[0], 1000),
                 warp = count_long(long_kernels[1], 1000);
  CHECK(double(thread.warp_instructions) / double(warp.warp_instructions) ==
        doctest::Approx(2).epsilon(0.02));
  CHECK(active_lanes_per_instruction(thread).value() == doctest::Approx(16).epsilon(0.02));
  CHECK(active_lanes_per_instruction(warp).value() == 32);
  CHECK(thread.divergent_branches == 32);  // one in each of 32 warps
  CHECK(warp.divergent_branches == 0);
  CHECK(branch_efficiency(thread).value() > 99);
}

TEST_CASE("every number of paths gives the right result, by lane and by warp") {
  for (const path_kernel& k : path_kernels) {
    for (const unsigned paths : {1u, 2u, 3u, 31u, 32u}) {
      for (const unsigned size : awkward) {
        CAPTURE(k.name);
        CAPTURE(paths);
        CAPTURE(size);
        device_buffer<unsigned> out(size + 1);
        out.poison();
        k.kernel<<<blocks_for(size), threads_per_block>>>(out.data(), size, 5, paths);
        CUDA_CHECK_LAUNCH();
        std::vector<unsigned> values = out.download();
        CHECK(values.back() == 0xA5A5A5A5u);
        values.pop_back();
        CHECK(is_right(k, values, 5, paths));
      }
    }
  }
}

TEST_CASE("the ways are 32 different ones, and a jump is as many steps as it says") {
  std::set<unsigned> results;
  for (unsigned path = 0; path < most_paths; ++path) {
    unsigned x = 12345;
    for (unsigned r = 0; r < 10; ++r) x = x * multiplier_of(path) + addend_of(path);
    CHECK(jump_of(path, 10)(12345) == x);
    results.insert(x);
  }
  CHECK(results.size() == most_paths);
}

TEST_CASE("cost is a straight line in the paths of a warp, and level in those of the grid") {
  if (!can_count()) return;
  const auto cost = [](const path_kernel& k, unsigned paths) {
    return double(count_paths(k, paths).warp_instructions) /
           double(count_paths(k, 1).warp_instructions);
  };
  for (const unsigned paths : {2u, 5u, 16u, 32u}) {
    CAPTURE(paths);
    CHECK(cost(path_kernels[0], paths) == doctest::Approx(paths).epsilon(0.05));
    CHECK(cost(path_kernels[1], paths) == doctest::Approx(1).epsilon(0.05));
  }
}

TEST_CASE("loops of different lengths give the right result, also where no lane loops") {
  for (const unsigned size : awkward) {
    const std::vector<unsigned> trips = random_integers<unsigned>(size, size, 0, 20);
    device_buffer<unsigned> rounds(trips), out(size + 1);
    out.poison();
    loop_by_data<<<blocks_for(size), threads_per_block>>>(rounds.data(), out.data(), size);
    CUDA_CHECK_LAUNCH();
    std::vector<unsigned> values = out.download();
    CAPTURE(size);
    CHECK(values.back() == 0xA5A5A5A5u);
    values.pop_back();
    CHECK(is_right(trips, values));
  }
}

TEST_CASE("all arrangements have the same total, and cost what their slowest lanes say") {
  const std::vector<arrangement> all = arrangements(1024, 500);
  const auto total = [](const arrangement& a) {
    return std::accumulate(a.trips.begin(), a.trips.end(), 0ull);
  };
  const auto count = [](const arrangement& a) {
    device_buffer<unsigned> trips(a.trips), out(1024);
    return double(measure(1, [&] { loop_by_data<<<4, 256>>>(trips.data(), out.data(), 1024); })
                      .counted.value()
                      .warp_instructions);
  };
  for (const arrangement& a : all) {
    CAPTURE(a.name);
    CHECK(total(a) == total(all[0]));
    if (!can_count()) continue;
    CHECK(count(a) / count(all[0]) == doctest::Approx(predicted_cost(a.trips)).epsilon(0.05));
  }
  CHECK(predicted_cost(all[0].trips) == 1);
  CHECK(predicted_cost(all[2].trips) < 1.1);  // sorted
  CHECK(predicted_cost(all[4].trips) == 32);  // one lane has it all
}

TEST_CASE("both searches find the first match, or that there is none, in ragged chunks") {
  for (const unsigned size : awkward) {
    for (const unsigned chunk : {32u, 40u, 256u}) {
      // Few values, so that a chunk has several matches, or none.
      const std::vector<unsigned> data = random_integers<unsigned>(size, size + chunk, 0, 50);
      const std::vector<unsigned> expected = first_matches(data, chunk, 7);
      for (const search_variant& v : searches) {
        CAPTURE(v.name);
        CAPTURE(size);
        CAPTURE(chunk);
        measurement m;
        CHECK(compare(expected, search(v.kernel, data, chunk, 7, 1, m)).text == "");
      }
    }
  }
}

TEST_CASE("a vote ends the search where the match is; alone, the warp goes to the end") {
  if (!can_count()) return;
  const auto loads = [](search_kernel kernel, double depth) {
    const std::vector<unsigned> data = haystack(8 * 1024, 1024, depth);
    measurement m;
    search(kernel, data, 1024, 0, 1, m);
    return double(m.counted.value().global_load_requests) / 8;
  };
  CHECK(loads(search_alone, 0.25) == 32);
  CHECK(loads(search_together, 0.25) == 8);
  CHECK(loads(search_alone, 1) == 32);
  CHECK(loads(search_together, 1) == 32);
}

TEST_CASE("lanes of a warp wait for each other, in any order of turns") {
  for (const unsigned first : {0u, 1u, 16u, 31u}) {
    device_buffer<unsigned> order(3 * 96);
    order.poison();
    take_turns<<<3, 96, 3 * sizeof(unsigned)>>>(order.data(), first);
    CUDA_CHECK_LAUNCH();
    const std::vector<unsigned> turns = order.download();
    bool right = true;
    for (unsigned i = 0; i < turns.size(); ++i)
      right = right && turns[i] == (i % 32 + 32 - first) % 32;
    CAPTURE(first);
    CHECK(right);
  }
}

TEST_CASE("neighbours exchange values if a barrier stands between") {
  device_buffer<unsigned> out(1024 + 32);
  out.poison();
  pass_on<true><<<33, 32, 32 * sizeof(unsigned)>>>(out.data());
  CUDA_CHECK_LAUNCH();
  const std::vector<unsigned> values = out.download();
  bool right = true;
  for (unsigned i = 0; i < values.size(); ++i) right = right && values[i] == (i ^ 16);
  CHECK(right);
}
