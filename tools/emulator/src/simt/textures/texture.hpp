// Textures and surfaces as kernels see them: what lies where in device memory, and how it is read.
//
// Sources: CUDA C++ Programming Guide, "Texture Fetching"; PTX ISA 9.0, sections 5.3, 9.7.10 and
// 9.7.11. What the two leave open (how weights and results are rounded) follows what an H100 gave:
// docs/data/h100_textures.csv, decision 046.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep::simt::textures {

enum class element : std::uint8_t { u8, s8, u16, s16, u32, s32, f16, f32 };

// In the order of cudaTextureAddressMode.
enum class addressing : std::uint8_t { wrap, clamp, mirror, border };

// One level of detail: rows of texels, slices of rows (of a volume, or layers, or a cube's faces).
struct level {
  std::uint64_t address = 0;
  std::int32_t width = 1, height = 1, depth = 1;  // texels
  std::uint64_t row = 0, slice = 0;               // bytes
};

struct image {
  element of = element::f32;
  std::uint8_t channels = 1;
  std::uint8_t dimensions = 1;  // of a layer or face
  bool layered = false, cube = false;
  bool linear = false;       // linear memory: texels are fetched by index
  std::uint32_t layers = 1;  // cubes of a cube
  std::vector<level> levels;
};

struct texture {
  image of;
  std::array<addressing, 3> address{};
  bool linear = false, linear_between_levels = false;  // how it is filtered
  bool normalised = false;                             // coordinates
  bool as_fraction = false;  // integers are read as floats in [0, 1] or [-1, 1]
  bool srgb = false;
  std::array<float, 4> border{};
  float bias = 0, lowest = 0, highest = 0;  // level of detail
};

constexpr std::uint32_t bytes_of(element e) {
  switch (e) {
    case element::u8:
    case element::s8:
      return 1;
    case element::u16:
    case element::s16:
    case element::f16:
      return 2;
    default:
      return 4;
  }
}
constexpr bool is_signed(element e) {
  return e == element::s8 || e == element::s16 || e == element::s32;
}
constexpr std::uint32_t texel_bytes(const image& i) { return bytes_of(i.of) * i.channels; }

// The bits of a texel's channels as they come into registers.
using texel = std::array<std::uint32_t, 4>;

// Where texels are read: the host's address of `bytes` bytes at a device address.
class texel_memory {
 public:
  virtual const std::byte* at(std::uint64_t address, std::uint32_t bytes) = 0;

 protected:
  ~texel_memory() = default;
};

}  // namespace lockstep::simt::textures
