// Parameters of device functions whose address is taken.
#pragma once

#include "ptx/syntax.hpp"

namespace lockstep::ptx {

// `mov` takes the address of a formal parameter, as nvcc does of an object that is passed by value
// and indexed: the parameter is then on the stack, and the address is one of local memory (PTX ISA
// 7.1). Each such parameter becomes a local variable, which the function fills in when it begins.
void keep_on_stack(function& f);

}  // namespace lockstep::ptx
