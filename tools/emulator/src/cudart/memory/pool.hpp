// Memory pools. Memory that is freed goes back at once; a pool counts what was allocated from it
// and what it would still keep by its release threshold, and answers with what was set.
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

// The host has waited for the device, a stream or an event: pools give back what they hold beyond
// their threshold.
void release_unused_of_pools();

// Destroys all but the default pool, and its settings (cudaDeviceReset).
void forget_pools();

}  // namespace lockstep::cudart
