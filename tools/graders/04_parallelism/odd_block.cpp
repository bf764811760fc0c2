// Grader of 04_parallelism/odd_block: what 1023 threads in place of 1024 cost, and what they do
// not.
#include "04_parallelism/odd_block.hpp"

#include <lockstep/grader.hpp>

#include <cmath>
#include <string>
#include <vector>

#include "04_parallelism/odd_block_kernels.hpp"

using namespace lockstep::grader;

namespace {

// Block `number` of a launch, alone: it gets the addresses that it would have there.
launch_list measure_block(unsigned threads, unsigned number) {
  const unsigned first = number * threads;
  const std::vector<float> values = reals(first + threads, -100, 100);
  const input_buffer<float> a("a", values), b("b", values);
  output_buffer<float> c("c", first + threads);
  return measure_launches([&] {
    launch(add_vectors, 1, threads, a.data() + first, b.data() + first, c.data() + first);
  });
}

lockstep::counters count_block(unsigned threads, unsigned number) {
  return total(measure_block(threads, number));
}

// Every thread stores one float.
double idle_lanes(unsigned threads) {
  const auto counted = count_block(threads, 0);
  return 32.0 * double(counted.warps) - double(counted.global_store_bytes) / sizeof(float);
}

// `b` lies as `a` does.
double sectors_of_a(unsigned threads, unsigned number) {
  return double(count_block(threads, number).global_load_sectors) / 2;
}

double resident_warps(unsigned threads) {
  int most = 0;
  (void)cudaDeviceGetAttribute(&most, cudaDevAttrMaxThreadsPerMultiProcessor, 0);
  if (most != 2048)
    throw undecided(
        "Not judged: the questions are about an SM with room for 2048 threads, and\n"
        "this device's has room for " +
        std::to_string(most) + ". Use --device h200.");
  return std::round(measure_block(threads, 0).at(0).theoretical_occupancy * most / 32);
}

std::vector<question> questions_about(unsigned threads, const block_prediction& predicted) {
  const std::string name = "blocks of " + std::to_string(threads) + ": ";
  return {
      {name + "warps", predicted.warps, [=] { return double(count_block(threads, 0).warps); }},
      {name + "idle lanes", predicted.idle_lanes, [=] { return idle_lanes(threads); }},
      {name + "sectors of block 0", predicted.sectors_first,
       [=] { return sectors_of_a(threads, 0); }},
      {name + "sectors of block 1", predicted.sectors_second,
       [=] { return sectors_of_a(threads, 1); }},
      {name + "resident warps", predicted.resident_warps, [=] { return resident_warps(threads); }},
  };
}

}  // namespace

TEST_SUITE("predictions") {
  TEST_CASE("what an odd block costs") {
    const char* advice =
        "At which element does the block begin, and where in its sector of 8 does this lie? Which\n"
        "elements has the first warp of the block, and which the last?\n"
        "Read `Words` in chapters/04_parallelism/README.md.";
    std::vector<question> all;
    for (const auto& some :
         {questions_about(1024, block_of_1024), questions_about(1023, block_of_1023),
          questions_about(1000, block_of_1000), questions_about(992, block_of_992)}) {
      all.insert(all.end(), some.begin(), some.end());
    }
    for_every_prediction(all, advice);
  }
}
