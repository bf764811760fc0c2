#include "cudart/observations/refusal.hpp"

#include "cudart/api_call.hpp"
#include "cudart/observations/records.hpp"
#include "lockstep/protocol/phrase.hpp"

namespace lockstep::cudart {

int refuse_call(const char* name, const char* reason) {
  refuse(
      refusal_reason::unsupported_call,
      protocol::phrase("not-supported", "{} is not supported by the emulator: {}", name, reason));
  return remember(cudaErrorNotSupported);
}

}  // namespace lockstep::cudart
