// Streams. All work is done at the call, so a stream is a name with properties: its order keeps
// itself.
#pragma once

#include <driver_types.h>

namespace lockstep::cudart {

constexpr int least_priority = 0, greatest_priority = -5;

// The default streams (0, legacy, per-thread) always exist.
bool is_stream(cudaStream_t stream);
// Throws failure{cudaErrorInvalidResourceHandle} if it does not.
void require_stream(cudaStream_t stream);

bool is_legacy(cudaStream_t stream);

// The stream itself; for the names of the default streams, those. Throws as above.
CUstream_st& stream_at(cudaStream_t stream);

// Destroys all (cudaDeviceReset).
void forget_streams();

}  // namespace lockstep::cudart
