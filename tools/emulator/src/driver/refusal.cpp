#include "cudart/observations/refusal.hpp"

#include "driver/call.hpp"
#include "driver/refusals.hpp"

namespace lockstep::driver {

int refuse(const char* name, const char* reason) {
  const call_frame frame(name);
  return cudart::refuse_call(name, reason);
}

}  // namespace lockstep::driver
