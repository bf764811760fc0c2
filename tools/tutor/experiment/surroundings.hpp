// What stands around a line of an answer.
#pragma once

#include <string>
#include <vector>

#include "experiment/code.hpp"

namespace lockstep::tutor::experiment {

// Where the function around a line is called, if other device code may call it.
struct calls {
  std::string name;
  std::vector<unsigned> lines;
};
calls calls_of_function_around(const code& answer, unsigned line);

// The barrier of a kernel that not every pass of the code around a line comes to.
struct guarded_barrier {
  unsigned line = 0;      // 0: there is none, or more than one
  std::string condition;  // "half > 32"
};
guarded_barrier barrier_under_condition(const code& answer, unsigned line);

// Whether the line is in a kernel, or in a function of the device.
[[nodiscard]] bool is_in_kernel(const code& answer, unsigned line);

}  // namespace lockstep::tutor::experiment
