// Mistakes that show in who wrote what.
#pragma once

#include "explanation.hpp"
#include "recording.hpp"

namespace lockstep::grader::diagnosis {

explanation no_kernel(const recording& seen);
explanation changed_input(const recording& seen);
explanation never_written(const recording& seen);
explanation written_by_several(const recording& seen);

}  // namespace lockstep::grader::diagnosis
