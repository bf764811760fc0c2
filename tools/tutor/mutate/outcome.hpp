// What became of the mutants of one solution: killed by its grader, survivors that are known, and
// those that nobody has explained.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "context.hpp"
#include "mutate/mutation_bench.hpp"
#include "mutate/mutations.hpp"
#include "mutate/survivors.hpp"

namespace lockstep::tutor {

struct mutant {
  mutation change;
  changed_lines lines;
  mutation_bench::result judged;
};

struct mutation_outcome {
  using fate = mutation_bench::fate;

  std::string exercise, source;
  std::map<fate, unsigned> count;
  std::vector<mutant> survivors;               // not explained
  std::vector<known_survivor> explained;       // met
  std::vector<std::string> stale, not_judged;  // headlines
  double seconds = 0;

  unsigned of(fate which) const;
  unsigned counted() const;  // killed or not
  double rate() const;       // of those, per cent killed
  bool good() const;         // nothing is left to explain
};

// Makes and judges the mutants of an exercise's solution. `limit`: at most this many, spread over
// the source; 0: all. `jobs`: how many at the same time; 0: one a core. Throws failure if the
// solution itself does not pass, and interrupted.
mutation_outcome mutate(const context& all, const exercise& exercise, unsigned limit,
                        unsigned jobs);

}  // namespace lockstep::tutor
