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
  return measure_launches(
      [&] {
        launch(add_vectors, 1, threads, a.data() + first, b.data() + first, c.data() + first);
      },
      nothing_to_compare);
}

lockstep::counters count_block(unsigned threads, unsigned number) {
  return total(measure_block(threads, number));
}

// Every thread stores one float.
double lanes_without_thread(unsigned threads) {
  const auto counted = count_block(threads, 0);
  return 32.0 * double(counted.warps) - double(counted.global_store_bytes) / sizeof(float);
}

// `b` lies as `a` does.
double sectors_of_a(unsigned threads, unsigned number) {
  return double(count_block(threads, number).global_load_sectors) / 2;
}

double warps_on_an_sm(unsigned threads) {
  int most = 0;
  (void)cudaDeviceGetAttribute(&most, cudaDevAttrMaxThreadsPerMultiProcessor, 0);
  if (most != 2048)
    throw undecided(
        "Not judged: the questions are about an SM with room for 2048 threads, and\n"
        "this device's has room for " +
        std::to_string(most) + ". Use --device h200.");
  return std::round(measure_block(threads, 0).at(0).theoretical_occupancy * most / 32);
}

question about_sectors(const std::string& name, unsigned threads, unsigned block) {
  return {name + "sectors of block " + std::to_string(block), sectors(threads, block),
          [=] { return sectors_of_a(threads, block); }};
}

std::vector<question> questions_about(unsigned threads, unsigned later_block) {
  const std::string name = "blocks of " + std::to_string(threads) + ": ";
  return {
      {name + "warps", warps(threads), [=] { return double(count_block(threads, 0).warps); }},
      {name + "idle lanes", idle_lanes(threads), [=] { return lanes_without_thread(threads); }},
      about_sectors(name, threads, 0),
      about_sectors(name, threads, later_block),
      {name + "resident warps", resident_warps(threads), [=] { return warps_on_an_sm(threads); }},
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
    const auto ask = [&](unsigned threads, unsigned later_block) {
      const std::vector<question> some = questions_about(threads, later_block);
      all.insert(all.end(), some.begin(), some.end());
    };
    // 993 leaves one thread for the last warp, and block 1 begins one element behind a sector. Of
    // 100 threads 20 blocks would fit, but not their 80 warps.
    for (const unsigned threads : {1024, 1023, 1000, 992, 993, 100, 20}) ask(threads, 1);
    const std::vector<unsigned> fresh = unsigneds(4, 33, 1024);  // that no answer can know
    for (const unsigned threads : fresh) ask(threads, 2 + threads % 5);
    for_every_prediction(all, advice);
  }
}
