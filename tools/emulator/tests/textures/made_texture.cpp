#include "made_texture.hpp"

made_texture::made_texture(const texture_case& c) {
  const int b = c.element.bits, count = c.element.channels;
  const cudaChannelFormatDesc channel = cudaCreateChannelDesc(
      b, count > 1 ? b : 0, count > 2 ? b : 0, count > 2 ? b : 0, c.element.kind);
  const auto element = static_cast<std::size_t>(b / 8 * count);
  if (c.of == shape::linear || c.of == shape::pitch)
    make_memory(c, channel, element);
  else
    make_array(c, channel, element);
  cudaTextureDesc how{};
  for (auto& mode : how.addressMode) mode = c.address;
  how.filterMode = c.linear ? cudaFilterModeLinear : cudaFilterModePoint;
  how.readMode = c.fraction ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  how.sRGB = c.srgb ? 1 : 0;
  for (int i = 0; i < 4; ++i) how.borderColor[i] = 0.3f * static_cast<float>(i + 1);
  how.normalizedCoords = c.normalised ? 1 : 0;
  how.mipmapFilterMode = c.linear_levels ? cudaFilterModeLinear : cudaFilterModePoint;
  how.mipmapLevelBias = c.bias;
  how.minMipmapLevelClamp = c.lowest;
  how.maxMipmapLevelClamp = c.highest;
  checked(cudaCreateTextureObject(&object, &resource_, &how, nullptr));
}

made_texture::~made_texture() {
  checked(cudaDestroyTextureObject(object));
  checked(cudaFreeArray(array_));
  checked(cudaFreeMipmappedArray(levels_));
  checked(cudaFree(memory_));
}

void made_texture::make_memory(const texture_case& c, const cudaChannelFormatDesc& channel,
                               std::size_t element) {
  const auto width = static_cast<std::size_t>(c.width),
             height = static_cast<std::size_t>(std::max(c.height, 1));
  const std::vector<unsigned char> data = texels(c, width * height, 1);
  if (c.of == shape::linear) {
    checked(cudaMalloc(&memory_, data.size()));
    checked(cudaMemcpy(memory_, data.data(), data.size(), cudaMemcpyHostToDevice));
    resource_.resType = cudaResourceTypeLinear;
    resource_.res.linear = {memory_, channel, data.size()};
    return;
  }
  std::size_t pitch = 0;
  checked(cudaMallocPitch(&memory_, &pitch, width * element, height));
  checked(cudaMemcpy2D(memory_, pitch, data.data(), width * element, width * element, height,
                       cudaMemcpyHostToDevice));
  resource_.resType = cudaResourceTypePitch2D;
  resource_.res.pitch2D = {memory_, channel, width, height, pitch};
}

void made_texture::make_array(const texture_case& c, const cudaChannelFormatDesc& channel,
                              std::size_t element) {
  const bool is_cube = c.of == shape::cube || c.of == shape::cubes;
  unsigned flags = is_cube ? cudaArrayCubemap : cudaArrayDefault;
  if (c.of == shape::layers1 || c.of == shape::layers2 || c.of == shape::cubes)
    flags |= cudaArrayLayered;
  if (c.read >= how::gather0) flags |= cudaArrayTextureGather;
  const auto depth = static_cast<std::size_t>(is_cube ? std::max(c.depth, 1) * 6 : c.depth);
  const cudaExtent extent{static_cast<std::size_t>(c.width), static_cast<std::size_t>(c.height),
                          depth};
  if (c.levels > 0)
    checked(cudaMallocMipmappedArray(&levels_, &channel, extent, static_cast<unsigned>(c.levels),
                                     flags));
  else
    checked(cudaMalloc3DArray(&array_, &channel, extent, flags));
  for (unsigned l = 0; l < static_cast<unsigned>(std::max(c.levels, 1)); ++l) {
    cudaArray_t of_level = array_;
    if (levels_ != nullptr) checked(cudaGetMipmappedArrayLevel(&of_level, levels_, l));
    cudaExtent size{};
    checked(cudaArrayGetInfo(nullptr, &size, nullptr, of_level));
    size.height = std::max<std::size_t>(size.height, 1);
    size.depth = std::max<std::size_t>(size.depth, 1);
    std::vector<unsigned char> data = texels(c, size.width * size.height * size.depth, 1 + l);
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(data.data(), size.width * element, size.width, size.height);
    copy.dstArray = of_level;
    copy.extent = size;
    copy.kind = cudaMemcpyHostToDevice;
    checked(cudaMemcpy3D(&copy));
  }
  resource_.resType = c.levels > 0 ? cudaResourceTypeMipmappedArray : cudaResourceTypeArray;
  if (c.levels > 0)
    resource_.res.mipmap.mipmap = levels_;
  else
    resource_.res.array.array = array_;
}
