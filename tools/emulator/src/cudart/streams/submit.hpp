// The way of every piece of work that a call puts into a stream: plain launches, copies, fills.
#pragma once

#include "cudart/streams/work.hpp"

namespace lockstep::cudart {

// Does the work at once, as work of this stream; or makes a node of it if the stream captures.
// Throws failure.
void submit(cudaStream_t stream, const work& what);

}  // namespace lockstep::cudart
