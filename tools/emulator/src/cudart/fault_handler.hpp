// A host access to device memory faults, as it does beside a GPU; here the fault is explained
// before the process dies of it. One to memory that a kernel uses for which the host has not waited
// faults where races are looked for, and goes on.
#pragma once

#include "memory/address_space.hpp"

namespace lockstep::cudart {

// Handles SIGSEGV if nothing else does yet. The process still ends by the signal. `memory` must
// live as long as the process.
void install_fault_handler(const memory::address_space& memory);
using crash_handler = void (*)(int signal, const void* info, const void* context);
// What to call before that; null: nothing.
void call_before_crash(crash_handler handler);
// Says on standard error that the host used device memory, if `address` lies there.
void explain_fault(std::uint64_t address);
// Nobody else has taken the signal since then.
bool handles_faults();

}  // namespace lockstep::cudart
