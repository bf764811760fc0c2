// Variables of the device: where they are, and copies to and from them.
#include <cuda_runtime_api.h>

#include "cudart/api_call.hpp"
#include "cudart/memory/copy.hpp"
#include "cudart/runtime.hpp"
#include "cudart/streams/submit.hpp"

using namespace lockstep;
using namespace lockstep::cudart;

namespace {

// The part of a variable that a copy to or from a symbol is about.
void* symbol_bytes(const char* call, const void* symbol, std::size_t size, std::size_t offset,
                   bool writes) {
  const memory::allocation& place = place_of(runtime::get().registered.variable(symbol));
  auto* first = reinterpret_cast<void*>(place.address + offset);
  if (size > 0) host_bytes(offset > place.size ? nullptr : first, size, {call, "symbol", writes});
  return first;
}

}  // namespace

copy_work lockstep::cudart::copy_to_symbol(const char* call, const void* symbol, const void* from,
                                           std::size_t size, std::size_t offset,
                                           cudaMemcpyKind kind) {
  require(kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyHostToHost,
          cudaErrorInvalidMemcpyDirection);
  return linear_copy(call, symbol_bytes(call, symbol, size, offset, true), from, size, kind);
}

copy_work lockstep::cudart::copy_from_symbol(const char* call, void* to, const void* symbol,
                                             std::size_t size, std::size_t offset,
                                             cudaMemcpyKind kind) {
  require(kind != cudaMemcpyHostToDevice && kind != cudaMemcpyHostToHost,
          cudaErrorInvalidMemcpyDirection);
  return linear_copy(call, to, symbol_bytes(call, symbol, size, offset, false), size, kind);
}

extern "C" cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  return api_call(__func__, context_use::needed, [&] {
    require(pointer != nullptr, cudaErrorInvalidValue);
    *pointer =
        reinterpret_cast<void*>(place_of(runtime::get().registered.variable(symbol)).address);
  });
}

extern "C" cudaError_t cudaGetSymbolSize(size_t* size, const void* symbol) {
  return api_call(__func__, context_use::needed, [&] {
    require(size != nullptr, cudaErrorInvalidValue);
    *size = place_of(runtime::get().registered.variable(symbol)).size;
  });
}

extern "C" cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t size,
                                          size_t offset, cudaMemcpyKind kind) {
  return api_call(__func__, context_use::copies, [&] {
    submit(nullptr, copy_to_symbol("cudaMemcpyToSymbol", symbol, from, size, offset, kind));
  });
}
PER_THREAD_NAME(cudaMemcpyToSymbol, _ptds)

extern "C" cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t size,
                                               size_t offset, cudaMemcpyKind kind,
                                               cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    submit(stream, copy_to_symbol("cudaMemcpyToSymbolAsync", symbol, from, size, offset, kind));
  });
}
PER_THREAD_NAME(cudaMemcpyToSymbolAsync, _ptsz)

extern "C" cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t size,
                                            size_t offset, cudaMemcpyKind kind) {
  return api_call(__func__, context_use::copies, [&] {
    submit(nullptr, copy_from_symbol("cudaMemcpyFromSymbol", to, symbol, size, offset, kind));
  });
}
PER_THREAD_NAME(cudaMemcpyFromSymbol, _ptds)

extern "C" cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t size,
                                                 size_t offset, cudaMemcpyKind kind,
                                                 cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    submit(stream, copy_from_symbol("cudaMemcpyFromSymbolAsync", to, symbol, size, offset, kind));
  });
}
PER_THREAD_NAME(cudaMemcpyFromSymbolAsync, _ptsz)
