// Everything else that NVIDIA's library exports: a program that imports such a name starts, and is
// told by name what it cannot have when it calls it. The calls are defined without their
// parameters, which the callers clean up; hence no CUDA header here.

#include "cudart/refusal.hpp"

using lockstep::cudart::refuse_call;

#define REFUSAL(name) \
  extern "C" int name() { return refuse_call(#name); }
#include "cudart/refusals.def"
#undef REFUSAL
