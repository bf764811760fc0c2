// The limits that hold a learner's program, and the end of all it started.
#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <cstdint>

#include "processes/process.hpp"

namespace lockstep::tutor {

// Processes and threads that this user runs now: the kernel's limit counts them all.
std::uint64_t tasks_of_user();

// In the child, before it becomes the program.
void apply_limits(const resource_limits& limits, std::uint64_t task_limit);

// Ends the session `leader` led and every descendant that left it; they are our children by now,
// because the tutor is their subreaper. Returns the seconds of processor time that they had taken.
double end_descendants(pid_t leader);

// Seconds of processor time.
double work_of(const rusage& used);

// A sensible bound for a program's memory on this machine.
std::uint64_t default_data_bytes();

}  // namespace lockstep::tutor
