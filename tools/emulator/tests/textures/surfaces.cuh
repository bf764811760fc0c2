// Surfaces: each way of missing one, and what then stands where.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "checked.hpp"

constexpr int surface_width = 10, surface_height = 4, surface_threads = 24;

enum class surface_use {
  read_zero,
  read_clamp,
  read_rows_zero,
  read_rows_clamp,
  read_short_clamp,
  read_vector_clamp,
  read_vector_zero,
  read_bytes_zero,
  write_zero,
  write_clamp,
  write_vector_zero,
  write_vector_clamp,
  write_rows_clamp,
  read_at_trap,
  write_at_trap,
  read_misaligned,
  texture_0,
  texture_77777,
  surface_0,
  destroyed_texture,
  count_
};
// A GPU gives zeros for some handles that name nothing; the emulator stops the kernel and says so.
inline bool is_without_object(surface_use use) {
  return use == surface_use::texture_0 || use == surface_use::surface_0 ||
         use == surface_use::destroyed_texture;
}

inline const char* name_of(surface_use use) {
  static const char* const names[] = {
      "read zero",        "read clamp",        "read rows zero",    "read rows clamp",
      "read short clamp", "read vector clamp", "read vector zero",  "read bytes zero",
      "write zero",       "write clamp",       "write vector zero", "write vector clamp",
      "write rows clamp", "read trap",         "write trap",        "read misaligned",
      "texture 0",        "texture 77777",     "surface 0",         "destroyed texture"};
  return names[static_cast<int>(use)];
}

__global__ void use_surface(cudaSurfaceObject_t s, cudaTextureObject_t t, surface_use use,
                            int* out) {
  const int x = static_cast<int>(threadIdx.x) - 6, mine = 100 + static_cast<int>(threadIdx.x);
  int v = -1;
  short narrow = 7;
  char byte = 7;
  int4 wide{7, 7, 7, 7};
  switch (use) {
    case surface_use::read_zero:
      surf2Dread(&v, s, x * 4, 1, cudaBoundaryModeZero);
      break;
    case surface_use::read_clamp:
      surf2Dread(&v, s, x * 4, 1, cudaBoundaryModeClamp);
      break;
    case surface_use::read_rows_zero:
      surf2Dread(&v, s, 8, x, cudaBoundaryModeZero);
      break;
    case surface_use::read_rows_clamp:
      surf2Dread(&v, s, 8, x, cudaBoundaryModeClamp);
      break;
    case surface_use::read_short_clamp:
      surf2Dread(&narrow, s, x * 4, 1, cudaBoundaryModeClamp);
      v = narrow;
      break;
    case surface_use::read_vector_clamp:
      surf2Dread(&wide, s, x * 16, 1, cudaBoundaryModeClamp);
      v = wide.x * 1000 + wide.y * 100 + wide.z * 10 + wide.w;
      break;
    case surface_use::read_vector_zero:
      surf2Dread(&wide, s, x * 16, 1, cudaBoundaryModeZero);
      v = wide.x * 1000 + wide.y * 100 + wide.z * 10 + wide.w;
      break;
    case surface_use::read_bytes_zero:
      surf2Dread(&byte, s, x * 3, 2, cudaBoundaryModeZero);
      v = byte;
      break;
    case surface_use::write_zero:
      surf2Dwrite(mine, s, x * 4, 2, cudaBoundaryModeZero);
      break;
    case surface_use::write_clamp:
      if (x <= 0 || x == 12) surf2Dwrite(x < 0 ? 55 : mine, s, x * 4, 3, cudaBoundaryModeClamp);
      break;
    case surface_use::write_vector_zero:
      surf2Dwrite(make_int4(mine, mine, mine, mine), s, x * 16, 0, cudaBoundaryModeZero);
      break;
    case surface_use::write_vector_clamp:
      if (x == 7) surf2Dwrite(make_int4(1, 2, 3, 4), s, x * 16, 0, cudaBoundaryModeClamp);
      break;
    case surface_use::write_rows_clamp:
      if (x == -3 || x == 9) surf2Dwrite(mine, s, 12, x, cudaBoundaryModeClamp);
      break;
    case surface_use::read_at_trap:
      surf2Dread(&v, s, x * 4, 1, cudaBoundaryModeTrap);
      break;
    case surface_use::write_at_trap:
      surf2Dwrite(mine, s, x * 4, 1, cudaBoundaryModeTrap);
      break;
    case surface_use::read_misaligned:
      surf2Dread(&v, s, 6, 1, cudaBoundaryModeZero);
      break;
    case surface_use::surface_0:
      surf2Dread(&v, s, 4, 1, cudaBoundaryModeZero);
      break;
    default:
      v = static_cast<int>(tex2D<float>(t, 1.5f, 1.5f));
      break;
  }
  out[threadIdx.x] = v;
}

// One line of the records: what the threads read, and then the surface, or the launch's error.
inline std::string surface_record(surface_use use) {
  cudaArray_t array = nullptr;
  const cudaChannelFormatDesc channel = cudaCreateChannelDesc<int>();
  checked(
      cudaMallocArray(&array, &channel, surface_width, surface_height, cudaArraySurfaceLoadStore));
  std::vector<int> texels(surface_width * surface_height), read(surface_threads, 0);
  for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<int>(i) * 1000 + 7;
  constexpr std::size_t row = surface_width * sizeof(int);
  checked(cudaMemcpy2DToArray(array, 0, 0, texels.data(), row, row, surface_height,
                              cudaMemcpyHostToDevice));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  checked(cudaCreateSurfaceObject(&surface, &resource));
  cudaTextureObject_t texture = use == surface_use::texture_77777 ? 77777 : 0;
  if (use == surface_use::destroyed_texture) {
    cudaTextureDesc how{};
    checked(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
    checked(cudaDestroyTextureObject(texture));
  }
  int* out = nullptr;
  checked(cudaMalloc(&out, surface_threads * sizeof(int)));
  use_surface<<<1, surface_threads>>>(use == surface_use::surface_0 ? 0 : surface, texture, use,
                                      out);
  if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess)
    return std::string("surface ") + name_of(use) + ',' + cudaGetErrorName(error) + ",,";
  checked(cudaMemcpy(read.data(), out, surface_threads * sizeof(int), cudaMemcpyDeviceToHost));
  checked(cudaMemcpy2DFromArray(texels.data(), row, array, 0, 0, row, surface_height,
                                cudaMemcpyDeviceToHost));
  std::string text = std::string("surface ") + name_of(use) + ",24,,";
  for (const int v : read) text += std::to_string(v) + ' ';
  text += '|';
  for (std::size_t i = 0; i < texels.size(); ++i) {
    if (texels[i] != static_cast<int>(i) * 1000 + 7)
      text += ' ' + std::to_string(i) + ':' + std::to_string(texels[i]);
  }
  checked(cudaFree(out));
  checked(cudaDestroySurfaceObject(surface));
  checked(cudaFreeArray(array));
  return text;
}
