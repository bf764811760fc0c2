// The support library, as a grader uses it.
#include <lockstep/grader.hpp>

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "../draws.hpp"
#include "kernels.hpp"

using namespace lockstep::grader;
using lockstep::counters;

namespace {

const separate_process gives_results("gives results", [](const std::vector<std::string>&) {
  give_result("7");
  std::printf("7 is no result\n");
  give_result(" and 8");
  return 0;
});
const separate_process exits("exits", [](const std::vector<std::string>& arguments) {
  says_and_exits(std::stoi(arguments.at(0)));
  return 42;
});
const separate_process returns("returns", [](const std::vector<std::string>&) { return 42; });
const separate_process reports("reports", [](const std::vector<std::string>&) {
  return std::getenv("LOCKSTEP_REPORT") != nullptr ? 1 : 0;
});
const separate_process aborts("aborts",
                              [](const std::vector<std::string>&) -> int { std::abort(); });
const separate_process hangs("hangs", [](const std::vector<std::string>&) -> int {
  for (;;) pause();
});
const separate_process floods("floods", [](const std::vector<std::string>&) -> int {
  for (;;) std::puts("and so on, without end");
});
// Whether a fault stays: a call after it fails too.
const separate_process faults("faults", [](const std::vector<std::string>&) {
  launch(writes_to_null, 1, 32);
  return 0;
});
const separate_process survives("survives", [](const std::vector<std::string>&) {
  void (*const kernel)() = writes_to_null;
  (void)cudaLaunchKernel(reinterpret_cast<const void*>(kernel), 1, 32, nullptr, 0, nullptr);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  (void)cudaGetLastError();
  void* memory = nullptr;
  const bool stays = cudaMalloc(&memory, 4) != cudaSuccess;
  return failed && stays ? 7 : 8;
});

counters measure_copies(void (*kernel)(const int*, int*)) {
  const input_buffer<int> from("from", std::vector<int>(8 * 64, 1));
  output_buffer<int> to("to", 8 * 64);
  return measure([&] { launch(kernel, 1, 64, from.data(), to.data()); }, nothing_to_compare);
}

counters measure_block(void (*kernel)(int*), unsigned threads) {
  const lockstep::device_buffer<int> to(std::vector<int>(64, 1));
  return measure([&] { launch(kernel, 1, threads, const_cast<int*>(to.data())); },
                 nothing_to_compare);
}

}  // namespace

TEST_CASE("code that exits is seen from outside, with what it printed") {
  const ending end = exits.run({"3"});
  CHECK(end.exited());
  CHECK(end.in_words() == "exit code 3");
  CHECK(end.output == "to output\n");
  CHECK(end.errors == "to errors\n");
  CHECK(returns.run().exit_code == 42);
}

TEST_CASE("a separate process reports only where the run is traced") {
  setenv("LOCKSTEP_REPORT", "/dev/null", 0);
  CHECK(reports.run().exit_code == 0);
  setenv("LOCKSTEP_TRACE", "launches=1", 1);
  CHECK(reports.run().exit_code == 1);
  unsetenv("LOCKSTEP_TRACE");
}

TEST_CASE("a separate process's result is no part of what is printed there") {
  const ending end = gives_results.run();
  CHECK(end.results == "7 and 8");
  CHECK(end.output == "7 is no result\n");
}

TEST_CASE("signals, endless waits and endless output end with the separate process") {
  CHECK(aborts.run().in_words() == "ended by SIGABRT (Aborted)");
  const ending late = hangs.run({}, std::chrono::milliseconds(100));
  CHECK(late.timed_out);
  CHECK_FALSE(late.exited());
  CHECK(floods.run().flooded);
}

TEST_CASE("a fault that stays does not reach this process") {
  CHECK(survives.run().exit_code == 7);
  CHECK(faults.run().signal == SIGABRT);  // the exception that nobody catches
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE("sectors per request") {
  require_sectors_per_load(4, measure_copies(copies));
  require_sectors_per_store(4, measure_copies(copies));
  CHECK_THROWS_WITH_AS(require_sectors_per_load(4, measure_copies(copies_far_apart)),
                       "sectors per load request: 32 measured, at most 4 allowed", wrong);
}

TEST_CASE("efficiency of loads and stores") {
  require_load_efficiency(100, measure_copies(copies));
  require_store_efficiency(100, measure_copies(copies));
  CHECK_THROWS_WITH_AS(
      require_load_efficiency(13, measure_copies(copies_far_apart)),
      "per cent of the bytes loaded that were asked for: 12.50 measured, at least 13 required",
      wrong);
  CHECK_THROWS_WITH_AS(
      require_store_efficiency(13, measure_copies(copies_far_apart)),
      "per cent of the bytes stored that were asked for: 12.50 measured, at least 13 required",
      wrong);
}

TEST_CASE("divergence, barriers, conflicts") {
  require_no_divergence(measure_copies(copies));
  CHECK_THROWS_WITH_AS(require_no_divergence(measure_block(parts_once, 32)),
                       "divergent branches per warp: 1 measured, none allowed", wrong);
  require_barriers_per_warp(2, measure_block(meets_twice, 64));
  CHECK_THROWS_WITH_AS(require_barriers_per_warp(1, measure_block(meets_twice, 64)),
                       "barriers per warp: 2 measured, at most 1 allowed", wrong);
  CHECK_THROWS_WITH_AS(require_no_bank_conflicts(measure_block(collides, 32)),
                       "bank conflicts of loads: 1 measured, none allowed", wrong);
}

TEST_CASE("instructions relative to another kernel's") {
  counters half{}, whole{};
  half.warps = whole.warps = 2;
  half.warp_instructions = 50;
  whole.warp_instructions = 100;
  require_instructions_relative(0.5, half, whole, "neighbored");
  CHECK_THROWS_WITH_AS(require_instructions_relative(0.25, half, whole, "neighbored"),
                       "instructions per warp: 25 measured, neighbored needs 50; at most 0.25 "
                       "times that is allowed (12.50)",
                       wrong);
}

TEST_CASE("launches, one by one") {
  const lockstep::device_buffer<int> memory(std::vector<int>(64, 1));
  int* const to = const_cast<int*>(memory.data());
  const launch_list launches = measure_launches(
      [&] {
        launch(meets_twice, 1, 64, to);
        launch(collides, 1, 32, to);
      },
      nothing_to_compare);
  require_launches(2, launches);
  require_launches(1, of_kernel(launches, "collides"));
  CHECK(of_kernel(launches, "meets_twice").at(0).block[0] == 64);
  CHECK(total(launches).warps == 3);
  CHECK_THROWS_WITH_AS(require_launches(1, launches),
                       "launches: 2 measured, 1 required (meets_twice, collides)", wrong);
  require_registers(255, launches);
  CHECK_THROWS_AS(require_registers(1, launches), wrong);
  CHECK_THROWS_AS(require_occupancy(101, launches), wrong);
}

TEST_CASE("floating point against a reference in double precision") {
  require_close(1.0, 1.0f + 1e-6, {1e-5, 0});
  CHECK_THROWS_WITH_AS(require_close(2, 2.5, {0.125, 0}),
                       "expected 2, got 2.5 (0.5 off; at most 0.125 allowed)", wrong);
  CHECK_THROWS_AS(require_close(1, NAN, {1e9, 0}), wrong);
  output_buffer<float> sums("sums", 2);
  CHECK_THROWS_AS(sums.require_close({1, 1}, {1e-3, 0}), wrong);
}

TEST_CASE("a matrix with a pitch: elements, and what lies between the rows") {
  const matrix<int> expected(2, 3, {1, 2, 3, 4, 5, 6});
  output_matrix<int> out("out", 2, 3, 4);
  const auto write = [&](std::vector<int> values) {
    (void)cudaMemcpy(out.data(), values.data(), values.size() * sizeof(int),
                     cudaMemcpyHostToDevice);
  };
  write(expected.with_pitch(4));
  out.require_equals(expected);
  auto wrong_element = expected.with_pitch(4);
  wrong_element[5] = 0;
  write(wrong_element);
  CHECK_THROWS_WITH_AS(out.require_equals(expected),
                       "out: row 1, column 1 (element 5): expected 5, got 0", wrong);
  auto behind = expected.with_pitch(4);
  behind[3] = 0;
  write(behind);
  CHECK_THROWS_WITH_AS(out.require_equals(expected),
                       "out: row 0, column 3 (element 3): a write past the end of the row", wrong);
}

TEST_CASE("inputs") {
  std::vector<unsigned> order = permutation(1000);
  CHECK(order != permutation(999));
  std::sort(order.begin(), order.end());
  CHECK(order.front() == 0);
  CHECK(order.back() == 999);
  CHECK(std::adjacent_find(order.begin(), order.end()) == order.end());
  CHECK(one_hot(4, 2) == std::vector<int>{0, 0, 1, 0});
  for (const float value : reals(100, -1, 1)) CHECK(std::abs(value) <= 1);
}

TEST_CASE("no numbers come twice") {
  CHECK(integers(100) != integers(100));
  std::vector<std::vector<int>> seen;
  const auto draw = [&](unsigned n) { seen.push_back(integers(n)); };
  for_every("N", {100, 101}, "", draw);
  for_every("N", {100}, "", draw);
  for (std::vector<int>& one : seen) one.resize(100);
  CHECK(seen.at(0) != seen.at(1));
  CHECK(seen.at(0) != seen.at(2));
}

TEST_CASE("a trial that is made again has the same numbers") {
  lockstep::grader::draws first;
  first.begin_case("results", "right");
  first.begin_trials("N");
  lockstep::grader::draws again = first;
  first.begin_trial(31);
  const auto number = first.next(7);
  again.begin_trial(31);
  CHECK(again.next(7) == number);
  CHECK(again.next(7) != number);
  again.begin_trial(32);
  CHECK(again.next(7) != number);
}

TEST_CASE("memory that is kept for the next call is no leak") {
  for_every("call", {1, 2, 3}, "", [](unsigned) {
    static int* kept = nullptr;
    if (kept == nullptr) (void)cudaMalloc(&kept, 64);
  });
  for_every("elements", {100, 1000, 10'000}, "", [](unsigned elements) {
    static int* kept = nullptr;
    static unsigned room = 0;
    if (elements <= room) return;
    (void)cudaFree(kept);
    (void)cudaMalloc(&kept, elements * sizeof(int));
    room = elements;
  });
  require_no_findings();
}

TEST_CASE("memory that no call frees is a leak" * doctest::should_fail()) {
  for_every("call", {1}, "", [](unsigned) {
    int* forgotten = nullptr;
    (void)cudaMalloc(&forgotten, 64);
  });
  require_no_findings();
}

TEST_CASE("a prediction is answered, or it is not") {
  CHECK_FALSE(lockstep::unanswered.answered());
  CHECK(lockstep::prediction(3u).value() == 3);
  for_every_prediction(
      {{"three", 3, [] { return 3.0; }}, {"a third", 0.33, [] { return 1.0 / 3; }, {0.01, 0}}}, "");
}

TEST_CASE("a missing prediction is not measured, and fails" * doctest::should_fail()) {
  for_every_prediction({{"three", {}, []() -> double { throw std::logic_error("measured"); }}}, "");
}

TEST_CASE("a wrong prediction fails" * doctest::should_fail()) {
  for_every_prediction({{"three", 3.1, [] { return 3.0; }}}, "");
}

// What a grader without the tutor makes of these: alone.sh runs them, one by one.
TEST_SUITE("alone" * doctest::skip()) {
  TEST_CASE("predicts too little") {
    for_every_prediction({{"a block: warps", 2, [] { return 3.0; }}}, "");
  }
  TEST_CASE("predicts too much") {
    for_every_prediction({{"a block: warps", 4, [] { return 3.0; }}}, "");
  }
  TEST_CASE("says yes for no") {
    for_every_prediction({{"a loop: unrolled", 1, [] { return 0.0; }},
                          {"a loop: fewer registers", 1, [] { return 1.0; }}},
                         "");
  }
  TEST_CASE("says yes for no and gives a wrong number") {
    for_every_prediction({{"a loop: unrolled", 1, [] { return 0.0; }},
                          {"a loop: fewer registers", 1, [] { return 1.0; }},
                          {"a block: warps", 2, [] { return 3.0; }},
                          {"a block: lanes", 32, [] { return 32.0; }}},
                         "");
  }
  TEST_CASE("gives a number for a code") {
    for_every_prediction({{"reads: early", 7, [] { return -1.0; }}}, "");
  }
  TEST_CASE("leaves a choice open") {
    for_every_prediction(
        {{"a loop: unrolled", 1, [] { return 0.0; }}, {"a loop: fewer registers", {}, {}}}, "");
  }
  TEST_CASE("passes") { CHECK(cudaDeviceSynchronize() == cudaSuccess); }
  TEST_CASE("fails") { CHECK(cudaDeviceSynchronize() != cudaSuccess); }
  TEST_CASE("ends with success") { _exit(0); }
  TEST_CASE("crashes") { std::abort(); }
  TEST_CASE("never ends") {
    for (;;) pause();
  }
  TEST_CASE("finds nothing") { require_no_findings(); }
  TEST_CASE("is undecided") {
    for_every("N", {1}, "", [](unsigned) { throw undecided("Nobody can say."); });
  }
}
TEST_SUITE("time" * doctest::skip()) {
  TEST_CASE("needs a GPU") {
    time_on_gpu([](stopwatch&) {});
  }
}
