// Streams, events, and the capture of streams.
#include "cudart/streams/stream.hpp"
#include "driver/call.hpp"
#include "driver/context.hpp"

using namespace lockstep::driver;

SAME_AS(cuStreamCreate, cudaStreamCreateWithFlags)
SAME_AS(cuStreamCreateWithPriority, cudaStreamCreateWithPriority)
SAME_AS(cuStreamDestroy, cudaStreamDestroy)
SAME_AS_PTSZ(cuStreamSynchronize, cudaStreamSynchronize)
SAME_AS_PTSZ(cuStreamQuery, cudaStreamQuery)
SAME_AS_PTSZ(cuStreamWaitEvent, cudaStreamWaitEvent)
SAME_AS_PTSZ(cuStreamGetPriority, cudaStreamGetPriority)
SAME_AS_PTSZ(cuStreamGetFlags, cudaStreamGetFlags)
SAME_AS_PTSZ(cuStreamGetId, cudaStreamGetId)
SAME_AS_PTSZ(cuStreamGetDevice, cudaStreamGetDevice)
SAME_AS_PTSZ(cuStreamAddCallback, cudaStreamAddCallback)
SAME_AS_PTSZ(cuStreamAttachMemAsync, cudaStreamAttachMemAsync)
SAME_AS_PTSZ(cuStreamCopyAttributes, cudaStreamCopyAttributes)
SAME_AS_PTSZ(cuStreamGetAttribute, cudaStreamGetAttribute)
SAME_AS_PTSZ(cuStreamSetAttribute, cudaStreamSetAttribute)

// All contexts share the streams.
CUresult cuStreamGetCtx(CUstream stream, CUcontext* context) {
  return call("cuStreamGetCtx", needs::context, [&] {
    require(context != nullptr, cudaErrorInvalidValue);
    lockstep::cudart::require_stream(stream);
    *context = current_context();
  });
}
PER_THREAD(cuStreamGetCtx, _ptsz)

CUresult cuStreamGetCtx_v2(CUstream stream, CUcontext* context, CUgreenCtx* green) {
  if (green != nullptr) *green = nullptr;
  return cuStreamGetCtx(stream, context);
}
PER_THREAD(cuStreamGetCtx_v2, _ptsz)

SAME_AS_PTSZ(cuStreamBeginCapture, cudaStreamBeginCapture)
SAME_AS_PTSZ(cuStreamBeginCaptureToGraph, cudaStreamBeginCaptureToGraph)
SAME_AS_PTSZ(cuStreamEndCapture, cudaStreamEndCapture)
SAME_AS_PTSZ(cuStreamIsCapturing, cudaStreamIsCapturing)
SAME_AS_PTSZ(cuStreamGetCaptureInfo, cudaStreamGetCaptureInfo)
SAME_AS_PTSZ(cuStreamUpdateCaptureDependencies, cudaStreamUpdateCaptureDependencies)
SAME_AS(cuThreadExchangeStreamCaptureMode, cudaThreadExchangeStreamCaptureMode)

// Programs of before CUDA 13, whose graphs' edges have no data.
extern "C" CUresult cuStreamGetCaptureInfo_v2(CUstream stream, CUstreamCaptureStatus* status,
                                              cuuint64_t* id, CUgraph* graph,
                                              const CUgraphNode** before, std::size_t* count) {
  return call("cuStreamGetCaptureInfo", needs::context, [&] {
    pass_on(cudaStreamGetCaptureInfo(stream, reinterpret_cast<cudaStreamCaptureStatus*>(status),
                                     reinterpret_cast<unsigned long long*>(id), graph, before,
                                     nullptr, count));
  });
}
PER_THREAD(cuStreamGetCaptureInfo_v2, _ptsz)

SAME_AS(cuEventCreate, cudaEventCreateWithFlags)
SAME_AS(cuEventDestroy, cudaEventDestroy)
SAME_AS_PTSZ(cuEventRecord, cudaEventRecord)
SAME_AS_PTSZ(cuEventRecordWithFlags, cudaEventRecordWithFlags)
SAME_AS(cuEventQuery, cudaEventQuery)
SAME_AS(cuEventSynchronize, cudaEventSynchronize)
SAME_AS(cuEventElapsedTime, cudaEventElapsedTime)
