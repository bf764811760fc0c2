// Runs the bench programs one after the other and keeps what they write.
#pragma once

#include <string>
#include <vector>

#include "bench/record.hpp"
#include "bench/record_file.hpp"
#include "processes/process.hpp"

namespace lockstep::tutor::bench {

// The bench program of a chapter, with how it is to run; `measure` adds what it is to write.
struct program {
  std::string chapter;
  command what;
};

struct [[nodiscard]] measured_run {
  int code = 0;                   // the first exit code of a program that is not 0
  int interrupted_by = 0;         // the signal, if the user stopped it
  std::string not_kept;           // why a record could not be written, which ended the run
  std::vector<std::string> ends;  // of programs that did not come to their end, in words
};

// `seen` has what an earlier run measured: of a chapter that is there, what is missing is measured,
// and nothing if it is finished. Takes in records as they come and appends them to `keep`.
measured_run measure(const std::vector<program>& programs, recorded_run& seen, record_file& keep);

}  // namespace lockstep::tutor::bench
