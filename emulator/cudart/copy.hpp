// Copies between any two places, in all the forms of the API.
#pragma once

#include <driver_types.h>

#include <cstddef>

#include "cudart/range.hpp"

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

struct endpoints {
  std::byte* to;
  std::byte* from;
};

// Both sides of a copy, checked as the real runtime checks them: where a pointer points decides,
// the direction must only not contradict it. Throws failure.
endpoints resolve(const char* call, void* to, std::size_t to_bytes, const void* from,
                  std::size_t from_bytes, cudaMemcpyKind kind);

}  // namespace lockstep::cudart
