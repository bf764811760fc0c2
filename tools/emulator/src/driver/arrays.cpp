// Arrays, and the objects by which kernels read them.
#include <array>

#include "cudart/memory/array.hpp"
#include "driver/call.hpp"

using namespace lockstep::driver;
using lockstep::cudart::require_array;

namespace {

struct format {
  CUarray_format number;
  int bits;
  cudaChannelFormatKind kind;
};
constexpr std::array formats = {
    format{CU_AD_FORMAT_UNSIGNED_INT8, 8, cudaChannelFormatKindUnsigned},
    format{CU_AD_FORMAT_UNSIGNED_INT16, 16, cudaChannelFormatKindUnsigned},
    format{CU_AD_FORMAT_UNSIGNED_INT32, 32, cudaChannelFormatKindUnsigned},
    format{CU_AD_FORMAT_SIGNED_INT8, 8, cudaChannelFormatKindSigned},
    format{CU_AD_FORMAT_SIGNED_INT16, 16, cudaChannelFormatKindSigned},
    format{CU_AD_FORMAT_SIGNED_INT32, 32, cudaChannelFormatKindSigned},
    format{CU_AD_FORMAT_HALF, 16, cudaChannelFormatKindFloat},
    format{CU_AD_FORMAT_FLOAT, 32, cudaChannelFormatKindFloat},
};

cudaChannelFormatDesc channels(CUarray_format number, unsigned count) {
  require(count == 1 || count == 2 || count == 4, cudaErrorInvalidValue);
  for (const format& known : formats) {
    if (known.number != number) continue;
    const auto bits = [&](unsigned channel) { return channel < count ? known.bits : 0; };
    return {bits(0), bits(1), bits(2), bits(3), known.kind};
  }
  throw failure{cudaErrorNotSupported};
}

void describe(const cudaChannelFormatDesc& channel, CUarray_format& number, unsigned& count) {
  count = channel.w != 0 ? 4 : channel.y != 0 ? 2 : 1;
  for (const format& known : formats)
    if (known.bits == channel.x && known.kind == channel.f) number = known.number;
}

cudaArray_t same(CUarray array) { return reinterpret_cast<cudaArray_t>(array); }

void create(CUarray* array, const CUDA_ARRAY3D_DESCRIPTOR& d) {
  require(array != nullptr, cudaErrorInvalidValue);
  const cudaChannelFormatDesc channel = channels(d.Format, d.NumChannels);
  // Flags have the same numbers.
  pass_on(cudaMalloc3DArray(reinterpret_cast<cudaArray_t*>(array), &channel,
                            {d.Width, d.Height, d.Depth}, d.Flags));
}

cudaResourceDesc resource_of(const CUDA_RESOURCE_DESC& from) {
  cudaResourceDesc to{};
  to.resType = static_cast<cudaResourceType>(from.resType);
  switch (from.resType) {
    case CU_RESOURCE_TYPE_ARRAY:
      to.res.array.array = same(from.res.array.hArray);
      break;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
      to.res.mipmap.mipmap =
          reinterpret_cast<cudaMipmappedArray_t>(from.res.mipmap.hMipmappedArray);
      break;
    case CU_RESOURCE_TYPE_LINEAR: {
      const auto& linear = from.res.linear;
      to.res.linear = {reinterpret_cast<void*>(linear.devPtr),
                       channels(linear.format, linear.numChannels), linear.sizeInBytes};
      break;
    }
    case CU_RESOURCE_TYPE_PITCH2D: {
      const auto& rows = from.res.pitch2D;
      to.res.pitch2D = {reinterpret_cast<void*>(rows.devPtr),
                        channels(rows.format, rows.numChannels), rows.width, rows.height,
                        rows.pitchInBytes};
      break;
    }
    default:
      throw failure{cudaErrorInvalidValue};
  }
  return to;
}

cudaTextureDesc reading_of(const CUDA_TEXTURE_DESC& from) {
  cudaTextureDesc to{};
  for (unsigned i = 0; i < 3; ++i)
    to.addressMode[i] = static_cast<cudaTextureAddressMode>(from.addressMode[i]);
  to.filterMode = static_cast<cudaTextureFilterMode>(from.filterMode);
  to.readMode = (from.flags & CU_TRSF_READ_AS_INTEGER) != 0 ? cudaReadModeElementType
                                                            : cudaReadModeNormalizedFloat;
  to.normalizedCoords = (from.flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
  to.sRGB = (from.flags & CU_TRSF_SRGB) != 0;
  to.disableTrilinearOptimization = (from.flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION) != 0;
  to.seamlessCubemap = (from.flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0;
  to.maxAnisotropy = from.maxAnisotropy;
  to.mipmapFilterMode = static_cast<cudaTextureFilterMode>(from.mipmapFilterMode);
  to.mipmapLevelBias = from.mipmapLevelBias;
  to.minMipmapLevelClamp = from.minMipmapLevelClamp;
  to.maxMipmapLevelClamp = from.maxMipmapLevelClamp;
  std::copy_n(from.borderColor, 4, to.borderColor);
  return to;
}

// Floats are read as they are, whatever the flags say: they only concern integers of 8 and 16 bits.
bool has_short_integers(const cudaResourceDesc& resource) {
  cudaChannelFormatDesc channel{};
  switch (resource.resType) {
    case cudaResourceTypeArray:
      channel = require_array(resource.res.array.array).channel;
      break;
    case cudaResourceTypeLinear:
      channel = resource.res.linear.desc;
      break;
    case cudaResourceTypePitch2D:
      channel = resource.res.pitch2D.desc;
      break;
    default: {
      cudaArray_t level = nullptr;
      pass_on(cudaGetMipmappedArrayLevel(&level, resource.res.mipmap.mipmap, 0));
      channel = require_array(level).channel;
    }
  }
  return channel.f != cudaChannelFormatKindFloat && channel.x < 32;
}

}  // namespace

CUresult cuArrayCreate_v2(CUarray* array, const CUDA_ARRAY_DESCRIPTOR* d) {
  return call("cuArrayCreate", needs::context, [&] {
    require(d != nullptr, cudaErrorInvalidValue);
    create(array, {d->Width, d->Height, 0, d->Format, d->NumChannels, 0});
  });
}

CUresult cuArray3DCreate_v2(CUarray* array, const CUDA_ARRAY3D_DESCRIPTOR* d) {
  return call("cuArray3DCreate", needs::context, [&] {
    require(d != nullptr, cudaErrorInvalidValue);
    create(array, *d);
  });
}

CUresult cuArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR* d, CUarray array) {
  return call("cuArrayGetDescriptor", needs::context, [&] {
    require(d != nullptr, cudaErrorInvalidValue);
    const cudaArray& found = require_array(same(array));
    d->Width = found.extent.width;
    d->Height = found.extent.height;
    describe(found.channel, d->Format, d->NumChannels);
  });
}

CUresult cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR* d, CUarray array) {
  return call("cuArray3DGetDescriptor", needs::context, [&] {
    require(d != nullptr, cudaErrorInvalidValue);
    const cudaArray& found = require_array(same(array));
    d->Width = found.extent.width;
    d->Height = found.extent.height;
    d->Depth = found.extent.depth;
    d->Flags = found.flags;
    describe(found.channel, d->Format, d->NumChannels);
  });
}

CUresult cuMipmappedArrayCreate(CUmipmappedArray* array, const CUDA_ARRAY3D_DESCRIPTOR* d,
                                unsigned levels) {
  return call("cuMipmappedArrayCreate", needs::context, [&] {
    require(array != nullptr && d != nullptr, cudaErrorInvalidValue);
    const cudaChannelFormatDesc channel = channels(d->Format, d->NumChannels);
    pass_on(cudaMallocMipmappedArray(reinterpret_cast<cudaMipmappedArray_t*>(array), &channel,
                                     {d->Width, d->Height, d->Depth}, levels, d->Flags));
  });
}

SAME_AS(cuArrayDestroy, cudaFreeArray)
SAME_AS(cuMipmappedArrayGetLevel, cudaGetMipmappedArrayLevel)
SAME_AS(cuMipmappedArrayDestroy, cudaFreeMipmappedArray)

CUresult cuTexObjectCreate(CUtexObject* object, const CUDA_RESOURCE_DESC* of,
                           const CUDA_TEXTURE_DESC* how, const CUDA_RESOURCE_VIEW_DESC* view) {
  return call("cuTexObjectCreate", needs::context, [&] {
    require(of != nullptr && how != nullptr, cudaErrorInvalidValue);
    const cudaResourceDesc resource = resource_of(*of);
    cudaTextureDesc texture = reading_of(*how);
    if (!has_short_integers(resource)) texture.readMode = cudaReadModeElementType;
    cudaResourceViewDesc same_view{};
    if (view != nullptr) {
      same_view.format = static_cast<cudaResourceViewFormat>(view->format);
      same_view.width = view->width;
      same_view.height = view->height;
      same_view.depth = view->depth;
      same_view.firstMipmapLevel = view->firstMipmapLevel;
      same_view.lastMipmapLevel = view->lastMipmapLevel;
      same_view.firstLayer = view->firstLayer;
      same_view.lastLayer = view->lastLayer;
    }
    cudaTextureObject_t made = 0;
    pass_on(cudaCreateTextureObject(object == nullptr ? nullptr : &made, &resource, &texture,
                                    view != nullptr ? &same_view : nullptr));
    *object = made;
  });
}

CUresult cuSurfObjectCreate(CUsurfObject* object, const CUDA_RESOURCE_DESC* of) {
  return call("cuSurfObjectCreate", needs::context, [&] {
    require(object != nullptr && of != nullptr, cudaErrorInvalidValue);
    const cudaResourceDesc resource = resource_of(*of);
    cudaSurfaceObject_t made = 0;
    pass_on(cudaCreateSurfaceObject(&made, &resource));
    *object = made;
  });
}

SAME_AS(cuTexObjectDestroy, cudaDestroyTextureObject)
SAME_AS(cuSurfObjectDestroy, cudaDestroySurfaceObject)
