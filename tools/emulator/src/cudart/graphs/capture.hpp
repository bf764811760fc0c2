// Stream capture: what is put into a stream becomes the nodes of a graph instead of being done.
//
// A capture begins in one stream, its origin. A node depends on what was captured last in its
// stream; waiting for an event that was recorded in a capturing stream takes another stream into
// the capture. What a capture cannot hold - waiting for work that is not done, or work that depends
// on something outside - is refused with the error that the documentation names, and spoils the
// capture: everything fails from then on until it is ended.
#pragma once

#include <driver_types.h>

#include <memory>

#include "cudart/graphs/graph.hpp"
#include "cudart/streams/work.hpp"

namespace lockstep::cudart {

struct capture_session;

// What a stream captured last; part of each stream.
struct stream_capture {
  std::shared_ptr<capture_session> session;  // nullptr: it does not capture
  node_list last;
};

// The same of an event that was recorded in a capturing stream.
struct event_capture {
  std::weak_ptr<capture_session> session;
  bool captured = false;
  node_list last;
};

// Captures a record of the event in this stream; false if the stream does not capture.
bool capture_record(cudaStream_t stream, event_capture& event);
// Lets the stream wait for the event, if one of them has to do with a capture.
void capture_wait(cudaStream_t stream, const event_capture& event);

// For calls that wait for a stream, call the program back or launch a graph. Throws
// failure{cudaErrorStreamCaptureUnsupported} if it captures.
void require_not_capturing(cudaStream_t stream);
// For calls that wait for an event. Throws failure{cudaErrorCapturedEvent}.
void require_not_captured(const event_capture& event);
// For calls that may wait for all work of the device, as cudaMalloc and cudaDeviceSynchronize. They
// fail while this thread captures, or another one in mode global
// (cudaThreadExchangeStreamCaptureMode has the rules). Throws
// failure{cudaErrorStreamCaptureUnsupported}.
void require_no_unsafe_call_forbidden();
// For a stream that is destroyed. What it captured remains, and has to be joined as before; the
// capture is spoiled only if it began in this stream.
void abandon_capture(stream_capture& stream);

// The graph that the stream is captured into, and the nodes that come next before; nullptr if it
// does not capture.
CUgraph_st* captured_graph(cudaStream_t stream);
// A node of that graph after what was captured last in the stream.
CUgraphNode_st* capture_node(cudaStream_t stream, work what);

}  // namespace lockstep::cudart
