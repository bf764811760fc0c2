// Whether the system can keep a process from making certain system calls (seccomp), as it is to
// keep those of answers (tools/graders/apart/system_calls.hpp).
#pragma once

namespace lockstep::tutor {

// Tried once. False only where answers are to be kept from some and cannot be.
[[nodiscard]] bool can_filter_system_calls();

}  // namespace lockstep::tutor
