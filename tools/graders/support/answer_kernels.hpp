// The kernels of an answer of which the grader's program has the device code alone
// (tools/graders/kernels.sh).
#pragma once

namespace lockstep::grader {

struct answer_kernel {
  void (*host_function)();  // stands for the kernel in calls of the runtime
  const char* name;         // mangled
};

// Ends the program: a kernel was called as a function of the host.
[[noreturn]] void called_on_the_host(const char* kernel);

}  // namespace lockstep::grader

// Ended by one without a name. Generated for each exercise (tools/graders/answer_kernels.sh).
extern "C" const lockstep::grader::answer_kernel lockstep_answer_kernels[];
