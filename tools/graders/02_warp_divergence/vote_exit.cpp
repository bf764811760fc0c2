// Grader of 02_warp_divergence/vote_exit: leave a search as a warp.
#include "02_warp_divergence/vote_exit.hpp"

#include <lockstep/grader.hpp>

#include <algorithm>
#include <vector>

#include "vote_exit_kernels.hpp"

using namespace lockstep::grader;

namespace {

constexpr unsigned warps_per_block = 4, block_size = 32 * warps_per_block;

unsigned blocks_for(unsigned rows) { return (rows + warps_per_block - 1) / warps_per_block; }

// Rows in ascending order, but each falls at places[r], if that is a column other than 0.
std::vector<int> falling_at(const std::vector<unsigned>& places, unsigned columns,
                            int largest_step = 3) {
  std::vector<int> values = integers_between(places.size() * columns, 0, largest_step);
  for (std::size_t r = 0; r < places.size(); ++r) {
    int* row = values.data() + r * columns;
    for (unsigned i = 1; i < columns; ++i)
      row[i] = i == places[r] ? row[i - 1] - 1 : row[i - 1] + row[i];
  }
  return values;
}

std::vector<unsigned> places_in(const std::vector<int>& values, unsigned columns) {
  std::vector<unsigned> places;
  for (auto row = values.begin(); row != values.end(); row += columns)
    places.push_back(std::is_sorted_until(row, row + columns) - row);
  return places;
}

void require_right_places(unsigned rows, unsigned columns, const std::vector<int>& values) {
  const input_buffer<int> data("data", values);
  output_buffer<unsigned> result("result", rows);

  constexpr double part_of_a_row = 1024;  // bytes
  run_shared(
      [&] {
        enqueue(first_descents, blocks_for(rows), block_size, data.data(), result.data(), rows,
                columns);
      },
      {part_of_a_row});

  result.require_equals(places_in(values, columns));
  data.require_unchanged();
}

lockstep::counters measure_search(decltype(&first_descents) kernel, unsigned place) {
  constexpr unsigned rows = 8, columns = 4096;
  const std::vector<int> values = falling_at(std::vector<unsigned>(rows, place), columns);
  const input_buffer<int> data("data", values);
  output_buffer<unsigned> result("result", rows);
  return measure(
      [&] {
        launch(kernel, blocks_for(rows), block_size, data.data(), result.data(), rows, columns);
      },
      [&] { result.require_equals(places_in(values, columns)); });
}

const std::vector<unsigned> widths = {1, 2, 3, 31, 32, 33, 34, 64, 65, 66, 1000};

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every number of columns") {
    const char* advice =
        "There are 50 rows; some go down once, some never. Which columns does a warp look at in\n"
        "its last step, and what does it write if it has found nothing?";
    for_every("columns", widths, advice, [](unsigned columns) {
      std::vector<unsigned> places = unsigneds(50, 0, columns - 1);
      places[1] = 0;            // in ascending order
      places[2] = columns - 1;  // at the end
      require_right_places(50, columns, falling_at(places, columns));
    });
  }

  TEST_CASE("right if a row goes down often") {
    const char* advice = "There are 50 rows of random numbers. It is the first place that counts.";
    for_every("columns", widths, advice,
              [](unsigned columns) { require_right_places(50, columns, integers(50 * columns)); });
  }

  TEST_CASE("right if a row rises in large steps") {
    const char* advice =
        "There are 50 rows here, whose elements rise by up to 1,000,000. Is every type that\n"
        "they pass through wide enough?";
    for_every("columns", {33, 1000}, advice, [](unsigned columns) {
      const std::vector<unsigned> places = unsigneds(50, 0, columns - 1);
      require_right_places(50, columns, falling_at(places, columns, 1'000'000));
    });
  }

  TEST_CASE("right for every number of rows") {
    const char* advice = "Rows have 77 columns here. Which warps of the last block have no row?";
    for_every("rows", {1, 3, 4, 5, 31, 32, 33, 1023}, advice, [](unsigned rows) {
      require_right_places(rows, 77, falling_at(unsigneds(rows, 0, 76), 77));
    });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // In the starter kernel a warp reads its whole row, wherever the place lies. One that votes in
  // each step reads the part before it; the eighth is room to vote in every 16th step only. A lane
  // that searches alone stops at once, but needs 32 requests where a warp needs one.
  TEST_CASE("a warp stops soon after the place") {
    const char* advice =
        "Rows have 4096 columns. `break` takes one lane out of the loop; how do the others find\n"
        "out?\n"
        "Read `Leave together` in chapters/02_warp_divergence/README.md.";
    for_every("place", {64, 512, 1024, 2048}, advice, [](unsigned place) {
      const double share = place / 4096.0 + 0.125;
      const double given = measure_search(first_descents_as_given, place).global_load_requests;
      require_at_most("load requests", share * given,
                      all_counted(measure_search(first_descents, place)).global_load_requests);
      require_runs_shared();
    });
  }
}

TEST_SUITE("time") {
  // What lies before the places has to be read, and nothing else.
  TEST_CASE("16,384 rows of 2048, the place in column 512") {
    time_on_gpu([](stopwatch& watch) {
      constexpr unsigned rows = 16'384, columns = 2048, place = 512;
      const input_buffer<int> data("data", falling_at(std::vector<unsigned>(rows, place), columns));
      output_buffer<unsigned> result("result", rows);
      const auto search_by = [&](decltype(&first_descents) kernel) {
        enqueue(kernel, blocks_for(rows), block_size, data.data(), result.data(), rows, columns);
      };
      watch.time(4.0 * rows * (place + 1) + 4.0 * rows, [&] { search_by(first_descents); }, {},
                 {"the starter kernel", [&] { search_by(first_descents_as_given); }});
    });
  }
}
