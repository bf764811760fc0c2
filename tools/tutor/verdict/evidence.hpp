// What was seen of an exercise's build and run, and what may be believed of it.
#pragma once

#include <cstdint>
#include <string>

#include "processes/process.hpp"
#include "programs/build.hpp"
#include "records/records.hpp"

namespace lockstep::tutor {

// File names are as shown to a person.
struct evidence {
  std::string exercise;  // "05_reduction/ragged"
  std::string source;    // the learner's file
  std::string source_text;
  std::string interface_text;  // of the header that says what the answer defines
  bool has_todo = false;       // the file still says TODO: a stub
  bool on_gpu = false;         // the grader ran on a GPU (or another library than the emulator)
  std::uint64_t seed = 0;      // of the inputs
  std::string nonce;           // what only the grader itself can know
  double time_limit = 0;       // seconds
  bool watched = false;        // the watch shows the verdict: it checks each save, and has keys
  build_result build;
  std::string violation;    // the rule that the answer breaks: "includes solutions/..."
  process_end end;          // of the grader, if it was built
  grader_records records;   // what the grader wrote
  unsigned crash_line = 0;  // of the learner's file, where a signal ended the grader; 0: elsewhere
  report seen;              // what the back end wrote

  // The grader reached its end: its record has the nonce, and no record pretends to be one.
  bool graded() const;

  bool passed_by_the_grader() const;

  // The grader itself says that something is missing here, before any of the learner's code ran.
  bool could_not_begin() const;

  // The first finding of which `wanted` holds; null if there is none.
  template <class F>
  const protocol::finding* first_finding(F wanted) const {
    for (const auto& one : seen.findings) {
      if (wanted(one)) return &one;
    }
    return nullptr;
  }

  // As first_finding, of the cases.
  template <class F>
  const case_record* first_case(F wanted) const {
    for (const auto& one : records.cases) {
      if (wanted(one)) return &one;
    }
    return nullptr;
  }
};

}  // namespace lockstep::tutor
