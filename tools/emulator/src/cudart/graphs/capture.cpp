// The calls of stream capture.
#include "cudart/graphs/capture.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>

#include "cudart/api_call.hpp"
#include "cudart/graphs/capture_session.hpp"
#include "cudart/graphs/edges.hpp"
#include "cudart/streams/stream.hpp"
#include "cudart/streams/stream_state.hpp"

using namespace lockstep::cudart;

extern "C" cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return api_call(__func__, context_use::needed, [&] { begin_capture(stream, mode, nullptr, {}); });
}
PER_THREAD_NAME(cudaStreamBeginCapture, _ptsz)

extern "C" cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                                     const cudaGraphNode_t* before,
                                                     const cudaGraphEdgeData* edges, size_t count,
                                                     cudaStreamCaptureMode mode) {
  return api_call(__func__, context_use::needed, [&] {
    CUgraph_st& into = require_graph(graph);
    begin_capture(stream, mode, &into, nodes_of(into, before, edges, count));
  });
}
PER_THREAD_NAME(cudaStreamBeginCaptureToGraph, _ptsz)

extern "C" cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  return api_call(__func__, context_use::needed, [&] {
    // A program that captures into a graph of its own need not be told which one it is.
    const auto session = session_of(stream);
    const bool is_known = session != nullptr && session->own == nullptr;
    require(graph != nullptr || is_known, cudaErrorInvalidValue);
    if (graph != nullptr) *graph = nullptr;
    const cudaGraph_t captured = end_capture(stream);
    if (graph != nullptr) *graph = captured;
  });
}
PER_THREAD_NAME(cudaStreamEndCapture, _ptsz)

extern "C" cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return cudaStreamGetCaptureInfo(stream, status, nullptr, nullptr, nullptr, nullptr, nullptr);
}
PER_THREAD_NAME(cudaStreamIsCapturing, _ptsz)

extern "C" cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream,
                                                cudaStreamCaptureStatus* status,
                                                unsigned long long* id, cudaGraph_t* graph,
                                                const cudaGraphNode_t** before,
                                                const cudaGraphEdgeData** edges, size_t* count) {
  return api_call(__func__, context_use::needed, [&] {
    require(status != nullptr, cudaErrorInvalidValue);
    const auto session = session_of(stream);
    *status = session == nullptr ? cudaStreamCaptureStatusNone
              : session->spoiled ? cudaStreamCaptureStatusInvalidated
                                 : cudaStreamCaptureStatusActive;
    if (*status != cudaStreamCaptureStatusActive) return;
    const node_list& last = stream_at(stream).capture.last;
    if (id != nullptr) *id = session->id;
    if (graph != nullptr) *graph = session->graph;
    if (before != nullptr) *before = last.data();
    if (edges != nullptr) *edges = plain_edges(last.size());
    if (count != nullptr) *count = last.size();
  });
}
PER_THREAD_NAME(cudaStreamGetCaptureInfo, _ptsz)

extern "C" cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream,
                                                           cudaGraphNode_t* before,
                                                           const cudaGraphEdgeData* edges,
                                                           size_t count, unsigned flags) {
  return api_call(__func__, context_use::needed, [&] {
    require(flags <= cudaStreamSetCaptureDependencies, cudaErrorInvalidValue);
    CUgraph_st* graph = captured_graph(stream);
    require(graph != nullptr, cudaErrorIllegalState);
    node_list& last = stream_at(stream).capture.last;
    if (flags == cudaStreamSetCaptureDependencies) last.clear();
    for (CUgraphNode_st* node : nodes_of(*graph, before, edges, count))
      if (std::find(last.begin(), last.end(), node) == last.end()) last.push_back(node);
  });
}
PER_THREAD_NAME(cudaStreamUpdateCaptureDependencies, _ptsz)

extern "C" cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  return api_call(__func__, context_use::needed, [&] {
    require(mode != nullptr && *mode <= cudaStreamCaptureModeRelaxed, cudaErrorInvalidValue);
    std::swap(*mode, capture_mode_of_thread());
  });
}
