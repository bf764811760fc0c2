// Everything else that NVIDIA's library exports: a program that imports such a name starts, and is
// told by name what it cannot have when it calls it. The calls are defined without their
// parameters, which the callers clean up; hence no CUDA header here.

#include "cudart/observations/refusal.hpp"

using lockstep::cudart::refuse_call;

namespace {

#define REASON(reason, text) constexpr const char* reason = text;
#include "cudart/observations/refusals.def"

}  // namespace

#define REFUSAL(name, reason) \
  extern "C" int name() { return refuse_call(#name, reason); }
#include "cudart/observations/refusals.def"
