// Copies between any two places, in all the forms of the API.
#pragma once

#include <driver_types.h>

#include <cstddef>

#include "cudart/memory/range.hpp"
#include "cudart/streams/work.hpp"

namespace lockstep::cudart {

// `height` rows of `width` bytes, `pitch` bytes apart.
struct rectangle {
  std::size_t width = 0, height = 1, pitch = 0;
  bool empty() const { return width == 0 || height == 0; }
  std::size_t extent() const { return (height - 1) * pitch + width; }  // bytes from first to last
};

// "cudaMemcpyHostToDevice" and so on. Throws failure{cudaErrorInvalidMemcpyDirection} for what is
// no direction.
const char* name_of(cudaMemcpyKind kind);

// `size` bytes.
copy_work linear_copy(const char* call, void* to, const void* from, std::size_t size,
                      cudaMemcpyKind kind);
// `height` rows of `width` bytes.
copy_work pitched_copy(const char* call, void* to, std::size_t to_pitch, const void* from,
                       std::size_t from_pitch, std::size_t width, std::size_t height,
                       cudaMemcpyKind kind);

// To and from a variable of the device, the symbol. Throw failure.
copy_work copy_to_symbol(const char* call, const void* symbol, const void* from, std::size_t size,
                         std::size_t offset, cudaMemcpyKind kind);
copy_work copy_from_symbol(const char* call, void* to, const void* symbol, std::size_t size,
                           std::size_t offset, cudaMemcpyKind kind);

// Both check the two sides as the real runtime does: where a pointer points decides, the direction
// must only not contradict it. Throw failure.
void check_copy(const copy_work& copy);
void run_copy(const copy_work& copy);

}  // namespace lockstep::cudart
