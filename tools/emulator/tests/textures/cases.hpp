// What is read, and how: one case for each way of filtering, addressing and converting.
#pragma once

#include <cuda_runtime.h>

#include <string>
#include <vector>

enum class shape { linear, pitch, d1, d2, d3, layers1, layers2, cube, cubes };
enum class how { fetch, plain, level, gradient, gather0, gather1, gather2, gather3 };

struct format {
  const char* name;
  int bits, channels;
  cudaChannelFormatKind kind;
};

struct texture_case {
  shape of = shape::d2;
  how read = how::plain;
  format element{"f32", 32, 1, cudaChannelFormatKindFloat};
  int width = 19, height = 13, depth = 0;  // depth: of volumes, or layers
  bool linear = false, normalised = false, fraction = false, srgb = false, wide = false;
  cudaTextureAddressMode address = cudaAddressModeClamp;
  int levels = 0;
  bool linear_levels = false;
  float bias = 0, lowest = 0, highest = 20;
  // How an H100 rounds is not known: recorded, but not compared.
  bool is_open() const {
    const bool of_gradient = read == how::gradient && levels > 0;
    const bool short_signed =
        linear && fraction && element.bits == 8 && element.kind == cudaChannelFormatKindSigned;
    const bool of_srgb = srgb && element.bits == 8 &&
                         element.kind == cudaChannelFormatKindUnsigned &&
                         (linear || address == cudaAddressModeBorder);
    const bool far_apart = linear && wide && of == shape::d3;
    return far_apart || of_gradient || short_signed || of_srgb;
  }
  std::string name() const;
};

// All cases, in the order of the records.
std::vector<texture_case> all_cases();
