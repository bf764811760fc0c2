// Filling memory, in all the forms of the API.
#pragma once

#include "cudart/streams/work.hpp"

namespace lockstep::cudart {

// Both throw failure.
void check_fill(const fill_work& fill);
void run_fill(const fill_work& fill);

}  // namespace lockstep::cudart
