// A capture that goes on, seen from all the streams that take part.
#pragma once

#include <driver_types.h>

#include <memory>
#include <mutex>
#include <set>
#include <thread>

#include "cudart/graphs/graph.hpp"

namespace lockstep::cudart {

struct capture_session {
  unsigned long long id = 0;
  std::unique_ptr<CUgraph_st> own;  // of cudaStreamBeginCapture
  CUgraph_st* graph = nullptr;      // that, or one that the program gave
  CUstream_st* origin = nullptr;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  std::thread::id thread;
  std::set<CUstream_st*> streams;  // that take part
  node_list left;                  // what streams captured last that are destroyed meanwhile
  bool spoiled = false;
};

// Guards all captures: sessions, and what streams and events know of them.
std::recursive_mutex& capture_mutex();

// Begins a capture in this stream. Throws failure.
void begin_capture(cudaStream_t stream, cudaStreamCaptureMode mode, CUgraph_st* into,
                   const node_list& before);
// Ends it and gives the graph. Throws failure; the capture is over nevertheless, except if the
// stream or the thread is not the one that began it.
cudaGraph_t end_capture(cudaStream_t stream);

// Ends all of them without a graph (cudaDeviceReset).
void forget_captures();

// The stream's session, nullptr if it does not capture. Throws
// failure{cudaErrorStreamCaptureImplicit} for the legacy stream while a stream captures that waits
// for it.
std::shared_ptr<capture_session> session_of(cudaStream_t stream);

// This thread's mode (cudaThreadExchangeStreamCaptureMode).
cudaStreamCaptureMode& capture_mode_of_thread();

}  // namespace lockstep::cudart
