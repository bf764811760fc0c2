// What the learner is told of an answer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/exit_code.hpp"
#include "verdict/evidence.hpp"

namespace lockstep::tutor {

struct suite_count {
  std::string suite;
  unsigned passed = 0, total = 0;
};

struct shown_warning {
  compiler_warning what;
  bool likely_cause = false;  // of an answer that is not right
};

struct [[nodiscard]] verdict {
  std::string exercise;
  exit_code code = exit_code::setup_missing;
  bool refused = false;  // it breaks a rule, and was not run; the code is does_not_compile
  std::string headline;  // names the cause, with file and line where there is one
  std::string file;      // the place that the headline names; may be empty
  unsigned line = 0;
  std::vector<std::string> details;
  std::vector<std::string> next;  // what to do
  std::uint64_t seed = 0;
  std::vector<suite_count> suites;
  std::vector<case_record> cases;
  bool graded = false;  // the grader reached its end, and `cases` are all of them
  std::vector<protocol::finding> findings;
  std::vector<measurement> measurements;
  std::vector<timing> times;
  std::vector<protocol::modelled_timing> model_times;  // where no GPU was asked; never a mark
  std::vector<std::string> also;                       // first lines of what failed besides
  std::vector<shown_warning> warnings;                 // of the compiler, likely causes first
  bool gpu_results = false;                            // results were right on a GPU too
  std::string cause = {};  // of a class's answer: what the headline says (classroom/cause.hpp)
  double build_seconds = 0, run_seconds = 0;

  bool passed() const { return code == exit_code::passed; }
};

// Pure: no files, no clock, no processes.
verdict judge(const evidence& seen);

}  // namespace lockstep::tutor
