// Experiment 2: what a warp pays for each further path.
#pragma once

#include <lockstep/lockstep.hpp>

#include <iostream>
#include <sstream>

#include "06_paths.cuh"
#include "experiment.cuh"

namespace lockstep::divergence {

struct path_kernel {
  const char* name;
  void (*kernel)(unsigned* out, unsigned size, unsigned rounds, unsigned paths);
  unsigned lanes_together;  // how many neighbouring threads take the same path
};

inline const path_kernel path_kernels[] = {{"by lane", paths_by_lane, 1},
                                           {"by warp", paths_by_warp, 32}};

inline bool is_right(const path_kernel& k, const std::vector<unsigned>& results, unsigned rounds,
                     unsigned paths) {
  std::vector<jump> jumps;
  for (unsigned path = 0; path < paths; ++path) jumps.push_back(jump_of(path, rounds));
  for (unsigned i = 0; i < results.size(); ++i) {
    if (results[i] != jumps[i / k.lanes_together % paths](i)) return false;
  }
  return true;
}

// One row per number of paths. Columns that the back end does not know stay empty.
inline table paths_table(const std::vector<unsigned>& numbers, const sizes& s, verdicts& verdict) {
  table t({{"paths"},
           {"by", "", align::left},
           {"result", "", align::left},
           {"instr./warp", "PTX"},
           {"active lanes", "of 32"},
           {"branch eff.", "%"},
           {"time", "us"},
           {"cost", "of one path"}});
  device_buffer<unsigned> out(s.threads);
  for (const path_kernel& k : path_kernels) {
    double one = 0;
    for (const unsigned paths : numbers) {
      out.poison();
      const measurement m = measure(s.repeats, [&] {
        k.kernel<<<blocks_for(s.threads), threads_per_block>>>(out.data(), s.threads, s.rounds,
                                                               paths);
      });
      const bool right = is_right(k, out.download(), s.rounds, paths);
      const counters c = m.counted.value_or(counters{});
      const double cost = m.microseconds.value_or(double(c.warp_instructions));
      if (one == 0) one = cost;
      t.add({std::to_string(paths), k.name, verdict(right), fixed(instructions_per_warp(c), 1),
             fixed(active_lanes_per_instruction(c), 2), fixed(branch_efficiency(c), 2),
             fixed(m.microseconds, 2), fixed(cost / one, 2)});
    }
  }
  return t;
}

// Of the powers of two among them: the curve is straight.
inline model_report paths_model(const std::vector<unsigned>& numbers, const sizes& s) {
  model_report report("h200_02_paths.csv");
  device_buffer<unsigned> out(s.timed_threads);
  for (const path_kernel& k : path_kernels) {
    for (const unsigned paths : numbers) {
      if ((paths & (paths - 1)) != 0) continue;
      const std::string number = std::to_string(paths);
      report.add(
          number + " " + k.name,
          [&] {
            k.kernel<<<blocks_for(s.timed_threads), threads_per_block>>>(
                out.data(), s.timed_threads, s.rounds, paths);
          },
          s.are_recorded() ? report.recorded({{"paths", number}, {"by", k.name}}, "time_us")
                           : std::nullopt,
          std::string("1 ") + k.name);
    }
  }
  return report;
}

constexpr const char* why_paths =
    "   Why: a warp walks each path that one of its lanes takes, one path after the other, with the"
    "\n   others switched off. So the cost is a straight line in the number of paths in a warp, and"
    "\n   does not ask how many paths the whole grid takes. With 32 paths a lane works alone.\n\n";

inline void show_paths(const std::vector<unsigned>& numbers, const sizes& s, verdicts& verdict) {
  std::cout << "3. Up to 32 ways, each a loop of " << s.rounds
            << " rounds, chosen by lane or by warp.\n"
               "   Predict: what do 32 paths cost, in units of one, in either case?\n\n";
  paths_table(numbers, s, verdict).print(std::cout);
  show_model(grouped(s.timed_threads) + " threads", [&] { return paths_model(numbers, s); });
  std::cout << "\n" << why_paths;
}

}  // namespace lockstep::divergence
