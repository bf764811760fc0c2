// Grader of 06_unrolling/vector_loads: 16 bytes a load, wherever the array begins and ends.
#include "06_unrolling/vector_loads.hpp"

#include <lockstep/device.hpp>
#include <lockstep/grader.hpp>

#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "05_reduction/blocks.hpp"
#include "vector_loads_kernels.hpp"

using namespace lockstep::grader;

namespace {

const char* const beginning = "elements between a multiple of 16 bytes and data";

using kernel = decltype(&block_sums);

// N elements that begin `before` elements behind a multiple of 16 bytes. What lies before them is
// not 0 either.
struct array {
  array(std::vector<int> elements, unsigned before)
      : values(std::move(elements)),
        memory("data", values),
        n(values.size() - before),
        before(before) {
    std::vector<std::size_t> in_front;
    for (std::size_t i = 0; i < before; ++i) in_front.push_back(i);
    note_padding("data", in_front);
  }
  array(unsigned n, unsigned before) : array(integers(n + before), before) {}
  const int* data() const { return memory.data() + before; }
  int sum() const { return std::accumulate(values.begin() + before, values.end(), 0); }

  std::vector<int> values;
  input_buffer<int> memory;
  unsigned n, before;
};

void require_sum_in(const output_buffer<int>& partial, const array& data) {
  const std::vector<int> sums = partial.read();
  std::vector<std::size_t> missing;
  for (std::size_t b = 0; b < sums.size(); ++b)
    if (is_poison(sums[b])) missing.push_back(b);
  note_wrong("partial", missing);
  if (!missing.empty()) throw wrong("a block left no sum");
  require_equal(data.sum(), std::accumulate(sums.begin(), sums.end(), 0));
  data.memory.require_unchanged();
}

void require_right_sum(const array& data, unsigned blocks, unsigned block_size) {
  output_buffer<int> partial("partial", blocks);
  run_shared([&] { enqueue(block_sums, blocks, block_size, data.data(), partial.data(), data.n); },
             of_a_sum);
  require_sum_in(partial, data);
}

lockstep::counters measure_sum(kernel code, const array& data) {
  constexpr unsigned blocks = 8;
  output_buffer<int> partial("partial", blocks);
  return measure([&] { launch(code, blocks, 256, data.data(), partial.data(), data.n); },
                 [&] { require_sum_in(partial, data); });
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every N") {
    const char* advice =
        "data begins at a multiple of 16 bytes here. How many whole int4 are there, and which\n"
        "thread adds each of the up to three elements after them?";
    std::vector<unsigned> sizes = awkward_sizes();
    sizes.insert(sizes.begin() + 2, {2, 3, 4, 5, 6, 7, 8});
    for_every("N", sizes, advice, [](unsigned n) { require_right_sum(array(n, 0), 5, 256); });
  }

  TEST_CASE("right wherever the array begins") {
    const char* advice =
        "Up to three elements come before the first multiple of 16 bytes, or all of them, if "
        "there\n"
        "are no more. Does each count once?";
    for_every(beginning, {1, 2, 3}, advice, [](unsigned before) {
      for (const unsigned n : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 40, 4999, 5000, 5001, 5002}) {
        try {
          require_right_sum(array(n, before), 5, 256);
        } catch (const wrong& problem) {
          throw wrong("N = " + std::to_string(n) + ": " + problem.what());
        }
      }
    });
  }

  TEST_CASE("right for every block size") {
    const char* advice = "N is 4999 here, and data begins in the middle of 16 bytes.";
    for_every("block size", {64, 128, 256, 512, 1024}, advice,
              [](unsigned block_size) { require_right_sum(array(4999, 2), 3, block_size); });
  }

  TEST_CASE("right for every grid") {
    const char* advice = "The stride is as long as the grid has threads: gridDim.x * blockDim.x.";
    for_every("blocks", {1, 2, 7, 300}, advice,
              [](unsigned blocks) { require_right_sum(array(50'001, 3), blocks, 64); });
  }

  TEST_CASE("right for random N") {
    const char* advice = "Does the code assume certain sizes?";
    for_every("N", random_sizes(10, 20'000), advice,
              [](unsigned n) { require_right_sum(array(n, n % 4), 4, 128); });
  }

  TEST_CASE("right for large numbers of both signs") {
    for_large_integers([](const auto& values) { require_right_sum(array(values, 3), 4, 128); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // Not a multiple of anything; 2^16 would do without a tail.
  constexpr unsigned many = (1u << 16) + 3;

  // A quarter: 16 bytes a lane in place of 4. The ends add a request or two; 30 % leaves room for
  // other ways to take them. Half as many: an int2. All: vectors only where data is aligned.
  TEST_CASE("a quarter of the requests, wherever the array begins") {
    const char* advice =
        "A request is one load instruction of one warp. For 16 bytes a lane, load an int4, also\n"
        "if data begins in the middle of 16 bytes: only its ends need single loads.\n"
        "Read `17: sixteen bytes a load` in chapters/06_unrolling/README.md.";
    for_every(beginning, {0, 1, 2, 3}, advice, [](unsigned before) {
      const array data(many, before);
      const auto reference = measure_sum(one_element_a_load, data).global_load_requests;
      const auto counted = all_counted(measure_sum(block_sums, data));
      require_at_most("load requests (one element a load: " + std::to_string(reference) + ")",
                      0.3 * double(reference), double(counted.global_load_requests));
      require_even_work();
      require_most_at_work();
      require_nothing_repeated(400, counted);
      require_runs_shared();
    });
  }

  // Neighbouring lanes, neighbouring vectors: 16 sectors a request, or 17 if data does not begin
  // with a sector, where 4 small requests need 4 each, or 5. Vectors next to each other in one
  // thread touch every sector twice. 5 % are for the ends.
  TEST_CASE("no more sectors than before") {
    const char* advice =
        "The bytes are the same, and so are the sectors, if neighbouring lanes load neighbouring\n"
        "vectors: 16 sectors for a request of 32 lanes. The first vector begins at the first\n"
        "multiple of 16 bytes, which may be data itself.";
    for_every(beginning, {0, 1, 2, 3}, advice, [](unsigned before) {
      const array data(many, before);
      const auto reference = measure_sum(one_element_a_load, data).global_load_sectors;
      require_at_most(
          "sectors that loads touch (one element a load: " + std::to_string(reference) + ")",
          1.05 * double(reference), double(measure_sum(block_sums, data).global_load_sectors));
    });
  }
}

TEST_SUITE("time") {
  TEST_CASE("N = 2^25, eight blocks of 256 on each SM") {
    time_on_gpu([](stopwatch& watch) {
      const unsigned blocks = 8 * lockstep::device_attribute(cudaDevAttrMultiProcessorCount);
      const array data(1u << 25, 0);
      output_buffer<int> partial("partial", blocks);
      const auto sum_by = [&](kernel code) {
        enqueue(code, blocks, 256, data.data(), partial.data(), data.n);
      };
      watch.time(4.0 * data.n, [&] { sum_by(block_sums); }, {},
                 {"one element a load", [&] { sum_by(one_element_a_load); }});
    });
  }
}
