// Grader of 03_occupancy/ilp_for_tlp: independent loads in place of threads.
#include "03_occupancy/ilp_for_tlp.hpp"

#include <lockstep/buffer.hpp>
#include <lockstep/grader.hpp>
#include <lockstep/protocol/phrase.hpp>

#include <string>
#include <vector>

using namespace lockstep::grader;
using lockstep::protocol::phrase;

namespace {

int advanced(int value) { return 3 * value + 1; }

unsigned blocks_for(unsigned n, unsigned block_size) {
  const unsigned threads = (n + 3) / 4;
  return (threads + block_size - 1) / block_size;
}

// The arrays begin one element into their buffers, so that they are aligned to 4 bytes only.
void require_right_results(unsigned n, unsigned block_size, int largest = 999) {
  const std::vector<int> values = integers_between(n + 1, largest > 999 ? -largest : 1, largest);
  std::vector<int> expected = {poison<int>()};
  for (unsigned i = 1; i <= n; ++i) expected.push_back(advanced(values[i]));
  const input_buffer<int> data("data", values);
  output_buffer<int> result("result", n + 1);

  launch(advance, blocks_for(n, block_size), block_size, data.data() + 1, result.data() + 1, n);

  if (!is_poison(result.read()[0])) reject_write_outside("result", n, -1);
  result.require_equals(expected);
  data.require_unchanged();
}

lockstep::counters measure_advance(unsigned n) {
  const std::vector<int> values = integers(n);
  std::vector<int> expected;
  for (const int value : values) expected.push_back(advanced(value));
  const input_buffer<int> data("data", values);
  output_buffer<int> result("result", n);
  return measure([&] { launch(advance, blocks_for(n, 256), 256, data.data(), result.data(), n); },
                 [&] { result.require_equals(expected); });
}

// One thread, four elements, and result = data + shift. If the thread stores the result of element
// a before it loads element a + shift, it loads that result.
void require_loads_before_stores(int shift) {
  constexpr int before = 3, elements = 4;
  std::vector<int> memory = integers(2 * before + elements), expected = memory;
  for (int i = 0; i < elements; ++i) expected[before + shift + i] = advanced(memory[before + i]);
  lockstep::device_buffer<int> buffer(memory);
  int* const data = buffer.data() + before;
  const auto require_right = [&] {
    const std::vector<int> got = buffer.download();
    for (int i = 0; i < elements; ++i) {
      const int wanted = expected[before + shift + i], found = got[before + shift + i];
      if (wanted == found) continue;
      throw wrong(phrase("stored-too-early",
                         "a thread stored a result before it had loaded all of its elements") +
                      "\n" +
                      phrase("with-result-at", "With result = data + {}: element {}: ", shift, i) +
                      expected_got(wanted, found),
                  "result", 1);
    }
  };
  (void)measure([&] { launch(advance, 1, 1, data, data + shift, 4); }, require_right);
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every N") {
    const char* advice =
        "A block has 256 threads here. Which elements are thread t's, and which of them exist? "
        "The\n"
        "last threads may have three, two, one or none.";
    std::vector<unsigned> sizes = awkward_sizes();
    sizes.erase(sizes.begin());  // 0: the interface leaves it out
    for_every("N", sizes, advice, [](unsigned n) { require_right_results(n, 256); });
  }

  TEST_CASE("right for few elements") {
    const char* advice = "A block has one thread here, and each thread has up to four elements.";
    for_every("N", {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17}, advice,
              [](unsigned n) { require_right_results(n, 1); });
  }

  TEST_CASE("right for every block size") {
    const char* advice = "N is 4999 here. How far is it from one element of a thread to its next?";
    for_every("block size", {1, 31, 32, 33, 96, 128, 512, 1024}, advice,
              [](unsigned block_size) { require_right_results(4999, block_size); });
  }

  TEST_CASE("right for random N") {
    const char* advice = "A block has 64 threads here. Does the code assume certain sizes?";
    for_every("N", random_sizes(10, 20'000), advice,
              [](unsigned n) { require_right_results(n, 64); });
  }

  TEST_CASE("right for large numbers of both signs") {
    const char* advice =
        "The elements are from -500,000,000 to 500,000,000 here. Is every type that they pass\n"
        "through wide enough?";
    for_every("N", {4999}, advice, [](unsigned n) { require_right_results(n, 64, 500'000'000); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // In what order the elements are loaded, and the results stored, is the answer's affair: whatever
  // it is, a store before a load shows for the shift that is the distance of the two.
  TEST_CASE("a thread loads all of its elements before it stores a result") {
    const char* advice =
        "Loads that are in flight together must all come before the first store, which might\n"
        "change what they load. Read `Two ways to more` in "
        "chapters/03_occupancy/bytes_in_flight.md.";
    for_every("distance", {1, 2, 3}, advice, [](unsigned distance) {
      require_loads_before_stores(static_cast<int>(distance));
      require_loads_before_stores(-static_cast<int>(distance));
    });
  }

  // If the four elements of a thread are neighbours, lanes are 16 bytes apart: 25 %.
  TEST_CASE("loads and stores use what they move") {
    const char* advice =
        "In each load of a warp neighbouring lanes should ask for neighbouring elements: how far\n"
        "apart are the four elements of one thread then?";
    for_every("N", {1u << 16}, advice, [](unsigned n) {
      const lockstep::counters counted = measure_advance(n);
      require_load_efficiency(80, counted);
      require_store_efficiency(80, counted);
    });
  }

  // A request is made by a warp, for 32 elements; 5 % more is room for ragged ends. Elements that
  // are loaded twice, and warps in which some lanes do the work of all, need more.
  TEST_CASE("a request for 32 elements") {
    const char* advice = "Load each element once, with all lanes of a warp taking part.";
    for_every("N", {1u << 16}, advice, [](unsigned n) {
      require_at_most("load requests", 1.05 * n / 32,
                      all_counted(measure_advance(n)).global_load_requests);
    });
  }

  // Each has four elements. A warp that does all of them loads and stores as well as many.
  TEST_CASE("the threads share the work") {
    const char* advice =
        "The grid has a thread for every four elements. Which threads have none, and which have\n"
        "more?";
    for_every("N", {1u << 16}, advice,
              [](unsigned n) { require_work_shared(28, measure_advance(n), 0); });
  }
}

TEST_SUITE("time") {
  TEST_CASE("N = 2^24, blocks of 256") {
    time_on_gpu([](stopwatch& watch) {
      constexpr unsigned n = 1u << 24, block_size = 256;
      const input_buffer<int> data("data", integers(n));
      output_buffer<int> result("result", n);
      watch.time(8.0 * n, [&] {
        enqueue(advance, blocks_for(n, block_size), block_size, data.data(), result.data(), n);
      });
    });
  }
}
