// Experiment 1: the three kernels of the book, optimised and for a debugger; then two whose
// divergence no optimiser can remove.
#pragma once

#include <lockstep/lockstep.hpp>

#include <iostream>

#include "04_long_by_thread.cuh"
#include "05_long_by_warp.cuh"
#include "experiment.cuh"
#include "three_kernels.cuh"

namespace lockstep::divergence {

inline std::vector<float> expected_of(const branching_kernel& k, unsigned size) {
  std::vector<float> values(size);
  for (unsigned i = 0; i < size; ++i) values[i] = k.writes_100(i) ? 100 : 200;
  return values;
}

inline table three_kernels_table(unsigned grid, unsigned block, int repeats, verdicts& verdict) {
  device_buffer<float> out(grid * block);
  table t({{"kernel", "", align::left},
           {"built", "", align::left},
           {"result", "", align::left},
           {"branch targets", ""},
           {"divergent", ""},
           {"branch eff.", "%"},
           {"instr./warp", "PTX"},
           {"time", "us"}});
  const auto add = [&](const branching_kernel& k, const char* built) {
    out.poison();
    const measurement m = measure(repeats, [&] { k.kernel<<<grid, block>>>(out.data()); });
    const bool right = out.download() == expected_of(k, grid * block);
    const counters c = m.counted.value_or(counters{});
    const bool counted = m.counted.has_value();
    t.add({k.name, built, verdict(right), counted ? grouped(c.branch_targets) : "-",
           counted ? grouped(c.divergent_branch_targets) : "-",
           counted ? fixed(branch_efficiency(c), 2, "no branches") : "-",
           fixed(instructions_per_warp(c), 2), m.time()});
  };
  for (const branching_kernel& k : three_kernels) add(k, optimised ? "optimised" : "-G, too");
  for (std::size_t i = 0; i < std::size(three_kernels); ++i)
    add(three_kernels_for_debugger()[i], "-G");
  return t;
}

inline model_report three_kernels_model() {
  model_report report("h200_02_three.csv");
  const unsigned grid = 4096, block = 256;
  device_buffer<float> out(grid * block);
  const auto add = [&](const branching_kernel& k, const char* built) {
    report.add(
        std::string(k.name) + ", " + built, [&] { k.kernel<<<grid, block>>>(out.data()); },
        report.recorded({{"kernel", k.name}, {"built", built}}, "time_us"), model_report::nothing);
  };
  for (const branching_kernel& k : three_kernels) add(k, optimised ? "optimised" : "-G");
  add(three_kernels_for_debugger()[0], "-G");
  return report;
}

inline void show_three_kernels(unsigned grid, unsigned block, int repeats, verdicts& verdict) {
  std::cout
      << "1. Three kernels in which every thread writes 100 or 200, by its own parity (01, 03)\n"
         "   or by that of its warp (02). Each is built twice: optimised, and for a debugger "
         "(-G).\n"
         "   Predict: in what share of its branches do the lanes of a warp agree? Six answers.\n\n";
  three_kernels_table(grid, block, repeats, verdict).print(std::cout);
  show_model("4096 blocks of 256 threads", three_kernels_model);
  std::cout
      << "\n   Why: an assignment is so short that the optimiser computes both and selects; no"
         "\n   branch is left. With -G each warp of 01 meets 5 branch targets, of which 1"
         "\n   diverges: 80 %. In 03 it meets 7, and 2 diverge: 71.43 %.\n\n";
}

struct long_kernel {
  const char* name;
  void (*kernel)(unsigned* out, unsigned size, unsigned rounds);
  bool (*takes_path_0)(unsigned i);  // if not, thread i takes path 1
};

inline const long_kernel long_kernels[] = {
    {"04 long by thread", long_by_thread, even_thread},
    {"05 long by warp", long_by_warp, even_warp},
};

inline bool is_right(const long_kernel& k, const std::vector<unsigned>& results, unsigned rounds) {
  const jump jumps[] = {jump_of(0, rounds), jump_of(1, rounds)};
  for (unsigned i = 0; i < results.size(); ++i)
    if (results[i] != jumps[k.takes_path_0(i) ? 0 : 1](i)) return false;
  return true;
}

inline table long_kernels_table(const sizes& s, verdicts& verdict) {
  device_buffer<unsigned> out(s.threads);
  table t({{"kernel", "", align::left},
           {"result", "", align::left},
           {"branch eff.", "%"},
           {"active lanes", "of 32"},
           {"instr./warp", "PTX"},
           {"time", "us"}});
  for (const long_kernel& k : long_kernels) {
    out.poison();
    const measurement m = measure(s.repeats, [&] {
      k.kernel<<<blocks_for(s.threads), threads_per_block>>>(out.data(), s.threads, s.rounds);
    });
    const counters c = m.counted.value_or(counters{});
    t.add({k.name, verdict(is_right(k, out.download(), s.rounds)), fixed(branch_efficiency(c), 2),
           fixed(active_lanes_per_instruction(c), 2), fixed(instructions_per_warp(c), 2),
           m.time()});
  }
  return t;
}

inline model_report long_kernels_model(const sizes& s) {
  model_report report("h200_02_long.csv");
  device_buffer<unsigned> out(s.timed_threads);
  for (const long_kernel& k : long_kernels)
    report.add(
        k.name,
        [&] {
          k.kernel<<<blocks_for(s.timed_threads), threads_per_block>>>(out.data(), s.timed_threads,
                                                                       s.rounds);
        },
        s.are_recorded() ? report.recorded({{"kernel", k.name}}, "time_us") : std::nullopt);
  return report;
}

inline void show_long_kernels(const sizes& s, verdicts& verdict) {
  std::cout << "2. The same question before two loops of " << s.rounds
            << " rounds, which no optimiser can take away.\n"
               "   Predict: the branch efficiency of 04, and its time in units of 05.\n\n";
  long_kernels_table(s, verdict).print(std::cout);
  show_model(grouped(s.timed_threads) + " threads", [&] { return long_kernels_model(s); });
  std::cout
      << "\n   Why: a warp whose lanes disagree walks both loops, one after the other, with half"
         "\n   of its lanes. Branch efficiency hardly notices: one branch in all diverges, and"
         "\n   the loops' own branches, once a round, do not. Count active lanes.\n\n";
}

}  // namespace lockstep::divergence
