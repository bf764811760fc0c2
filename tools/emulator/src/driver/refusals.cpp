// The functions that the emulator does not have: they say so, once each, and give
// CUDA_ERROR_NOT_SUPPORTED. Defined without their parameters, which the callers clean up.
#include "driver/refusals.hpp"

namespace {

#define REASON(reason, text) constexpr const char* reason = text;
#include "driver/refusals.def"

}  // namespace

#define REFUSAL(name, reason) \
  extern "C" int name() { return lockstep::driver::refuse(#name, reason); }
#include "driver/refusals.def"
