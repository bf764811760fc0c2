// Why a property is missed: the line of the answer that counts most of what there is too much of,
// or the launch whose shape is not the one required.
#pragma once

#include <functional>
#include <string>

#include "explanation.hpp"

namespace lockstep::grader::diagnosis {

// What a requirement has found: "sectors per load request", 32, 4, "at most 4 allowed".
struct missed_bound {
  enum class relation { at_most, at_least, exactly };
  std::string what;
  relation sense = relation::at_most;
  double measured = 0, limit = 0;
  std::string bound;
};

// Runs the trial again. Empty if no counter by line is about it.
[[nodiscard]] explanation explain(const missed_bound& missed, const std::function<void()>& trial);

}  // namespace lockstep::grader::diagnosis
