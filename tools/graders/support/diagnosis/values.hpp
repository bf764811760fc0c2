// What is wrong with a value, where everything that should be read and written was.
#pragma once

#include "explanation.hpp"

namespace lockstep::grader::diagnosis {

// Of the first wrong element that a thread has written: what it is made of, and where on its way it
// lost something or took something twice.
[[nodiscard]] explanation wrong_value(const recording& seen);

}  // namespace lockstep::grader::diagnosis
