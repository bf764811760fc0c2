// The calls of the runtime that an answer's process forwards, by number. All others are refused by
// their names (refused_calls.sh).
#pragma once

#include <cstdint>

// clang-format off
// X(name, direction of each parameter...), as grader/runtime_calls.cpp reads them. Those with more to them than
// their parameters stand below.
#define LOCKSTEP_PLAIN_CALLS(X)                                                      \
  X(cudaMalloc, out, in)                                                             \
  X(cudaMallocHost, out, in)                                                         \
  X(cudaHostAlloc, out, in, in)                                                      \
  X(cudaMallocManaged, out, in, in)                                                  \
  X(cudaMallocAsync, out, in, in)                                                    \
  X(cudaFree, address)                                                               \
  X(cudaFreeHost, address)                                                           \
  X(cudaFreeAsync, address, in)                                                      \
  X(cudaMemset, address, in, in)                                                     \
  X(cudaMemsetAsync, address, in, in, in)                                            \
  X(cudaGetSymbolAddress, out, symbol)                                               \
  X(cudaGetSymbolSize, out, symbol)                                                  \
  X(cudaMemGetInfo, out, out)                                                        \
  X(cudaPointerGetAttributes, out, address)                                          \
  X(cudaDeviceSynchronize)                                                           \
  X(cudaDeviceReset)                                                                 \
  X(cudaGetDevice, out)                                                              \
  X(cudaSetDevice, in)                                                               \
  X(cudaGetDeviceCount, out)                                                         \
  X(cudaGetDeviceProperties, out, in)                                                \
  X(cudaDeviceGetAttribute, out, in, in)                                             \
  X(cudaDeviceSetLimit, in, in)                                                      \
  X(cudaDeviceGetLimit, out, in)                                                     \
  X(cudaDriverGetVersion, out)                                                       \
  X(cudaRuntimeGetVersion, out)                                                      \
  X(cudaFuncGetAttributes, out, function)                                            \
  X(cudaFuncSetAttribute, function, in, in)                                          \
  X(cudaFuncSetCacheConfig, function, in)                                            \
  X(cudaOccupancyMaxActiveBlocksPerMultiprocessor, out, function, in, in)            \
  X(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, out, function, in, in, in) \
  X(cudaOccupancyAvailableDynamicSMemPerBlock, out, function, in, in)                \
  X(cudaStreamCreate, out)                                                           \
  X(cudaStreamCreateWithFlags, out, in)                                              \
  X(cudaStreamDestroy, in)                                                           \
  X(cudaStreamSynchronize, in)                                                       \
  X(cudaStreamQuery, in)                                                             \
  X(cudaStreamWaitEvent, in, in, in)                                                 \
  X(cudaStreamIsCapturing, in, out)                                                  \
  X(cudaEventCreate, out)                                                            \
  X(cudaEventCreateWithFlags, out, in)                                               \
  X(cudaEventRecord, in, in)                                                         \
  X(cudaEventSynchronize, in)                                                        \
  X(cudaEventQuery, in)                                                              \
  X(cudaEventElapsedTime, out, in, in)                                               \
  X(cudaEventDestroy, in)                                                            \
  X(cudaGetLastError)                                                                \
  X(cudaPeekAtLastError)

#define LOCKSTEP_OTHER_CALLS(X)                                                      \
  X(cudaMemcpy)                                                                      \
  X(cudaMemcpyAsync)                                                                 \
  X(cudaMemcpyToSymbol)                                                              \
  X(cudaMemcpyFromSymbol)                                                            \
  X(cudaGetErrorName)                                                                \
  X(cudaGetErrorString)                                                              \
  X(cudaLaunchKernel)                                                                \
  X(register_image)                                                                  \
  X(register_kernel)                                                                 \
  X(register_variable)                                                               \
  X(parameter_sizes)
// clang-format on

namespace lockstep::apart {

enum class call_id : std::uint32_t {
#define LOCKSTEP_NUMBERED(name, ...) name,
  LOCKSTEP_PLAIN_CALLS(LOCKSTEP_NUMBERED) LOCKSTEP_OTHER_CALLS(LOCKSTEP_NUMBERED)
#undef LOCKSTEP_NUMBERED
};

// How a kernel is launched.
enum class launch_kind : std::uint32_t { plain, written, cooperative, with_attributes };

}  // namespace lockstep::apart
