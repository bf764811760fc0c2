// What graders of kernels that greet level by level share. On level 0 a block has a number of
// threads, on each further level half as many, down to 1.
#pragma once

#include <lockstep/grader/buffers.hpp>
#include <lockstep/grader/counts.hpp>
#include <lockstep/grader/stopwatch.hpp>
#include <lockstep/grader/trials.hpp>
#include <lockstep/protocol/phrase.hpp>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "nesting.hpp"

// The levels that begin with a block of `threads` threads, itself included.
inline unsigned levels_of(unsigned threads) {
  unsigned count = 1;
  for (; threads > 1; threads /= 2) ++count;
  return count;
}

// Of every thread, in the numbers of each block and level. Whatever lies below level `deepest` may
// be left out, but as a whole.
inline void require_greetings_in(const lockstep::grader::guarded_buffer<unsigned>& greetings,
                                 unsigned threads, unsigned levels, unsigned deepest = 0xFFFFFFFF) {
  const std::vector<unsigned> got = greetings.read();
  bool left_out = true;
  for (unsigned i = 0; i < got.size(); ++i) {
    if (i % levels > deepest && got[i] != 0) left_out = false;
  }
  // An experiment may not take the answer's own way of counting from it.
  static bool leaves_out = true;
  if (!lockstep::grader::explaining()) leaves_out = leaves_out && left_out;
  left_out = left_out && leaves_out;
  std::vector<unsigned> expected;
  for (unsigned i = 0; i < got.size(); ++i) {
    const unsigned level = i % levels;
    expected.push_back(level > deepest && left_out ? got[i] : threads >> level);
  }
  const auto all_wrong = lockstep::grader::differences(expected, got);
  if (all_wrong.empty()) return;
  lockstep::grader::note_wrong(greetings.name(), all_wrong);
  const std::size_t first = all_wrong.front();
  throw lockstep::grader::wrong(lockstep::protocol::phrase(
      "greetings-of-block", "block {} on level {}: expected {} greetings, got {}", first / levels,
      first % levels, expected[first], got[first]));
}

// Runs `hello` on a number for each block and level, all 0, and counts the greetings.
inline void require_all_greetings(unsigned blocks, unsigned threads, unsigned levels,
                                  const std::function<void(unsigned* greetings)>& hello,
                                  unsigned deepest = 0xFFFFFFFF) {
  lockstep::grader::guarded_buffer<unsigned> greetings("greetings",
                                                       std::vector<unsigned>(blocks * levels, 0));
  hello(greetings.data());
  require_greetings_in(greetings, threads, levels, deepest);
}

// The grids that `hello` needs, those with the widest blocks first.
inline lockstep::grader::launch_list measure_grids(
    unsigned blocks, unsigned threads, unsigned levels,
    const std::function<void(unsigned* greetings)>& hello, unsigned deepest = 0xFFFFFFFF) {
  lockstep::grader::guarded_buffer<unsigned> greetings("greetings",
                                                       std::vector<unsigned>(blocks * levels, 0));
  auto grids = lockstep::grader::measure_launches(
      [&] { hello(greetings.data()); },
      [&] { require_greetings_in(greetings, threads, levels, deepest); });
  std::stable_sort(grids.begin(), grids.end(),
                   [](const auto& a, const auto& b) { return a.block[0] > b.block[0]; });
  return grids;
}

// A thread adds to one number, so one instruction is enough for a warp of the first `count` levels;
// a launch stores parameters besides. A grid that greets for other levels, too, needs more.
inline void require_one_greeting_each(std::size_t count,
                                      const lockstep::grader::launch_list& grids) {
  constexpr double of_a_launch = 4;
  for (std::size_t l = 0; l < std::min(count, grids.size()); ++l) {
    const auto& counted = grids[l].counters;
    lockstep::grader::require_at_most("instructions of a grid's warps that write",
                                      double(counted.warps) + of_a_launch,
                                      double(counted.atomics + counted.global_store_requests));
  }
}

// A grid for each of the first `count` levels, with all of its blocks.
inline void require_levels(unsigned count, unsigned blocks, unsigned threads,
                           const lockstep::grader::launch_list& grids) {
  using lockstep::grader::require_exactly;
  require_of_grids([&] { require_exactly("grids", count, double(grids.size())); });
  const auto require_shapes = [&] {
    for (unsigned l = 0; l < count; ++l) {
      const std::string level = " on level " + std::to_string(l);
      require_exactly("blocks" + level, blocks, grids[l].grid[0]);
      require_exactly("threads of a block" + level, threads >> l, grids[l].block[0]);
    }
  };
  require_of_grids(require_shapes, lockstep::grader::launch_plan::any);
}

// How long it takes until the last grid has ended. `hello` must not wait.
inline void time_greetings(unsigned blocks, unsigned levels,
                           const std::function<void(unsigned* greetings)>& hello) {
  using namespace lockstep::grader;
  time_on_gpu([&](stopwatch& watch) {
    guarded_buffer<unsigned> greetings("greetings", std::vector<unsigned>(blocks * levels, 0));
    watch.time(0, [&] { hello(greetings.data()); });
  });
}
