// A case's memory and texture object.
#pragma once

#include <algorithm>
#include <vector>

#include "checked.hpp"
#include "inputs.hpp"

class made_texture {
 public:
  explicit made_texture(const texture_case& c);
  made_texture(const made_texture&) = delete;
  ~made_texture();
  cudaTextureObject_t object = 0;

 private:
  void make_memory(const texture_case& c, const cudaChannelFormatDesc& channel,
                   std::size_t element);
  void make_array(const texture_case& c, const cudaChannelFormatDesc& channel, std::size_t element);
  cudaResourceDesc resource_{};
  cudaArray_t array_ = nullptr;
  cudaMipmappedArray_t levels_ = nullptr;
  void* memory_ = nullptr;
};
