// An answer with edits, compiled and linked, and the edits among them that help.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiment/acceptance.hpp"
#include "experiment/code.hpp"
#include "experiment/edits.hpp"
#include "experiment/experiment.hpp"
#include "experiment/hunks.hpp"

namespace lockstep::tutor::experiment {

class trials {
 public:
  // `name`: of its files. What is borrowed is left out from then on if it cannot be compiled.
  trials(const code& answer, const acceptance& of_compiler, std::vector<edit> edits, borrowed& more,
         const std::string& name, const workshop& with);

  bool are_ready() const { return is_ready_; }

  // Those of a group that help, by rank.
  std::vector<edit> helpful(edit::group of, bool only_failing_case = false);

 private:
  std::vector<edit> edits_;
  const workshop& with_;
  trial_program program_;
  bool is_ready_ = false;
  double work_left_;  // for all groups: seconds of processor time
};

}  // namespace lockstep::tutor::experiment
