// Memory pools. Memory that is freed goes back at once, so that a pool's settings govern nothing;
// it counts what was allocated from it, and answers with what was set.
#pragma once

#include <driver_types.h>

#include <cstddef>
#include <cstdint>

namespace lockstep::cudart {

// The pool that cudaMallocAsync takes memory from.
cudaMemPool_t current_pool();

// Throws failure{cudaErrorInvalidValue} if there is no such pool.
CUmemPoolHandle_st& require_pool(cudaMemPool_t pool);

// Notes that memory came from a pool, which must exist, and that it is free again (if it came from
// one).
void pool_allocated(cudaMemPool_t pool, std::uint64_t address, std::size_t size);
void pool_freed(std::uint64_t address);

// Destroys all but the default pool, and its settings (cudaDeviceReset).
void forget_pools();

}  // namespace lockstep::cudart
