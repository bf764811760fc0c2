// What graders of kernels that greet level by level share. On level 0 a block has a number of
// threads, on each further level half as many, down to 1.
#pragma once

#include <lockstep/grader/buffers.hpp>
#include <lockstep/grader/counts.hpp>
#include <lockstep/grader/stopwatch.hpp>
#include <lockstep/grader/trials.hpp>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

// The levels that begin with a block of `threads` threads, itself included.
inline unsigned levels_of(unsigned threads) {
  unsigned count = 1;
  for (; threads > 1; threads /= 2) ++count;
  return count;
}

// Runs `hello` on a number for each block and level, all 0, and counts the greetings. Whatever lies
// below level `deepest` may be left out, but as a whole.
inline void require_all_greetings(unsigned blocks, unsigned threads, unsigned levels,
                                  const std::function<void(unsigned* greetings)>& hello,
                                  unsigned deepest = 0xFFFFFFFF) {
  lockstep::grader::guarded_buffer<unsigned> greetings("greetings",
                                                       std::vector<unsigned>(blocks * levels, 0));
  hello(greetings.data());

  const std::vector<unsigned> got = greetings.read();
  bool left_out = true;
  for (unsigned i = 0; i < got.size(); ++i) {
    if (i % levels > deepest && got[i] != 0) left_out = false;
  }
  for (unsigned i = 0; i < got.size(); ++i) {
    const unsigned block = i / levels, level = i % levels, expected = threads >> level;
    if (got[i] == expected || (level > deepest && left_out)) continue;
    throw lockstep::grader::wrong("block " + std::to_string(block) + " on level " +
                                  std::to_string(level) + ": expected " + std::to_string(expected) +
                                  " greetings, got " + std::to_string(got[i]));
  }
}

// The grids that `hello` needs, those with the widest blocks first.
inline lockstep::grader::launch_list measure_grids(
    unsigned blocks, unsigned levels, const std::function<void(unsigned* greetings)>& hello) {
  lockstep::grader::guarded_buffer<unsigned> greetings("greetings",
                                                       std::vector<unsigned>(blocks * levels, 0));
  auto grids = lockstep::grader::measure_launches([&] { hello(greetings.data()); });
  std::stable_sort(grids.begin(), grids.end(),
                   [](const auto& a, const auto& b) { return a.block[0] > b.block[0]; });
  return grids;
}

// A grid for each of the first `count` levels, with all of its blocks.
inline void require_levels(unsigned count, unsigned blocks, unsigned threads,
                           const lockstep::grader::launch_list& grids) {
  lockstep::grader::require_exactly("grids", count, double(grids.size()));
  for (unsigned l = 0; l < count; ++l) {
    const std::string level = " on level " + std::to_string(l);
    lockstep::grader::require_exactly("blocks" + level, blocks, grids[l].grid[0]);
    lockstep::grader::require_exactly("threads of a block" + level, threads >> l,
                                      grids[l].block[0]);
  }
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
