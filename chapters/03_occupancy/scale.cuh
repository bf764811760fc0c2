// out[i] = 2 * in[i], three ways to use the same threads, for achieved against theoretical
// occupancy.
#pragma once

#include <lockstep/lockstep.hpp>
#include <lockstep/residency.cuh>

using lockstep::note_residence;
using lockstep::warp_note;

// One element per thread: a block stays no longer than one load and one store take.
template <bool Note>
__global__ void scale_once(const float* in, float* out, unsigned size, warp_note* notes) {
  const long long began = Note ? clock64() : 0;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) out[i] = 2 * in[i];
  if (Note) note_residence(notes, began);
}

// As many blocks as fit, each staying until all is done.
template <bool Note>
__global__ void scale_strided(const float* in, float* out, unsigned size, warp_note* notes) {
  const long long began = Note ? clock64() : 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x)
    out[i] = 2 * in[i];
  if (Note) note_residence(notes, began);
}

// The same, but the first warp of a block does the work of all: the others end at once, and their
// places stay empty until the block has ended.
template <bool Note>
__global__ void scale_uneven(const float* in, float* out, unsigned size, warp_note* notes) {
  const long long began = Note ? clock64() : 0;
  if (threadIdx.x < 32) {
    for (unsigned first = blockIdx.x * blockDim.x; first < size; first += gridDim.x * blockDim.x) {
      const unsigned end = min(first + blockDim.x, size);
      for (unsigned i = first + threadIdx.x; i < end; i += 32) out[i] = 2 * in[i];
    }
  }
  if (Note) note_residence(notes, began);
}

// 16 bytes per load and store: `size` counts float4. With dynamic shared memory that it does not
// use, so that fewer blocks fit.
__global__ void scale_strided4(const float4* in, float4* out, unsigned size) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x) {
    const float4 v = in[i];
    out[i] = {2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w};
  }
}
