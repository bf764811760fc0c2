// Ctrl-C while a kernel runs: the kernel is stopped, it is reported where it was, and then the
// process ends as it would have.
#pragma once

#include "simt/state/attention.hpp"

namespace lockstep::cudart {

// nullptr: no person waits (LOCKSTEP_INTERACTIVE).
const simt::attention* waiting_person();

// On any thread's behalf.
bool launch_runs();

// While it lives, a kernel runs on this thread's behalf.
class interruptible {
 public:
  interruptible();
  ~interruptible();
  interruptible(const interruptible&) = delete;
  interruptible& operator=(const interruptible&) = delete;
};

}  // namespace lockstep::cudart
