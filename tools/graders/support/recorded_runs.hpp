// Runs that are recorded to find out which threads made the results, and what is asked of them.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "diagnosis/makers.hpp"

namespace lockstep::grader {

// Why a run is not shared, and the line that shows it.
struct uneven {
  std::string text;  // empty: it is shared, as far as is known
  diagnosis::source_place place;
};

// Runs `code`; nothing if the run is not recorded. A record takes a multiple of the time, so large
// runs are recorded at random, and the largest never.
std::optional<diagnosis::makers> run_and_record(const std::function<void()>& code);

// `adds_all`: nine elements of ten have to go into the results as values.
uneven judge_makers(const diagnosis::makers& found, bool adds_all);

}  // namespace lockstep::grader
