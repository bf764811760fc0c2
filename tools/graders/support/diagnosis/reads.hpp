// Mistakes that show in what nobody read.
#pragma once

#include "explanation.hpp"
#include "recording.hpp"

namespace lockstep::grader::diagnosis {

explanation never_read(const recording& seen);

}  // namespace lockstep::grader::diagnosis
