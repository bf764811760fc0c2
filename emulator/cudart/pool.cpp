// Memory pools: the default pool only. Freed memory goes back at once, so that its settings have
// nothing to govern.
#include <cuda_runtime_api.h>

#include "cudart/api_call.hpp"
#include "cudart/runtime.hpp"

using namespace lockstep::cudart;

namespace {

char default_pool_tag;

cudaMemPool_t default_pool() { return reinterpret_cast<cudaMemPool_t>(&default_pool_tag); }

}  // namespace

extern "C" cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  return api_call(__func__, context_use::needed, [&] {
    require(pool != nullptr, cudaErrorInvalidValue);
    require(device == 0, cudaErrorInvalidDevice);
    *pool = default_pool();
  });
}

extern "C" cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return cudaDeviceGetDefaultMemPool(pool, device);
}

extern "C" cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr, void* value) {
  return api_call(__func__, context_use::needed, [&] {
    require(pool == default_pool() && value != nullptr, cudaErrorInvalidValue);
  });
}

extern "C" cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t) {
  return api_call(__func__, context_use::needed,
                  [&] { require(pool == default_pool(), cudaErrorInvalidValue); });
}

extern "C" cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t size, cudaMemPool_t pool,
                                               cudaStream_t stream) {
  if (pool != default_pool()) return remember(cudaErrorInvalidValue);
  return cudaMallocAsync(pointer, size, stream);
}
PER_THREAD_NAME(cudaMallocFromPoolAsync, _ptsz)
