// Mistakes that show in how often an element goes into the results.
#pragma once

#include "explanation.hpp"
#include "flows.hpp"
#include "recording.hpp"

namespace lockstep::grader::diagnosis {

explanation lost(const recording& seen, const flows& flow);
explanation counted_twice(const recording& seen, const flows& flow);

}  // namespace lockstep::grader::diagnosis
