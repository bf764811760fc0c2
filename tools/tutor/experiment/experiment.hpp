// Which line of an answer is to blame: the answer runs with one small change to its source at a
// time, and the changes with which every trial succeeds show it (docs/decisions/036).
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiment/edits.hpp"
#include "processes/process.hpp"

namespace lockstep::tutor::experiment {

// Of alternatives: from `first` up to `end`, without it.
struct numbers {
  std::size_t first = 0, end = 0;
  bool only_failing_case = false;  // no more than that has to succeed
  double most_work = 0;            // seconds of processor time, of all
  std::vector<std::size_t> left_out = {};
  unsigned worker = 0;  // of several processes that try alternatives, which one this is for
};

// What runs alternatives: a grader that they are linked with, or the answer's own if `program` is
// empty; and their kernels as PTX, if they are not linked.
struct trial_program {
  std::filesystem::path program, kernels;
};

struct workshop {
  std::filesystem::path folder;  // for files
  std::filesystem::path object;  // the answer, compiled
  unsigned processes = 1;        // that try alternatives at the same time
  double most_work = 0;          // of the trials of one round, in seconds of processor time
  // Shell commands, and how they are executed.
  std::function<std::string(const std::filesystem::path& source,
                            const std::filesystem::path& object)>
      compile;
  // The same of host code alone, and of kernels alone; empty where that is not to be done.
  std::function<std::string(const std::filesystem::path& source,
                            const std::filesystem::path& object)>
      compile_host;
  std::function<std::string(const std::filesystem::path& source, const std::filesystem::path& ptx)>
      compile_kernels;
  std::function<std::string(const std::string& objects, const std::filesystem::path& program)> link;
  std::function<process_end(const std::string& shell_command)> make;
  // Some of the alternatives.
  std::function<process_end(const trial_program& with, const numbers& which)> run;
};

// What a verdict knows already.
struct clues {
  std::string headline;
  std::vector<unsigned> suspects;   // lines that it names
  std::vector<unsigned> races;      // lines of accesses in a block that nothing orders
  bool kernels_were_tried = false;  // with small changes to their PTX
};

// The edit that decides; nothing if none helps, or too many do. `solution`: the course's, for the
// same exercise, or empty.
[[nodiscard]] std::optional<edit> edit_that_helps(const std::string& source,
                                                  const std::string& solution, const clues& known,
                                                  const workshop& with);

}  // namespace lockstep::tutor::experiment
