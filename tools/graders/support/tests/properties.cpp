// Which line a missed property is blamed on.
#include <doctest/doctest.h>
#include <lockstep/buffer.hpp>
#include <lockstep/grader/buffers.hpp>
#include <lockstep/grader/counts.hpp>
#include <lockstep/grader/inputs.hpp>
#include <lockstep/grader/run.hpp>
#include <lockstep/grader/shares.hpp>

#include <vector>

#include "../diagnosis/missed_property.hpp"
#include "../session.hpp"
#include "../work_scope.hpp"
#include "kernels.hpp"

using namespace lockstep::grader;

namespace {

lockstep::counters count_copy(void (*kernel)(const int*, int*)) {
  const input_buffer<int> from("from", std::vector<int>(8 * 64, 1));
  output_buffer<int> to("to", 8 * 64);
  return measure([&] { launch(kernel, 1, 64, from.data(), to.data()); }, nothing_to_compare);
}

launch_list launches_of(void (*kernel)(int*), unsigned threads) {
  const lockstep::device_buffer<int> to(std::vector<int>(64, 1));
  return measure_launches([&] { launch(kernel, 1, threads, const_cast<int*>(to.data())); },
                          nothing_to_compare);
}

lockstep::counters count_block(void (*kernel)(int*), unsigned threads) {
  return total(launches_of(kernel, threads));
}

diagnosis::explanation why_missed(const std::function<void()>& trial) {
  session& state = current_session();
  state.missed.reset();
  CHECK_THROWS_AS(trial(), wrong);
  REQUIRE(state.missed);
  return diagnosis::explain(*state.missed, trial);
}

}  // namespace

TEST_CASE("words that neighbouring lanes load far apart: the line of the subscript") {
  const auto why = why_missed([] { require_sectors_per_load(4, count_copy(copies_far_apart)); });
  CHECK(why.cause ==
        "neighbouring lanes load words 32 bytes apart: 32 sectors per load request, at most 4 "
        "allowed");
  CHECK(why.place.file.find("kernels.cu") != std::string::npos);
  CHECK(why.place.line == 13);
  CHECK(why.seen_from == std::string("subscript"));
}

TEST_CASE("stores that are far apart") {
  const auto why = why_missed([] { require_store_efficiency(80, count_copy(copies_far_apart)); });
  CHECK(why.cause ==
        "neighbouring lanes store words 32 bytes apart: 12.50 per cent of the bytes stored were "
        "asked for, at least 80 required");
}

TEST_CASE("the condition at which lanes part") {
  const auto why = why_missed([] { require_no_divergence(count_block(parts_once, 32)); });
  CHECK(why.cause == "lanes of a warp diverge here: 1 divergent branch per warp, none allowed");
  CHECK(why.place.line == 19);
}

TEST_CASE("the line of the bank conflicts") {
  const auto why = why_missed([] { require_no_bank_conflicts(count_block(collides, 32)); });
  CHECK(why.cause ==
        "lanes of a warp load different words of one bank: 1 bank conflict of loads, none allowed");
  CHECK(why.place.line == 34);
}

TEST_CASE("the launch whose shape is not the one required") {
  const auto why = why_missed([] {
    require_exactly("threads of a block", 32, launches_of(meets_twice, 64).at(0).block[0]);
  });
  CHECK(why.cause == "a grid of 1 block of 64 threads is launched: 32 threads of a block required");
  CHECK(why.launch_of == "meets_twice");
}

TEST_CASE("no number is said twice where one line does it all") {
  const auto why = why_missed([] {
    require_at_most("load requests", 1, double(count_copy(copies_far_apart).global_load_requests));
  });
  CHECK(why.cause == "all loads are executed here: 2 load requests, at most 1 allowed");
}

TEST_CASE("a property that there is too little of has no line") {
  CHECK_FALSE(why_missed([] {
    require_at_least("bytes that kernels load", 1e6, double(count_copy(copies).global_load_bytes));
  }));
}

namespace {

lockstep::counters count_show(int way) {
  const lockstep::device_buffer<int> from(std::vector<int>(512, 1));
  output_buffer<int> to("to", 512);
  return measure(
      [&] { launch(copies_for_show, 1, 64, const_cast<const int*>(from.data()), to.data(), way); },
      nothing_to_compare);
}

}  // namespace

TEST_CASE("what atomic operations read counts as read") {
  CHECK(bytes_read(count_show(0)) == 4 * 512);
  const auto by_atomics = count_show(1);
  CHECK(by_atomics.global_load_bytes == 0);
  CHECK(bytes_read(by_atomics) == 4 * 512);
}

TEST_CASE("where counters leave out most accesses, they are not asked") {
  CHECK_NOTHROW((void)all_counted(count_show(0)));
  CHECK_THROWS_AS((void)all_counted(count_show(1)), wrong);
}

TEST_CASE("one thread that does the work of all, in global or in shared memory") {
  for (const int way : {0, 1}) {
    (void)count_show(way);
    CHECK_NOTHROW(require_even_work());
  }
  for (const int way : {2, 3}) {
    (void)count_show(way);
    CHECK_THROWS_AS(require_even_work(), wrong);
  }
}

TEST_CASE("constants are accessed, too") {
  (void)count_show(6);
  CHECK_THROWS_AS(require_even_work(), wrong);
}

TEST_CASE("a warp that parts by exits or calls through pointers") {
  CHECK_NOTHROW(require_few_partings(0, count_show(0)));
  for (const int way : {4, 5}) {
    const auto counted = count_show(way);
    CHECK(counted.divergent_branches == 0);
    CHECK_NOTHROW(require_few_partings(1, counted));
    CHECK_THROWS_AS(require_few_partings(0, counted), wrong);
    CHECK_THROWS_AS(require_no_divergence(counted), wrong);
  }
}

TEST_CASE("threads that access global memory") {
  (void)count_show(2);
  CHECK_NOTHROW(require_threads_at_work(1));
  CHECK_THROWS_AS(require_threads_at_work(2), wrong);
  CHECK_THROWS_AS(require_half_of_threads_at_work(), wrong);
  CHECK_THROWS_AS(require_most_at_work(), wrong);  // one thread of its only block
}

TEST_CASE("blocks that do nothing") {
  output_buffer<int> to("to", 512);
  const auto measure_copy = [&](unsigned blocks) {
    const lockstep::device_buffer<int> from(std::vector<int>(512, 1));
    (void)measure(
        [&] {
          launch(faulty_copy, blocks, 64, const_cast<const int*>(from.data()), to.data(), 512u, 1u);
        },
        nothing_to_compare);
  };
  measure_copy(8);
  CHECK_NOTHROW(require_most_at_work());
  measure_copy(16);
  CHECK_THROWS_AS(require_most_at_work(), wrong);
}

TEST_CASE("a run has to be shared, too") {
  const lockstep::device_buffer<int> from(std::vector<int>(512, 1));
  output_buffer<int> to("to", 512);
  const auto copy = [&](int way) {
    run_shared(
        [&] {
          launch(copies_for_show, 1, 64, const_cast<const int*>(from.data()), to.data(), way);
        },
        {512});
  };
  forget_runs();
  copy(0);
  CHECK_NOTHROW(require_runs_shared());
  copy(2);
  CHECK_THROWS_AS(require_runs_shared(), wrong);
  forget_runs();
}

TEST_CASE("a run may have too many instructions") {
  const lockstep::device_buffer<int> from(std::vector<int>(512, 1));
  output_buffer<int> to("to", 512);
  const auto copy = [&](int way) {
    constexpr fair_share only_instructions{1e6, 100};
    run_shared(
        [&] {
          launch(copies_for_show, 1, 64, const_cast<const int*>(from.data()), to.data(), way);
        },
        only_instructions);
  };
  forget_runs();
  copy(0);
  CHECK_NOTHROW(require_runs_shared());
  copy(2);
  CHECK_THROWS_AS(require_runs_shared(), wrong);
  forget_runs();
}

TEST_CASE("blocks that have nothing to do lie at the end of the grid") {
  const auto cause = [](unsigned size, dim3 grid) {
    return why_missed([&] {
             const input_buffer<int> from("from", integers(size));
             output_buffer<int> to("to", size);
             (void)measure_launches(
                 [&] { launch(faulty_copy, grid, 64, from.data(), to.data(), size, 1u); },
                 nothing_to_compare);
             require_most_at_work();
           })
        .cause;
  };
  CHECK(
      cause(128, 4).find("2 of the 4 blocks of faulty_copy have nothing to do: 2 blocks too many: "
                         "50 per cent of blocks") == 0);
}
