// Variables of the device: where they are, and copies to and from them.
#include <cuda_runtime_api.h>

#include <cstring>

#include "cudart/api_call.hpp"
#include "cudart/copy.hpp"
#include "cudart/runtime.hpp"
#include "cudart/stream.hpp"

using namespace lockstep;
using namespace lockstep::cudart;

namespace {

// The part of a variable that a copy to or from a symbol is about.
std::byte* symbol_bytes(const char* call, const void* symbol, std::size_t size, std::size_t offset,
                        bool writes) {
  const memory::allocation& place = place_of(runtime::get().registered.variable(symbol));
  const auto* first = reinterpret_cast<const void*>(place.address + offset);
  if (offset > place.size) return host_bytes(nullptr, size, {call, "offset", writes});
  return host_bytes(first, size, {call, "symbol", writes});
}

void copy_to_symbol(const char* call, const void* symbol, const void* from, std::size_t size,
                    std::size_t offset, cudaMemcpyKind kind) {
  require(kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyHostToHost,
          cudaErrorInvalidMemcpyDirection);
  if (size == 0) return;
  std::byte* to = symbol_bytes(call, symbol, size, offset, true);
  const bool on_device = kind == cudaMemcpyDeviceToDevice;
  const std::byte* source =
      host_bytes(from, size, {call, "source", false, on_device, name_of(kind)});
  if (!runtime::get().fault.pending()) std::memmove(to, source, size);
}

void copy_from_symbol(const char* call, void* to, const void* symbol, std::size_t size,
                      std::size_t offset, cudaMemcpyKind kind) {
  require(kind != cudaMemcpyHostToDevice && kind != cudaMemcpyHostToHost,
          cudaErrorInvalidMemcpyDirection);
  if (size == 0) return;
  const std::byte* from = symbol_bytes(call, symbol, size, offset, false);
  const bool on_device = kind == cudaMemcpyDeviceToDevice;
  std::byte* target = host_bytes(to, size, {call, "destination", true, on_device, name_of(kind)});
  if (!runtime::get().fault.pending()) std::memmove(target, from, size);
}

}  // namespace

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
  return api_call(__func__, context_use::synchronises,
                  [&] { copy_to_symbol("cudaMemcpyToSymbol", symbol, from, size, offset, kind); });
}
PER_THREAD_NAME(cudaMemcpyToSymbol, _ptds)

extern "C" cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t size,
                                               size_t offset, cudaMemcpyKind kind,
                                               cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    require_stream(stream);
    copy_to_symbol("cudaMemcpyToSymbolAsync", symbol, from, size, offset, kind);
  });
}
PER_THREAD_NAME(cudaMemcpyToSymbolAsync, _ptsz)

extern "C" cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t size,
                                            size_t offset, cudaMemcpyKind kind) {
  return api_call(__func__, context_use::synchronises, [&] {
    copy_from_symbol("cudaMemcpyFromSymbol", to, symbol, size, offset, kind);
  });
}
PER_THREAD_NAME(cudaMemcpyFromSymbol, _ptds)

extern "C" cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t size,
                                                 size_t offset, cudaMemcpyKind kind,
                                                 cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    require_stream(stream);
    copy_from_symbol("cudaMemcpyFromSymbolAsync", to, symbol, size, offset, kind);
  });
}
PER_THREAD_NAME(cudaMemcpyFromSymbolAsync, _ptsz)
