// Which threads made a result, whatever the others did for show.
#include <doctest/doctest.h>
#include <lockstep/grader/buffers.hpp>
#include <lockstep/grader/run.hpp>
#include <lockstep/grader/shares.hpp>

#include <vector>

#include "../diagnosis/makers.hpp"
#include "../work_scope.hpp"
#include "kernels.hpp"

using namespace lockstep::grader;

namespace {

enum way {
  by_a_tree,
  by_one_thread,
  beside_others_for_show,
  by_votes,
  by_recursion,
  beside_others_that_compute
};

diagnosis::makers makers_of_sum(way how) {
  const input_buffer<int> data("data", std::vector<int>(512, 1));
  output_buffer<int> sum("sum", 1);
  const auto found = diagnosis::makers_of_results(
      [&] { launch(sums_in_a_way, 1, 512, data.data(), sum.data(), int{how}); },
      diagnosis::buffers_of_trial());
  REQUIRE(found);
  return *found;
}

void require_shared_sum(way how) {
  const input_buffer<int> data("data", std::vector<int>(512, 1));
  output_buffer<int> sum("sum", 1);
  constexpr fair_share of_a_sum{4096, 1e6, true};
  forget_runs();
  run_shared([&] { enqueue(sums_in_a_way, 1, 512, data.data(), sum.data(), int{how}); }, of_a_sum);
  require_runs_shared();
}

}  // namespace

TEST_CASE("in a tree, an eighth of the threads makes half of the additions") {
  const auto found = makers_of_sum(by_a_tree);
  CHECK(found.joins.all == 511);
  CHECK(found.joins.half_by == 65);
  CHECK(found.threads == 512);
  CHECK(found.elements == 512);
  CHECK(found.used == 512);
}

TEST_CASE("one thread makes all additions, whatever others load") {
  for (const way how : {by_one_thread, beside_others_for_show}) {
    const auto found = makers_of_sum(how);
    CHECK(found.joins.all == 511);
    CHECK(found.joins.half_by == 1);
  }
}

TEST_CASE("votes add up no elements") { CHECK(makers_of_sum(by_votes).used < 512 * 9 / 10); }

TEST_CASE("what is computed for show joins elements once at most") {
  const auto found = makers_of_sum(beside_others_that_compute);
  CHECK(found.operations.all == 3 * 512 - 1);
  CHECK(found.joins.all == 511);
}

TEST_CASE("recursion is a gap") {
  const auto found = makers_of_sum(by_recursion);
  CHECK(found.has_gaps);
  CHECK_THROWS_AS(require_shared_sum(by_recursion), wrong);
  forget_runs();
}

TEST_CASE("a run that is measured is looked into, too") {
  const auto measure_sum = [](way how) {
    const input_buffer<int> data("data", std::vector<int>(512, 1));
    output_buffer<int> sum("sum", 1);
    (void)measure([&] { enqueue(sums_in_a_way, 1, 512, data.data(), sum.data(), int{how}); },
                  nothing_to_compare);
  };
  forget_runs();
  measure_sum(by_a_tree);
  CHECK_NOTHROW(require_runs_shared());
  measure_sum(by_one_thread);
  CHECK_THROWS_AS(require_runs_shared(), wrong);
  measure_sum(by_a_tree);
}

TEST_CASE("a buffer takes the place of one that lay there before") {
  const auto& known = diagnosis::buffers_of_trial();
  int memory[8];
  note_buffer("before", memory, 8, sizeof *memory, use_of_buffer::input);
  note_buffer("now", memory + 4, 4, sizeof *memory, use_of_buffer::input);
  for (const auto& one : known) CHECK(one.name != "before");
  CHECK(known.back().name == "now");
}

TEST_CASE("a sum that few threads make is not shared") {
  CHECK_NOTHROW(require_shared_sum(by_a_tree));
  CHECK_THROWS_AS(require_shared_sum(beside_others_for_show), wrong);
  CHECK_THROWS_AS(require_shared_sum(by_votes), wrong);
  forget_runs();
}
