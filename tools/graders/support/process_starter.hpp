// Starts processes for a grader that may not do so itself (trial_confinement.hpp).
//
// The starter is a process of its own, forked before the grader is confined and before any code of
// an answer has run. It starts the grader's own program, one process at a time, each of which is
// confined in turn; whoever asks chooses its arguments, and a few variables of its environment.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace lockstep::grader {

void begin_process_starter(char* const* environment);
[[nodiscard]] bool has_process_starter();

// A process that the starter runs.
class started_process {
 public:
  // `environment`: entries whose names the starter does not know are left out.
  started_process(const std::vector<std::string>& arguments,
                  const std::vector<std::string>& environment, int out, int err);
  ~started_process() { end(); }
  started_process(const started_process&) = delete;
  started_process& operator=(const started_process&) = delete;
  void end();
  int wait();  // its status, as of waitpid

 private:
  int control_ = -1;  // closed: the starter ends the process
};

}  // namespace lockstep::grader
