#include "cudart/textures/images.hpp"

#include "cudart/api_call.hpp"
#include "cudart/runtime.hpp"

namespace lockstep::cudart {

using simt::textures::element;
using simt::textures::image;
using simt::textures::level;

namespace {

void set_channels(image& i, const cudaChannelFormatDesc& channel) {
  const int widths[] = {channel.x, channel.y, channel.z, channel.w};
  unsigned count = 0;
  while (count < 4 && widths[count] != 0) {
    require(widths[count] == channel.x, cudaErrorInvalidChannelDescriptor);
    ++count;
  }
  require(count == 1 || count == 2 || count == 4, cudaErrorInvalidChannelDescriptor);
  i.channels = static_cast<std::uint8_t>(count);
  struct format {
    int bits;
    cudaChannelFormatKind kind;
    element of;
  };
  static constexpr format known[] = {
      {8, cudaChannelFormatKindUnsigned, element::u8},
      {8, cudaChannelFormatKindSigned, element::s8},
      {16, cudaChannelFormatKindUnsigned, element::u16},
      {16, cudaChannelFormatKindSigned, element::s16},
      {16, cudaChannelFormatKindFloat, element::f16},
      {32, cudaChannelFormatKindUnsigned, element::u32},
      {32, cudaChannelFormatKindSigned, element::s32},
      {32, cudaChannelFormatKindFloat, element::f32},
  };
  for (const format& f : known) {
    if (f.bits != channel.x || f.kind != channel.f) continue;
    i.of = f.of;
    return;
  }
  throw failure{cudaErrorInvalidChannelDescriptor};
}

level level_of(const cudaArray& array) {
  level l;
  l.address = array.address;
  l.width = static_cast<std::int32_t>(array.extent.width);
  l.height = static_cast<std::int32_t>(array.rows());
  l.depth = static_cast<std::int32_t>(array.slices());
  l.row = array.extent.width * array.element;
  l.slice = l.row * array.rows();
  return l;
}

// Where the bytes of a texture over plain memory may begin.
void require_aligned(const void* memory) {
  constexpr std::uint64_t alignment = 512;  // cudaDevAttrTextureAlignment
  require(memory != nullptr && reinterpret_cast<std::uint64_t>(memory) % alignment == 0,
          cudaErrorInvalidValue);
}

image linear_image(const void* memory, const cudaChannelFormatDesc& channel, std::size_t bytes) {
  image i;
  set_channels(i, channel);
  require_aligned(memory);
  i.linear = true;
  level l;
  l.address = reinterpret_cast<std::uint64_t>(memory);
  l.width = static_cast<std::int32_t>(bytes / texel_bytes(i));
  i.levels.push_back(l);
  return i;
}

image pitched_image(const cudaResourceDesc& resource) {
  const auto& r = resource.res.pitch2D;
  image i;
  set_channels(i, r.desc);
  require_aligned(r.devPtr);
  constexpr std::size_t pitch_alignment = 32;  // cudaDevAttrTexturePitchAlignment
  require(r.pitchInBytes % pitch_alignment == 0 && r.width > 0 && r.height > 0 &&
              r.width * texel_bytes(i) <= r.pitchInBytes,
          cudaErrorInvalidValue);
  i.dimensions = 2;
  level l;
  l.address = reinterpret_cast<std::uint64_t>(r.devPtr);
  l.width = static_cast<std::int32_t>(r.width);
  l.height = static_cast<std::int32_t>(r.height);
  l.row = r.pitchInBytes;
  l.slice = l.row * r.height;
  i.levels.push_back(l);
  return i;
}

}  // namespace

image image_of(const cudaArray& array) {
  image i;
  set_channels(i, array.channel);
  i.layered = (array.flags & cudaArrayLayered) != 0;
  i.cube = (array.flags & cudaArrayCubemap) != 0;
  const auto slices = static_cast<std::uint32_t>(array.slices());
  i.layers = i.cube ? std::max(1u, slices / 6) : i.layered ? slices : 1;
  const bool is_volume = array.extent.depth != 0 && !i.layered && !i.cube;
  i.dimensions = is_volume ? 3 : array.extent.height == 0 ? 1 : 2;
  i.levels.push_back(level_of(array));
  return i;
}

image image_of(const cudaResourceDesc& resource) {
  switch (resource.resType) {
    case cudaResourceTypeArray:
      return image_of(require_array(resource.res.array.array));
    case cudaResourceTypeMipmappedArray: {
      const cudaMipmappedArray& all = require_mipmapped(resource.res.mipmap.mipmap);
      image i = image_of(require_array(all.levels.front()));
      for (std::size_t n = 1; n < all.levels.size(); ++n)
        i.levels.push_back(level_of(require_array(all.levels[n])));
      return i;
    }
    case cudaResourceTypeLinear:
      return linear_image(resource.res.linear.devPtr, resource.res.linear.desc,
                          resource.res.linear.sizeInBytes);
    case cudaResourceTypePitch2D:
      return pitched_image(resource);
    default:
      throw failure{cudaErrorInvalidValue};
  }
}

bool is_short_integer(element e) {
  return e == element::u8 || e == element::s8 || e == element::u16 || e == element::s16;
}
bool is_long_integer(element e) { return e == element::u32 || e == element::s32; }

}  // namespace lockstep::cudart
