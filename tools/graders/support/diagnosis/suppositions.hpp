// What would have made the trials succeed: the answer is run again with one small change at a time.
#pragma once

#include <functional>
#include <string>

#include "explanation.hpp"

namespace lockstep::grader::diagnosis {

// The trials of an answer, under whatever is supposed at that time.
struct experiment {
  source_place suspect;                // where the wrong value was made: tried first
  std::function<bool()> one_succeeds;  // the one that failed first
  std::function<bool()> all_succeed;
  std::function<bool()> properties_succeed;  // those of the suite `properties`
};

// Looks among the changes to the kernels of `file`, for at most a few seconds of work. Empty if
// none makes all trials succeed, or if the back end cannot suppose.
[[nodiscard]] explanation explain_by_supposing(const std::string& file, const experiment& of);

}  // namespace lockstep::grader::diagnosis
