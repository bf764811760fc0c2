// What the answer's kernels count, line by line, in one run of a trial.
#pragma once

#include <lockstep/protocol/observe_abi.h>

#include <functional>
#include <vector>

namespace lockstep::grader::diagnosis {

struct counted_run {
  std::vector<lockstep_launch> launches;  // of the answer's kernels
  std::vector<lockstep_line> lines;       // of the answer's file, each once
};

// Runs the trial. Empty where the back end does not count by line.
[[nodiscard]] counted_run count_lines(const std::function<void()>& trial);

}  // namespace lockstep::grader::diagnosis
