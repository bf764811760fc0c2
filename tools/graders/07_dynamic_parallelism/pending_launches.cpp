// Grader of 07_dynamic_parallelism/pending_launches: launches that find no room.
#include "07_dynamic_parallelism/pending_launches.hpp"
#include "losses.hpp"
#include "nesting.hpp"

#include <lockstep/check.hpp>
#include <lockstep/grader.hpp>
#include <lockstep/observe.hpp>
#include <lockstep/protocol/phrase.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace lockstep::grader;
using lockstep::protocol::phrase;

namespace {

constexpr unsigned usual_room = 2048;

// Rows of random lengths: most are short, some empty, a few need several blocks.
struct row_set {
  row_set(unsigned rows, unsigned shortest) : first{0} {
    for (const unsigned count : unsigneds(rows, shortest, 5))
      first.push_back(first.back() + count + (first.size() % 701 == 0 ? 300 : 0));
    values = integers(first.back());
  }
  std::vector<unsigned> first;
  std::vector<int> values;
};

void make_room_for(unsigned pending) {
  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, pending));
}

void require_right_values(const row_set& all, const guarded_buffer<int>& data) {
  std::vector<int> expected;
  for (const int before : all.values) expected.push_back(3 * before + 1);
  const std::vector<int> got = data.read();
  const auto all_wrong = differences(expected, got);
  if (all_wrong.empty()) return;
  note_wrong(data.name(), all_wrong);
  const auto i = static_cast<unsigned>(all_wrong.front());
  const auto row = std::upper_bound(all.first.begin(), all.first.end(), i) - 1;
  throw wrong(
      phrase("row-and-element", "row {}, element {}: ", row - all.first.begin(), i - *row) +
      expected_got(expected[i], got[i]) +
      (got[i] == all.values[i] ? phrase("as-before", ", as before") : "") +
      (got[i] == 3 * expected[i] + 1 ? phrase("changed-twice", ", which is changed twice") : ""));
}

bool writes(const lockstep::launch_record& launch) {
  return launch.counters.global_store_requests > 0;
}

// An experiment may not cure an answer by taking the work from the grids of the rows.
void require_work_of_children(const launch_list& launches) {
  if (launches.size() < 2 || std::none_of(launches.begin() + 1, launches.end(), writes))
    throw wrong(phrase("grids-write-nothing", "the grids of the rows write nothing"));
}

// The grids of the rows change the elements: one that stores something else changes none.
void require_rows_changed_by_grids(const launch_list& launches, const row_set& all) {
  if (launches.size() < 2) return;  // nobody launches, or nothing is counted
  require_at_least(
      "bytes that the grids of the rows store", 4.0 * double(all.values.size()),
      double(total(launches).global_store_bytes - launches.front().counters.global_store_bytes));
}

// One call of the answer, and how many grids wrote something, the first one counted in any case; 0
// if that is not counted. Where no row is empty and there is room for all, the grids have to change
// them.
std::size_t require_changed_rows(unsigned rows, unsigned room, unsigned shortest) {
  const row_set all(rows, shortest);
  make_room_for(room);
  const input_buffer<unsigned> first("first", all.first);
  guarded_buffer<int> data("data", all.values);

  const bool by_grids = shortest > 0 && rows <= room;
  const auto code = [&] { change_rows(data.data(), first.data(), rows); };
  const lockstep::observe scope;
  if (by_grids)
    run_shared(code, {256});  // no thread changes a long row
  else
    run(code);
  const launch_list launches = scope.launches();
  if (experimenting() && !all.values.empty()) require_work_of_children(launches);

  require_right_values(all, data);
  first.require_unchanged();
  if (by_grids) require_rows_changed_by_grids(launches, all);
  if (launches.empty()) return 0;
  return 1 + std::count_if(launches.begin() + 1, launches.end(), writes);
}

// Rows, room, shortest row.
int change_with_losses(const std::vector<std::string>& arguments) {
  const auto given = numbers_in(arguments);
  return try_with_losses(
      [&] { return require_changed_rows(given.at(0), given.at(1), given.at(2)); });
}
const separate_process too_little_room("too little room", change_with_losses);

std::size_t change(unsigned rows, unsigned room, unsigned shortest = 0) {
  return rows <= room || experimenting() ? require_changed_rows(rows, room, shortest)
                                         : with_losses(too_little_room, {rows, room, shortest});
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for any number of rows") {
    const char* advice =
        "There is room for 2048 pending launches unless the host changes that. What happened to\n"
        "the launch for that row, and which call reported it?\n"
        "Read `Errors` in chapters/07_dynamic_parallelism/limits.md.";
    for_every("rows", {1, 2, 31, 33, 700, 2048, 2700, 5000}, advice,
              [](unsigned rows) { change(rows, usual_room); });
  }

  TEST_CASE("right for any room") {
    const char* advice = "There are 900 rows here. Does the code assume a certain limit?";
    for_every("pending launches", {16, 500, 900, 4096}, advice,
              [](unsigned room) { change(900, room); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // The grid that launches, and one for each row for which there is room: 2048, less a few in case
  // the answer launches in another way. One thread that does every row alone needs none.
  TEST_CASE("rows have grids of their own as far as there is room") {
    const char* advice =
        "No row is empty here, and there is room for 2048 pending launches. Only a row whose\n"
        "launch was lost may be changed in another way.";
    for_every("rows", {1000, 3000}, advice, [](unsigned rows) {
      // Undecided where nothing is counted, or a result is wrong.
      (void)measure_launches([] {}, nothing_to_compare);
      const std::size_t grids = change(rows, usual_room, 1);
      require_of_grids(
          [&] { require_at_least("grids with work", rows == 1000 ? 1001 : 2001, double(grids)); },
          launch_plan::any);
      require_runs_shared();
    });
  }
}

TEST_SUITE("time") {
  // As many launches as there is room for, nearly; the rows are short, and no work for the memory.
  TEST_CASE("2000 rows") {
    time_on_gpu([](stopwatch& watch) {
      constexpr unsigned rows = 2000;
      const row_set all(rows, 1);
      make_room_for(usual_room);
      const input_buffer<unsigned> first("first", all.first);
      const guarded_buffer<int> original("original", all.values);
      guarded_buffer<int> data("data", all.values);
      watch.time(
          0, [&] { change_rows(data.data(), first.data(), rows); },
          [&] { data.restore(original); });
    });
  }
}
