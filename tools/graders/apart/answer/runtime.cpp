// The runtime of the answer's process: each call is made in the grader's.
#include <map>
#include <string>
#include <utility>

#include "exchange.hpp"

using namespace lockstep::apart;

// FORWARD(name, parameters, parts...): parts are parameters, in their order.
#define FORWARD(name, parameters, ...)                         \
  extern "C" LOCKSTEP_FORWARDING cudaError_t name parameters { \
    return forward(call_id::name __VA_OPT__(, ) __VA_ARGS__);  \
  }

FORWARD(cudaMalloc, (void** memory, size_t bytes), out(memory), bytes)
FORWARD(cudaMallocHost, (void** memory, size_t bytes), out(memory), bytes)
FORWARD(cudaHostAlloc, (void** memory, size_t bytes, unsigned flags), out(memory), bytes, flags)
FORWARD(cudaMallocManaged, (void** memory, size_t bytes, unsigned flags), out(memory), bytes, flags)
FORWARD(cudaMallocAsync, (void** memory, size_t bytes, cudaStream_t stream), out(memory), bytes,
        stream)
FORWARD(cudaFree, (void* memory), memory)
FORWARD(cudaFreeHost, (void* memory), memory)
FORWARD(cudaFreeAsync, (void* memory, cudaStream_t stream), memory, stream)
FORWARD(cudaMemset, (void* memory, int value, size_t bytes), memory, value, bytes)
FORWARD(cudaMemsetAsync, (void* memory, int value, size_t bytes, cudaStream_t stream), memory,
        value, bytes, stream)
FORWARD(cudaMemcpy, (void* to, const void* from, size_t bytes, cudaMemcpyKind kind),
        target{to, bytes}, source{from, bytes}, bytes, kind)
FORWARD(cudaMemcpyAsync,
        (void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream),
        target{to, bytes}, source{from, bytes}, bytes, kind, stream)
FORWARD(cudaMemcpyToSymbol,
        (const void* symbol, const void* from, size_t bytes, size_t offset, cudaMemcpyKind kind),
        symbol, source{from, bytes}, bytes, offset, kind)
FORWARD(cudaMemcpyFromSymbol,
        (void* to, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind kind),
        target{to, bytes}, symbol, bytes, offset, kind)
FORWARD(cudaGetSymbolAddress, (void** address, const void* symbol), out(address), symbol)
FORWARD(cudaGetSymbolSize, (size_t * bytes, const void* symbol), out(bytes), symbol)
FORWARD(cudaMemGetInfo, (size_t * free, size_t* all), out(free), out(all))
FORWARD(cudaPointerGetAttributes, (cudaPointerAttributes * attributes, const void* memory),
        out(attributes), memory)
FORWARD(cudaDeviceSynchronize, ())
FORWARD(cudaDeviceReset, ())
FORWARD(cudaGetDevice, (int* device), out(device))
FORWARD(cudaSetDevice, (int device), device)
FORWARD(cudaGetDeviceCount, (int* count), out(count))
FORWARD(cudaGetDeviceProperties, (cudaDeviceProp * properties, int device), out(properties), device)
FORWARD(cudaDeviceGetAttribute, (int* value, cudaDeviceAttr attribute, int device), out(value),
        attribute, device)
FORWARD(cudaDeviceSetLimit, (cudaLimit which, size_t value), which, value)
FORWARD(cudaDeviceGetLimit, (size_t * value, cudaLimit which), out(value), which)
FORWARD(cudaDriverGetVersion, (int* version), out(version))
FORWARD(cudaRuntimeGetVersion, (int* version), out(version))
FORWARD(cudaFuncGetAttributes, (cudaFuncAttributes * attributes, const void* function),
        out(attributes), function)
FORWARD(cudaFuncSetAttribute, (const void* function, cudaFuncAttribute attribute, int value),
        function, attribute, value)
FORWARD(cudaFuncSetCacheConfig, (const void* function, cudaFuncCache config), function, config)
FORWARD(cudaOccupancyMaxActiveBlocksPerMultiprocessor,
        (int* blocks, const void* function, int threads, size_t shared), out(blocks), function,
        threads, shared)
FORWARD(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
        (int* blocks, const void* function, int threads, size_t shared, unsigned flags),
        out(blocks), function, threads, shared, flags)
FORWARD(cudaOccupancyAvailableDynamicSMemPerBlock,
        (size_t * shared, const void* function, int blocks, int threads), out(shared), function,
        blocks, threads)
FORWARD(cudaStreamCreate, (cudaStream_t * stream), out(stream))
FORWARD(cudaStreamCreateWithFlags, (cudaStream_t * stream, unsigned flags), out(stream), flags)
FORWARD(cudaStreamDestroy, (cudaStream_t stream), stream)
FORWARD(cudaStreamSynchronize, (cudaStream_t stream), stream)
FORWARD(cudaStreamQuery, (cudaStream_t stream), stream)
FORWARD(cudaStreamWaitEvent, (cudaStream_t stream, cudaEvent_t event, unsigned flags), stream,
        event, flags)
FORWARD(cudaStreamIsCapturing, (cudaStream_t stream, cudaStreamCaptureStatus* status), stream,
        out(status))
FORWARD(cudaEventCreate, (cudaEvent_t * event), out(event))
FORWARD(cudaEventCreateWithFlags, (cudaEvent_t * event, unsigned flags), out(event), flags)
FORWARD(cudaEventRecord, (cudaEvent_t event, cudaStream_t stream), event, stream)
FORWARD(cudaEventSynchronize, (cudaEvent_t event), event)
FORWARD(cudaEventQuery, (cudaEvent_t event), event)
FORWARD(cudaEventElapsedTime, (float* milliseconds, cudaEvent_t start, cudaEvent_t stop),
        out(milliseconds), start, stop)
FORWARD(cudaEventDestroy, (cudaEvent_t event), event)
FORWARD(cudaGetLastError, ())
FORWARD(cudaPeekAtLastError, ())

namespace {

// A text of the runtime's, which stays where it is.
LOCKSTEP_FORWARDING const char* words_of(call_id which, cudaError_t error) {
  const turn mine;
  static std::map<std::pair<call_id, cudaError_t>, std::string> known;
  const auto [there, is_new] = known.try_emplace({which, error});
  if (is_new) {
    outgoing call = begin_call(which);
    call.put(error);
    there->second = exchange(call).text();
  }
  return there->second.c_str();
}

}  // namespace

extern "C" LOCKSTEP_FORWARDING const char* cudaGetErrorName(cudaError_t error) {
  return words_of(call_id::cudaGetErrorName, error);
}
extern "C" LOCKSTEP_FORWARDING const char* cudaGetErrorString(cudaError_t error) {
  return words_of(call_id::cudaGetErrorString, error);
}
