// Grader of 02_warp_divergence/branchless: a search in which no lane goes its own way.
#include "02_warp_divergence/branchless.hpp"

#include <lockstep/grader.hpp>

#include <algorithm>
#include <vector>

#include "branchless_kernels.hpp"

using namespace lockstep::grader;

namespace {

constexpr unsigned block_size = 128;

std::vector<unsigned> ascending(unsigned count, unsigned largest_step = 1000) {
  std::vector<unsigned> table = unsigneds(count, 1, largest_step);
  for (unsigned i = 1; i < count; ++i) table[i] += table[i - 1];
  return table;
}

// Entries of the table, numbers around them, and both ends, mixed. The first is an entry, so that a
// table of one entry is enough to show what is done with it.
std::vector<unsigned> keys_for(const std::vector<unsigned>& table, unsigned count) {
  std::vector<unsigned> keys = unsigneds(count, 0, table.back() + 1000);
  const std::vector<unsigned> kinds = unsigneds(count, 0, 5);
  for (unsigned i = 0; i < count; ++i) {
    const unsigned entry = table[keys[i] % table.size()];
    const unsigned kind = i == 0 ? 1 : i == 1 ? 4 : i == 2 ? 5 : kinds[i];
    const unsigned choices[] = {keys[i], entry, entry + 1, entry - 1, 0, table.back() + 1};
    keys[i] = choices[kind];
  }
  return keys;
}

std::vector<unsigned> positions_of(const std::vector<unsigned>& wanted,
                                   const std::vector<unsigned>& entries) {
  std::vector<unsigned> positions;
  for (const unsigned key : wanted)
    positions.push_back(std::lower_bound(entries.begin(), entries.end(), key) - entries.begin());
  return positions;
}

void require_right_positions(unsigned table_size, unsigned n, unsigned largest_step = 1000) {
  const std::vector<unsigned> entries = ascending(table_size, largest_step);
  const std::vector<unsigned> wanted = keys_for(entries, n);
  const input_buffer<unsigned> table("table", entries);
  const input_buffer<unsigned> keys("keys", wanted);
  output_buffer<unsigned> position("position", n);

  // The solution needs 31 for a table of one entry; entry by entry it was 8036 in a trial.
  constexpr double of_a_search = 1000;
  run_shared(
      [&] {
        enqueue(find_positions, (n + block_size - 1) / block_size, block_size, table.data(),
                table_size, keys.data(), position.data(), n);
      },
      {4096, of_a_search});

  position.require_equals(positions_of(wanted, entries));
  table.require_unchanged();
  keys.require_unchanged();
}

// Full blocks only: the last warp of a ragged size may part at the guard.
lockstep::counters measure_full_blocks(decltype(&find_positions) kernel, unsigned table_size) {
  constexpr unsigned n = 8 * block_size;
  const std::vector<unsigned> entries = ascending(table_size);
  const input_buffer<unsigned> table("table", entries);
  const std::vector<unsigned> wanted = keys_for(entries, n);
  const input_buffer<unsigned> keys("keys", wanted);
  output_buffer<unsigned> position("position", n);
  return measure(
      [&] {
        launch(kernel, n / block_size, block_size, table.data(), table_size, keys.data(),
               position.data(), n);
      },
      [&] { position.require_equals(positions_of(wanted, entries)); });
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every table") {
    const char* advice =
        "There are 1000 keys. Which entries are still candidates after each step, and is the\n"
        "last of them compared, too? Do it on paper for 3 entries, and for 5.";
    for_every("table size", {1, 2, 3, 5, 31, 32, 33, 1000, 1024, 1025, 4097}, advice,
              [](unsigned table_size) { require_right_positions(table_size, 1000); });
  }

  TEST_CASE("right for every N") {
    const char* advice = "The table has 100 entries. Which threads have no key?";
    std::vector<unsigned> sizes = awkward_sizes();
    sizes.erase(sizes.begin());  // 0 keys need no block, and no grid is empty
    sizes.pop_back();
    for_every("N", sizes, advice, [](unsigned n) { require_right_positions(100, n); });
  }

  TEST_CASE("right for large entries") {
    const char* advice =
        "Entries are up to 4,000,000,000 here, which is more than an int holds. Which type "
        "compares "
        "them?";
    for_every("table size", {1000}, advice,
              [](unsigned table_size) { require_right_positions(table_size, 1000, 4'000'000); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // Random ones, too: an answer may not search in one way where it is measured, and in another
  // elsewhere.
  std::vector<unsigned> with_random(std::vector<unsigned> sizes) {
    for (const unsigned one : unsigneds(3, 600, 5000)) sizes.push_back(one);
    return sizes;
  }

  // None at all, because that can be reached: how many candidates are left after a step can be the
  // same in all lanes, and everything else is a choice between two numbers.
  TEST_CASE("no warp diverges") {
    const char* advice =
        "A lane that finishes early waits for its warp. Is the loop equally long for every key?\n"
        "Is there a load that only some lanes execute?\n"
        "Read `Optimised, no branch is left` in chapters/02_warp_divergence/README.md.";
    for_every("table size", with_random({2, 31, 1000, 1024, 4097}), advice,
              [](unsigned table_size) {
                const auto counted = measure_full_blocks(find_positions, table_size);
                require_no_divergence(counted);
                require_active_lanes(32, counted);
              });
  }

  // A search by halving needs about as many instructions as the starter kernel, or fewer; one with
  // a fixed number of steps for the largest table somewhat more. To compare all entries of the
  // table has no divergence either, and costs more than 30 times as much for 1000 of them.
  TEST_CASE("still a search by halving") {
    const char* advice = "How many entries does a thread look at, and how many did it before?";
    for_every("table size", with_random({1000, 4097}), advice, [](unsigned table_size) {
      require_all_instructions_relative(4, measure_full_blocks(find_positions, table_size),
                                        measure_full_blocks(find_positions_as_given, table_size),
                                        "the starter kernel");
      require_runs_shared();
    });
  }
}

TEST_SUITE("time") {
  // The table lies in the caches, and a key costs 13 loads from there: memory is not the limit.
  TEST_CASE("2^24 keys, a table of 8192 entries") {
    time_on_gpu([](stopwatch& watch) {
      constexpr unsigned n = 1u << 24, table_size = 8192;
      const std::vector<unsigned> entries = ascending(table_size);
      const input_buffer<unsigned> table("table", entries);
      const input_buffer<unsigned> keys("keys", unsigneds(n, 0, entries.back()));
      output_buffer<unsigned> position("position", n);
      const auto find_by = [&](decltype(&find_positions) kernel) {
        enqueue(kernel, n / block_size, block_size, table.data(), table_size, keys.data(),
                position.data(), n);
      };
      watch.time(0, [&] { find_by(find_positions); }, {},
                 {"the starter kernel", [&] { find_by(find_positions_as_given); }});
    });
  }
}
