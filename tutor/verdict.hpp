// From what was seen of an exercise's build and run to what the learner is told. Pure: no files, no
// clock, no processes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "build.hpp"
#include "exit_code.hpp"
#include "process.hpp"
#include "records.hpp"

namespace lockstep::tutor {

// All that was seen. File names are as shown to a person.
struct evidence {
  std::string exercise;    // "05_reduction/ragged"
  std::string source;      // the learner's file
  bool has_todo = false;   // the file still says TODO: a stub
  bool on_gpu = false;     // the grader ran on a GPU (or another library than the emulator)
  std::uint64_t seed = 0;  // of the inputs
  std::string nonce;       // what only the grader itself can know
  double time_limit = 0;   // seconds
  build_result build;
  std::string liberty;     // what the answer does that no answer needs: "includes solutions/..."
  process_end end;         // of the grader, if it was built
  grader_records records;  // what the grader wrote
  report seen;             // what the back end wrote
};

struct suite_count {
  std::string suite;
  unsigned passed = 0, total = 0;
};

struct verdict {
  std::string exercise;
  exit_code code = exit_code::setup_missing;
  std::string headline;  // names the cause, with file and line where there is one
  std::string file;      // the place that the headline names; may be empty
  unsigned line = 0;
  std::vector<std::string> details;
  std::vector<std::string> next;  // what to do
  std::uint64_t seed = 0;
  std::vector<suite_count> suites;
  std::vector<case_record> cases;
  bool graded = false;  // the grader reached its end, and `cases` are all of them
  std::vector<checks::finding> findings;
  std::vector<measurement> measurements;
  std::vector<timing> times;
  std::vector<std::string> also;  // first lines of what failed besides
  bool gpu_results = false;       // results were right on a GPU too
  double build_seconds = 0, run_seconds = 0;

  bool passed() const { return code == exit_code::passed; }
};

verdict judge(const evidence& seen);

// The stage at which a verdict fails, in the words of a wrong answer's label: compile, results,
// checks, properties, crash, timeout; "passed" and "setup" for the other two.
std::string stage_of(exit_code code);

}  // namespace lockstep::tutor
