// A limit for the host: a program that no longer does anything with the device is stopped, and told
// where it stands. A kernel without an end has a limit of its own (LOCKSTEP_TIMEOUT).
#pragma once

#include <atomic>
#include <cstdint>

namespace lockstep::cudart {

// Stops the process once its host has gone on for LOCKSTEP_HOST_TIMEOUT without a call that does
// something. Nothing is done where that is not set.
void limit_host();

// What a program does with the device, as the limit sees it.
struct host_progress {
  std::atomic<std::uint64_t> made{0};   // calls that do something have begun, or ended
  std::atomic<std::uint64_t> asked{0};  // other calls, by which a program waits
};
extern host_progress progress_of_host;

// A call begins, or ends.
void note_call(const char* name);

}  // namespace lockstep::cudart
