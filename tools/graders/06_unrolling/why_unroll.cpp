// Grader of 06_unrolling/why_unroll: what unrolling changes, and what it leaves as it is.
#include "06_unrolling/why_unroll.hpp"

#include <lockstep/grader.hpp>

#include <string>
#include <vector>

#include "06_unrolling/why_unroll_kernels.hpp"

using namespace lockstep::grader;

namespace {

using kernel = void (*)(const int*, int*);

lockstep::counters measure_warp(kernel adds) {
  const input_buffer<int> data("data", integers(16 * 32));
  output_buffer<int> sums("sums", 32);
  return measure([&] { launch(adds, 1, 32, data.data(), sums.data()); }, nothing_to_compare);
}

lockstep::counters measure_blocks(kernel adds, unsigned tiles) {
  constexpr unsigned size = 4096, block_size = 128;
  const unsigned blocks = size / (tiles * block_size);
  const input_buffer<int> data("data", integers(size));
  output_buffer<int> sums("sums", blocks);
  return measure([&] { launch(adds, blocks, block_size, data.data(), sums.data()); },
                 nothing_to_compare);
}

std::vector<question> questions_about_loop(const std::string& name, kernel adds,
                                           const loop_prediction& predicted) {
  return {
      {name + ": jumps", predicted.jumps,
       [=] {
         const auto counted = measure_warp(adds);
         return double(counted.branches - counted.warps);  // a return of each warp
       }},
      {name + ": loads", predicted.loads,
       [=] { return double(measure_warp(adds).global_load_requests); }},
  };
}

std::vector<question> questions_about_tree(const std::string& name, kernel adds, unsigned tiles,
                                           const tree_prediction& predicted) {
  const auto per_warp = [=](std::uint64_t lockstep::counters::*count) {
    const auto counted = measure_blocks(adds, tiles);
    return double(counted.*count) / double(counted.warps);
  };
  return {
      {name + ": warps", predicted.warps,
       [=] { return double(measure_blocks(adds, tiles).warps); }},
      {name + ": loads of a warp", predicted.loads,
       [=] { return per_warp(&lockstep::counters::global_load_requests); }},
      {name + ": barriers of a warp", predicted.barriers,
       [=] { return per_warp(&lockstep::counters::barriers); }},
  };
}

}  // namespace

TEST_SUITE("predictions") {
  TEST_CASE("a loop") {
    const char* advice =
        "A loop tests its condition once per round. How many rounds are left, and how much work\n"
        "does each do? Read the beginning of chapters/06_unrolling/README.md.";
    std::vector<question> all;
    for (const auto& some : {questions_about_loop("rolled", rolled, rolled_predicted),
                             questions_about_loop("by_four", by_four, by_four_predicted),
                             questions_about_loop("unrolled", unrolled, unrolled_predicted)})
      all.insert(all.end(), some.begin(), some.end());
    for_every_prediction(all, advice);
  }

  TEST_CASE("tiles, and the last warp") {
    const char* advice =
        "How many elements does a block take, and how many blocks are there then? The tree has a\n"
        "barrier after the loads and one after each of its steps.\n"
        "Read `More data for each thread pays three times` in chapters/06_unrolling/README.md.";
    std::vector<question> all;
    for (const auto& some :
         {questions_about_tree("one_tile", one_tile, 1, one_tile_predicted),
          questions_about_tree("eight_tiles", eight_tiles, 8, eight_tiles_predicted),
          questions_about_tree("last_warp", last_warp, 8, last_warp_predicted)})
      all.insert(all.end(), some.begin(), some.end());
    for_every_prediction(all, advice);
  }

  TEST_CASE("instructions") {
    const char* advice =
        "A warp that loads eight elements adds seven times more, and has the same tree to go\n"
        "through. And how many warps are there?";
    const auto in_all = [](kernel adds, unsigned tiles) {
      return measure_blocks(adds, tiles).warp_instructions;
    };
    const auto for_a_warp = [](kernel adds, unsigned tiles) {
      return lockstep::instructions_per_warp(measure_blocks(adds, tiles)).value_or(0);
    };
    for_every_prediction(
        {{"instructions: fewer for a warp", fewer_for_a_warp,
          [=] { return double(for_a_warp(eight_tiles, 8) < for_a_warp(one_tile, 1)); }},
         {"instructions: fewer in all", fewer_in_all,
          [=] { return double(in_all(eight_tiles, 8) < in_all(one_tile, 1)); }}},
        advice);
  }
}
