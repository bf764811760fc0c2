// What a reader of a table has to know besides the figures.
#pragma once

#include <string>
#include <vector>

#include "bench/record.hpp"

namespace lockstep::tutor::bench {

struct remark {
  std::string text;
  bool grave = false;  // something is wrong
};

// Wrong results, times that are others than in the run before, times that scatter, a clock that
// fell, notes of the program, cases that are missing, lines that are no records.
std::vector<remark> remarks_on(const chapter_run& chapter, const recorded_run& all,
                               const recorded_run& before);

// Percent; the bound that a run without --spread has.
constexpr double usual_spread = 2;

}  // namespace lockstep::tutor::bench
