// Events: marks in time. All work is done at the call, so an event is complete as soon as it is
// recorded; times are the host's, not a GPU's.
#pragma once

#include <driver_types.h>

namespace lockstep::cudart {

// Throws failure{cudaErrorInvalidResourceHandle} if there is no such event.
void require_event(cudaEvent_t event);

// Records it now.
void record_event(cudaEvent_t event);

// Destroys all (cudaDeviceReset).
void forget_events();

}  // namespace lockstep::cudart
