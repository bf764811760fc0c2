// Grader of 02_warp_divergence/partition: a block sorts its work, so that warps agree.
#include "02_warp_divergence/partition.hpp"

#include <lockstep/grader.hpp>

#include <vector>

#include "partition_kernels.hpp"

using namespace lockstep::grader;

namespace {

constexpr unsigned block_size = 256;

std::vector<unsigned> numbers(unsigned n) { return unsigneds(n, 1, 1'000'000'000); }
std::vector<unsigned> mixed(unsigned n) { return unsigneds(n, 0, 1); }

std::vector<unsigned> scrambled(const std::vector<unsigned>& values,
                                const std::vector<unsigned>& kinds, unsigned rounds) {
  std::vector<unsigned> expected;
  for (unsigned i = 0; i < values.size(); ++i)
    expected.push_back(kinds[i] == 0 ? way_of_kind_0(values[i], rounds)
                                     : way_of_kind_1(values[i], rounds));
  return expected;
}

void require_right_results(const std::vector<unsigned>& kinds) {
  const unsigned rounds = unsigneds(1, 1, 9).front();
  const unsigned n = kinds.size();
  const std::vector<unsigned> values = numbers(n);
  const input_buffer<unsigned> data("data", values);
  const input_buffer<unsigned> kind("kind", kinds);
  output_buffer<unsigned> result("result", n);

  run_shared([&] {
    enqueue(scramble, (n + block_size - 1) / block_size, block_size, data.data(), kind.data(),
            result.data(), n, rounds);
  });

  result.require_equals(scrambled(values, kinds, rounds));
  data.require_unchanged();
  kind.require_unchanged();
}

lockstep::counters measure_full_blocks(decltype(&scramble) kernel, unsigned blocks) {
  constexpr unsigned rounds = 4096;
  const unsigned n = blocks * block_size;
  const std::vector<unsigned> values = numbers(n), kinds = mixed(n);
  const input_buffer<unsigned> data("data", values);
  const input_buffer<unsigned> kind("kind", kinds);
  output_buffer<unsigned> result("result", n);
  return measure(
      [&] {
        launch(kernel, blocks, block_size, data.data(), kind.data(), result.data(), n, rounds);
      },
      [&] { result.require_equals(scrambled(values, kinds, rounds)); });
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every N") {
    const char* advice =
        "It was right before your change. Is every element in the list once? Which threads of\n"
        "the last block find one there, and does each know where its result belongs?";
    std::vector<unsigned> sizes = awkward_sizes();
    sizes.erase(sizes.begin());  // 0 elements need no block, and no grid is empty
    for_every("N", sizes, advice, [](unsigned n) { require_right_results(mixed(n)); });
  }

  TEST_CASE("right if all are of one kind") {
    const char* advice = "N is 999. The list may have no element of a kind, or all 256.";
    for_every("kind", {0, 1}, advice,
              [](unsigned only) { require_right_results(std::vector<unsigned>(999, only)); });
  }

  TEST_CASE("right if one is of another kind") {
    const char* advice = "N is 600. `element` is the index of the only element of kind 1.";
    for_every("element", {0, 31, 255, 256, 599}, advice, [](unsigned element) {
      std::vector<unsigned> kinds(600, 0);
      kinds[element] = 1;
      require_right_results(kinds);
    });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // In the starter kernel 8 warps walk both ways: 16 walks. Sorted, 7 of them walk one way and one
  // walks both: 9 walks, or 0.56; the rest is room for making the list, in whatever way. Both ways
  // in one loop take 0.9, a list for each warp alone 1.
  TEST_CASE("warps agree") {
    const char* advice =
        "How many of the 8 warps of a block still have elements of both kinds? If the whole block\n"
        "sorts, one is enough.\n"
        "Read `The number of paths` in chapters/02_warp_divergence/README.md.";
    for_every("blocks", {1, 8}, advice, [](unsigned blocks) {
      require_all_instructions_relative(0.65, measure_full_blocks(scramble, blocks),
                                        measure_full_blocks(scramble_as_given, blocks),
                                        "the starter kernel");
    });
  }

  // One element each, after the list is made, for which one thread of a block may do a little more.
  TEST_CASE("the blocks share the work") {
    const char* advice =
        "A block sorts its own 256 elements. Which blocks have none, and which have more?";
    for_every("blocks", {32}, advice, [](unsigned blocks) {
      (void)measure_full_blocks(scramble, blocks);
      require_most_at_work();
      require_even_work(2048);
      require_runs_shared();
    });
  }
}

TEST_SUITE("time") {
  // Arithmetic is the limit, as in the properties.
  TEST_CASE("N = 2^22, kinds mixed at random, 512 rounds") {
    time_on_gpu([](stopwatch& watch) {
      constexpr unsigned n = 1u << 22, rounds = 512;
      const input_buffer<unsigned> data("data", numbers(n));
      const input_buffer<unsigned> kind("kind", mixed(n));
      output_buffer<unsigned> result("result", n);
      const auto scramble_by = [&](decltype(&scramble) kernel) {
        enqueue(kernel, n / block_size, block_size, data.data(), kind.data(), result.data(), n,
                rounds);
      };
      watch.time(0, [&] { scramble_by(scramble); }, {},
                 {"the starter kernel", [&] { scramble_by(scramble_as_given); }});
    });
  }
}
