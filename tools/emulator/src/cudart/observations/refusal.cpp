#include "cudart/observations/refusal.hpp"

#include <string>

#include "cudart/api_call.hpp"
#include "cudart/observations/records.hpp"

namespace lockstep::cudart {

int refuse_call(const char* name, const char* reason) {
  refuse(refusal_reason::unsupported_call,
         std::string(name) + " is not supported by the emulator: " + reason);
  return remember(cudaErrorNotSupported);
}

}  // namespace lockstep::cudart
