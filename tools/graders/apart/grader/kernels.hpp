// Kernels and variables of an answer's device code, registered here under addresses of ours.
#pragma once

#include "../messages.hpp"

namespace lockstep::apart {

void register_image(incoming& from);
void register_kernel(incoming& from);
void register_variable(incoming& from);

// What stands here for the answer's host function or variable. For one that it has not registered,
// an address that nothing is registered for; null for null.
const void* symbol_here(const void* in_answer);

outgoing parameter_sizes(incoming& from);
outgoing launch(incoming& from);

}  // namespace lockstep::apart
