// Grader of 06_unrolling/switch_dispatch: one kernel for each block size, and none for others.
#include "06_unrolling/switch_dispatch.hpp"

#include <lockstep/grader.hpp>
#include <lockstep/grader/copies.hpp>
#include <lockstep/protocol/phrase.hpp>

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "05_reduction/blocks.hpp"
#include "switch_dispatch_kernels.hpp"

using namespace lockstep::grader;
using lockstep::protocol::phrase;

namespace {

const std::vector<unsigned> supported = {32, 64, 128, 256, 512, 1024};

void require_right_sums(const std::vector<int>& values, unsigned block_size) {
  const std::vector<int> expected = sums_of_blocks(values, block_size);
  const input_buffer<int> data("data", values);
  output_buffer<int> partial("partial", expected.size());

  bool done = false;
  run_shared([&] { done = block_sums(data.data(), partial.data(), values.size(), block_size); },
             of_a_sum);

  if (!done)
    throw wrong(phrase("refused-a-size", "refused, though there should be a kernel for it"));
  partial.require_equals(expected);
  data.require_unchanged();
}

void require_refusal(unsigned block_size) {
  constexpr unsigned n = 5000, room = n;
  const input_buffer<int> data("data", integers(n));
  output_buffer<int> partial("partial", room);

  const bool done = run([&] { return block_sums(data.data(), partial.data(), n, block_size); });

  if (done)
    throw wrong(phrase("accepted-a-size", "accepted, though there should be no kernel for it"),
                "true");
  const std::vector<int> left = partial.read();
  for (unsigned b = 0; b < room; ++b) {
    if (!is_poison(left[b]))
      throw wrong(phrase("refused-but-wrote", "refused, but partial[{}] was written", b));
  }
  data.require_unchanged();
}

std::vector<unsigned> unsupported() {
  std::vector<unsigned> sizes = {1,   2,   16,   31,   33,   48,   63,   65,   96,      100, 127,
                                 129, 160, 192,  255,  257,  320,  384,  500,  511,     513, 640,
                                 768, 992, 1000, 1023, 1025, 1536, 2048, 4096, 1u << 31};
  for (const unsigned size : random_sizes(10, 1024)) {
    if (std::find(supported.begin(), supported.end(), size) == supported.end())
      sizes.push_back(size);
  }
  std::sort(sizes.begin(), sizes.end());
  return sizes;
}

constexpr unsigned full_blocks = 1u << 14;

void require_sums_by_kernels(unsigned block_size) {
  const std::vector<int> values = integers(full_blocks);
  const input_buffer<int> data("data", values);
  output_buffer<int> partial("partial", full_blocks / block_size);
  require_few_bytes_copied(
      0, 4.0 * full_blocks,
      [&] { (void)block_sums(data.data(), partial.data(), full_blocks, block_size); },
      [&] { partial.require_equals(sums_of_blocks(values, block_size)); });
}

launch_list measure_full_blocks(unsigned block_size) {
  const std::vector<int> values = integers(full_blocks);
  const input_buffer<int> data("data", values);
  output_buffer<int> partial("partial", full_blocks / block_size);
  return measure_launches([&] { block_sums(data.data(), partial.data(), full_blocks, block_size); },
                          [&] { partial.require_equals(sums_of_blocks(values, block_size)); });
}

lockstep::counters measure_size_at_run_time(unsigned block_size) {
  const unsigned blocks = full_blocks / block_size;
  const input_buffer<int> data("data", integers(full_blocks));
  output_buffer<int> partial("partial", blocks);
  return measure(
      [&] {
        launch(size_at_run_time, blocks, block_size, data.data(), partial.data(), full_blocks);
      },
      nothing_to_compare);
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every block size") {
    const char* advice =
        "N is 4999 here. Which case does this block size reach, which kernel does it launch,\n"
        "and with how many threads in a block?";
    for_every("block size", supported, advice,
              [](unsigned block_size) { require_right_sums(integers(4999), block_size); });
  }

  TEST_CASE("right for every N") {
    const char* advice = "The block size is 128 here. What does the last block do?";
    std::vector<unsigned> sizes = awkward_sizes();
    sizes.erase(sizes.begin());  // 0: the interface leaves it out
    for_every("N", sizes, advice, [](unsigned n) { require_right_sums(integers(n), 128); });
  }

  TEST_CASE("all other block sizes are refused") {
    const char* advice =
        "For a size without a compiled kernel, return false before anything is launched.";
    for_every("block size", unsupported(), advice, require_refusal);
  }

  TEST_CASE("right for large numbers of both signs") {
    for_large_integers([](const auto& values) { require_right_sums(values, 256); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  TEST_CASE("one launch, in blocks of the size asked for") {
    const char* advice =
        "A case falls through to the next one unless it ends with break or return.";
    for_every("block size", supported, advice, [](unsigned block_size) {
      const launch_list launches = measure_full_blocks(block_size);
      require_launches(1, launches);
      require_exactly("threads of a block", block_size, launches[0].block[0]);
    });
  }

  TEST_CASE("the host gets no elements") {
    const char* advice =
        "The kernels add, and leave the sums where they belong: the host copies nothing.";
    for_every("block size", {128}, advice,
              [](unsigned block_size) { require_sums_by_kernels(block_size); });
  }

  // In a tree whole warps are at work in most steps, or none is, and 16 leaves room for any; but
  // not in a block of one warp, which is left out. One thread that adds for all others: below 4.
  TEST_CASE("the threads share the work") {
    const char* advice = "If one thread adds for all others, they wait: keep the tree.";
    for_every("block size", {64, 128, 256, 512, 1024}, advice, [](unsigned block_size) {
      require_work_shared(16, total(measure_full_blocks(block_size)));
      require_runs_shared();
    });
  }

  TEST_CASE("a kernel of its own for each block size") {
    const char* advice =
        "Kernels of one template differ in its argument: which argument does each case have?\n"
        "Read `12: the block size as a constant` in chapters/06_unrolling/README.md.";
    std::map<std::string, unsigned> known;  // which block size had this kernel
    for_every("block size", supported, advice, [&](unsigned block_size) {
      for (const auto& launch : measure_full_blocks(block_size)) {
        const auto [found, added] = known.emplace(launch.kernel, block_size);
        if (!added && found->second != block_size)
          throw wrong(
              phrase("same-kernel", "the same kernel as for {}: {}", found->second, launch.kernel),
              std::string(launch.kernel).substr(0, std::strcspn(launch.kernel, "<(")));
      }
    });
  }

  // With all steps known, in a loop that the compiler unrolls or one by one: 68 % at most; 81 % if
  // a block of 32 waits at the barriers behind all steps, as in the book. A template with a loop
  // from blockDim.x / 2 needs as much as before.
  TEST_CASE("no loop over the steps") {
    const char* advice =
        "A step that the compiler knows needs no stride to be computed, and no jump. Is there a\n"
        "blockDim.x left in the kernel, or a barrier after a step that this block does not have?";
    for_every("block size", supported, advice, [](unsigned block_size) {
      require_all_instructions_relative(0.85, total(measure_full_blocks(block_size)),
                                        measure_size_at_run_time(block_size),
                                        "the size known at run time");
    });
  }
}

TEST_SUITE("time") {
  TEST_CASE("N = 2^25, blocks of 256") {
    time_on_gpu([](stopwatch& watch) {
      constexpr unsigned n = 1u << 25, block_size = 256, blocks = n / block_size;
      const input_buffer<int> data("data", integers(n));
      output_buffer<int> partial("partial", blocks);
      watch.time(4.0 * n + 4.0 * blocks,
                 [&] { block_sums(data.data(), partial.data(), n, block_size); }, {},
                 {"the size known at run time", [&] {
                    enqueue(size_at_run_time, blocks, block_size, data.data(), partial.data(), n);
                  }});
    });
  }
}
