// Grader of 02_warp_divergence/align_to_warp: the same results, and no warp parts.
#include "02_warp_divergence/align_to_warp.hpp"

#include <lockstep/grader.hpp>

#include <vector>

#include "align_to_warp_kernels.hpp"

using namespace lockstep::grader;

namespace {

const std::vector<unsigned> block_sizes = {64, 128, 256, 512, 1024};

std::vector<unsigned> numbers(unsigned n) { return unsigneds(n, 1, 1'000'000'000); }

std::vector<unsigned> scrambled(const std::vector<unsigned>& values, unsigned rounds) {
  std::vector<unsigned> expected;
  for (unsigned i = 0; i < values.size(); ++i)
    expected.push_back(i % 2 == 0 ? even_way(values[i], rounds) : odd_way(values[i], rounds));
  return expected;
}

void require_right_results(unsigned n, unsigned block_size) {
  const unsigned rounds = unsigneds(1, 1, 9).front();
  const std::vector<unsigned> values = numbers(n);
  const input_buffer<unsigned> data("data", values);
  output_buffer<unsigned> result("result", n);

  run_shared([&] {
    enqueue(scramble, (n + block_size - 1) / block_size, block_size, data.data(), result.data(), n,
            rounds);
  });

  result.require_equals(scrambled(values, rounds));
  data.require_unchanged();
}

// Full blocks only: the last warps of a ragged size may part at the guard.
lockstep::counters measure_full_blocks(decltype(&scramble) kernel, unsigned block_size) {
  constexpr unsigned n = 4096, rounds = 64;
  const std::vector<unsigned> values = numbers(n);
  const input_buffer<unsigned> data("data", values);
  output_buffer<unsigned> result("result", n);
  return measure(
      [&] { launch(kernel, n / block_size, block_size, data.data(), result.data(), n, rounds); },
      [&] { result.require_equals(scrambled(values, rounds)); });
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every N") {
    const char* advice =
        "It was right before your change. Write down which element each thread of the first two\n"
        "warps takes: is every element below N there, and once? Which threads have none?";
    std::vector<unsigned> sizes = awkward_sizes();
    sizes.erase(sizes.begin());  // 0 elements need no block, and no grid is empty
    for_every("N", sizes, advice, [](unsigned n) { require_right_results(n, 256); });
  }

  TEST_CASE("right for random N") {
    const char* advice = "Blocks have 64 threads here. Which elements has the last block?";
    for_every("N", random_sizes(8, 5000), advice, [](unsigned n) { require_right_results(n, 64); });
  }

  TEST_CASE("right for every block size") {
    const char* advice = "N is 4999 here. Which elements has the second block?";
    for_every("block size", block_sizes, advice,
              [](unsigned block_size) { require_right_results(4999, block_size); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // None at all, because that can be reached: there are as many elements of a kind as threads in a
  // warp, in every 64 elements; and all blocks are full.
  TEST_CASE("no warp diverges") {
    const char* advice =
        "Where do lanes of one warp disagree? They test the element's index: which elements\n"
        "should a warp have so that all its lanes take the same path?\n"
        "Read `The number of paths` in chapters/02_warp_divergence/README.md.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      require_no_divergence(measure_full_blocks(scramble, block_size));
    });
  }

  // The starter kernel walks both ways in each warp; with warps that agree it is one way and a
  // longer index, little more than half of the instructions. Both ways in one loop take 0.9 of
  // them.
  TEST_CASE("each warp takes one path") {
    const char* advice =
        "A warp that executes both paths has gained nothing, even if its lanes never diverge.";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      require_all_instructions_relative(0.65, measure_full_blocks(scramble, block_size),
                                        measure_full_blocks(scramble_as_given, block_size),
                                        "the starter kernel");
    });
  }

  // One element each. A warp that does those of many others walks one way as well.
  TEST_CASE("the threads share the work") {
    const char* advice =
        "There are as many threads as elements. Which threads have none, and which more than one?";
    for_every("block size", block_sizes, advice, [](unsigned block_size) {
      require_work_shared(28, measure_full_blocks(scramble, block_size), 0);
      require_runs_shared();
    });
  }
}

TEST_SUITE("time") {
  // Arithmetic is the limit: 64 rounds are far longer than a load and a store.
  TEST_CASE("N = 2^24, blocks of 256, 64 rounds") {
    time_on_gpu([](stopwatch& watch) {
      constexpr unsigned n = 1u << 24, block_size = 256, rounds = 64;
      const input_buffer<unsigned> data("data", numbers(n));
      output_buffer<unsigned> result("result", n);
      const auto scramble_by = [&](decltype(&scramble) kernel) {
        enqueue(kernel, n / block_size, block_size, data.data(), result.data(), n, rounds);
      };
      watch.time(0, [&] { scramble_by(scramble); }, {},
                 {"the starter kernel", [&] { scramble_by(scramble_as_given); }});
    });
  }
}
