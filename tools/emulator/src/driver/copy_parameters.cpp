#include "driver/copy_parameters.hpp"

#include "cudart/memory/array.hpp"
#include "driver/call.hpp"

namespace lockstep::driver {
namespace {

// One end of a copy in both descriptions. Positions in an array are elements for the runtime, and
// bytes here.
struct end {
  cudaArray_t array = nullptr;
  cudaPitchedPtr memory{};
  cudaPos position{};
  std::size_t element = 1;
};

struct described {
  CUmemorytype type;
  const void* host;
  CUdeviceptr device;
  CUarray array;
  std::size_t pitch, height, x, y, z;
};

end end_of(const described& from, std::size_t width, std::size_t rows) {
  end result;
  result.position = {from.x, from.y, from.z};
  if (from.type == CU_MEMORYTYPE_ARRAY) {
    result.array = reinterpret_cast<cudaArray_t>(from.array);
    result.element = cudart::require_array(result.array).element;
    require(from.x % result.element == 0, cudaErrorInvalidValue);
    result.position.x = from.x / result.element;
    return result;
  }
  require(from.type == CU_MEMORYTYPE_HOST || from.type == CU_MEMORYTYPE_DEVICE ||
              from.type == CU_MEMORYTYPE_UNIFIED,
          cudaErrorInvalidValue);
  void* const first = from.type == CU_MEMORYTYPE_HOST ? const_cast<void*>(from.host)
                                                      : reinterpret_cast<void*>(from.device);
  // No pitch: rows follow each other.
  result.memory = {first, from.pitch != 0 ? from.pitch : from.x + width, from.x + width,
                   from.height != 0 ? from.height : from.y + rows};
  return result;
}

cudaMemcpyKind kind_of(CUmemorytype to, CUmemorytype from) {
  if (to == CU_MEMORYTYPE_UNIFIED || from == CU_MEMORYTYPE_UNIFIED) return cudaMemcpyDefault;
  if (to == CU_MEMORYTYPE_HOST)
    return from == CU_MEMORYTYPE_HOST ? cudaMemcpyHostToHost : cudaMemcpyDeviceToHost;
  return from == CU_MEMORYTYPE_HOST ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToDevice;
}

template <typename copy_t>
cudaMemcpy3DParms same_box(const copy_t& c) {
  require(c.srcLOD == 0 && c.dstLOD == 0, cudaErrorInvalidValue);
  const end from = end_of({c.srcMemoryType, c.srcHost, c.srcDevice, c.srcArray, c.srcPitch,
                           c.srcHeight, c.srcXInBytes, c.srcY, c.srcZ},
                          c.WidthInBytes, c.Height);
  const end to = end_of({c.dstMemoryType, c.dstHost, c.dstDevice, c.dstArray, c.dstPitch,
                         c.dstHeight, c.dstXInBytes, c.dstY, c.dstZ},
                        c.WidthInBytes, c.Height);
  const std::size_t element = to.array != nullptr ? to.element : from.element;
  require(c.WidthInBytes % element == 0, cudaErrorInvalidValue);
  cudaMemcpy3DParms same{};
  same.srcArray = from.array;
  same.srcPos = from.position;
  same.srcPtr = from.memory;
  same.dstArray = to.array;
  same.dstPos = to.position;
  same.dstPtr = to.memory;
  same.extent = {c.WidthInBytes / element, c.Height, c.Depth};
  same.kind = kind_of(c.dstMemoryType, c.srcMemoryType);
  return same;
}

}  // namespace

cudaMemcpy3DParms same_copy(const CUDA_MEMCPY3D& c) { return same_box(c); }
cudaMemcpy3DParms same_copy(const CUDA_MEMCPY3D_PEER& c) { return same_box(c); }

cudaMemcpy3DParms same_copy(const CUDA_MEMCPY2D& c) {
  CUDA_MEMCPY3D same{};
  same.srcXInBytes = c.srcXInBytes;
  same.srcY = c.srcY;
  same.srcMemoryType = c.srcMemoryType;
  same.srcHost = c.srcHost;
  same.srcDevice = c.srcDevice;
  same.srcArray = c.srcArray;
  same.srcPitch = c.srcPitch;
  same.dstXInBytes = c.dstXInBytes;
  same.dstY = c.dstY;
  same.dstMemoryType = c.dstMemoryType;
  same.dstHost = c.dstHost;
  same.dstDevice = c.dstDevice;
  same.dstArray = c.dstArray;
  same.dstPitch = c.dstPitch;
  same.WidthInBytes = c.WidthInBytes;
  same.Height = c.Height;
  same.Depth = 1;
  return same_box(same);
}

CUDA_MEMCPY3D driver_copy(const cudaMemcpy3DParms& p) {
  const auto element = [](cudaArray_const_t array) {
    return array == nullptr ? 1 : cudart::require_array(array).element;
  };
  const std::size_t to = element(p.dstArray), from = element(p.srcArray);
  CUDA_MEMCPY3D same{};
  same.srcXInBytes = p.srcPos.x * from;
  same.srcY = p.srcPos.y;
  same.srcZ = p.srcPos.z;
  same.srcMemoryType = p.srcArray != nullptr ? CU_MEMORYTYPE_ARRAY : CU_MEMORYTYPE_UNIFIED;
  same.srcArray = reinterpret_cast<CUarray>(p.srcArray);
  same.srcDevice = reinterpret_cast<CUdeviceptr>(p.srcPtr.ptr);
  same.srcPitch = p.srcPtr.pitch;
  same.srcHeight = p.srcPtr.ysize;
  same.dstXInBytes = p.dstPos.x * to;
  same.dstY = p.dstPos.y;
  same.dstZ = p.dstPos.z;
  same.dstMemoryType = p.dstArray != nullptr ? CU_MEMORYTYPE_ARRAY : CU_MEMORYTYPE_UNIFIED;
  same.dstArray = reinterpret_cast<CUarray>(p.dstArray);
  same.dstDevice = reinterpret_cast<CUdeviceptr>(p.dstPtr.ptr);
  same.dstPitch = p.dstPtr.pitch;
  same.dstHeight = p.dstPtr.ysize;
  same.WidthInBytes = p.extent.width * (p.dstArray != nullptr ? to : from);
  same.Height = p.extent.height;
  same.Depth = p.extent.depth;
  return same;
}

}  // namespace lockstep::driver
