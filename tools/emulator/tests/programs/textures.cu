// Texture and surface objects: what may be made of what, and what the runtime says otherwise. How
// texels are filtered is compared in tests/textures.
#include <cstring>
#include <vector>

#include "expect.hpp"

namespace {

cudaArray_t array_of(const cudaChannelFormatDesc& channel, unsigned flags = 0) {
  cudaArray_t array = nullptr;
  EXPECT_OK(cudaMallocArray(&array, &channel, 10, 4, flags));
  return array;
}

cudaResourceDesc resource_of(cudaArray_t array) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

cudaError_t made(const cudaResourceDesc& resource, const cudaTextureDesc& how) {
  cudaTextureObject_t object = 0;
  const cudaError_t error = cudaCreateTextureObject(&object, &resource, &how, nullptr);
  if (error == cudaSuccess) EXPECT_OK(cudaDestroyTextureObject(object));
  cudaGetLastError();
  return error;
}

void filters_need_floats() {
  const cudaResourceDesc integers = resource_of(array_of(cudaCreateChannelDesc<int>()));
  cudaTextureDesc how{};
  EXPECT_CODE(made(integers, how), cudaSuccess);
  how.filterMode = cudaFilterModeLinear;
  EXPECT_CODE(made(integers, how), cudaErrorInvalidFilterSetting);
  how.filterMode = cudaFilterModePoint;
  how.readMode = cudaReadModeNormalizedFloat;
  EXPECT_CODE(made(integers, how), cudaErrorInvalidNormSetting);
}

void plain_memory_must_be_aligned() {
  void* memory = nullptr;
  EXPECT_OK(cudaMalloc(&memory, 4096));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  const cudaChannelFormatDesc channel = cudaCreateChannelDesc<float>();
  resource.res.linear = {memory, channel, 64};
  EXPECT_CODE(made(resource, {}), cudaSuccess);
  resource.res.linear.devPtr = static_cast<char*>(memory) + 4;
  EXPECT_CODE(made(resource, {}), cudaErrorInvalidValue);
  resource.res.linear.devPtr = nullptr;
  EXPECT_CODE(made(resource, {}), cudaErrorInvalidValue);
  resource.res.linear = {memory, cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat),
                         96};
  EXPECT_CODE(made(resource, {}), cudaErrorInvalidChannelDescriptor);
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D = {memory, channel, 16, 4, 96};
  EXPECT_CODE(made(resource, {}), cudaSuccess);
  resource.res.pitch2D.pitchInBytes = 80;
  EXPECT_CODE(made(resource, {}), cudaErrorInvalidValue);
  EXPECT_OK(cudaFree(memory));
}

void objects_say_what_they_are_made_of() {
  const cudaResourceDesc resource = resource_of(array_of(cudaCreateChannelDesc<float>()));
  cudaTextureDesc how{}, back{};
  how.filterMode = cudaFilterModeLinear;
  cudaTextureObject_t object = 0;
  EXPECT_OK(cudaCreateTextureObject(&object, &resource, &how, nullptr));
  EXPECT_OK(cudaGetTextureObjectTextureDesc(&back, object));
  EXPECT(back.filterMode == cudaFilterModeLinear);
  cudaResourceDesc of{};
  EXPECT_OK(cudaGetTextureObjectResourceDesc(&of, object));
  EXPECT(of.res.array.array == resource.res.array.array);
  EXPECT_OK(cudaDestroyTextureObject(object));
}

void levels_are_halved() {
  const cudaChannelFormatDesc channel = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t levels = nullptr;
  EXPECT_OK(cudaMallocMipmappedArray(&levels, &channel, make_cudaExtent(19, 13, 0), 9, 0));
  constexpr std::size_t widths[] = {19, 9, 4, 2, 1}, heights[] = {13, 6, 3, 1, 1};
  for (unsigned l = 0; l < 5; ++l) {
    cudaArray_t level = nullptr;
    cudaExtent extent{};
    EXPECT_OK(cudaGetMipmappedArrayLevel(&level, levels, l));
    EXPECT_OK(cudaArrayGetInfo(nullptr, &extent, nullptr, level));
    EXPECT(extent.width == widths[l] && extent.height == heights[l]);
  }
  cudaArray_t level = nullptr;
  EXPECT_CODE(cudaGetMipmappedArrayLevel(&level, levels, 5), cudaErrorInvalidValue);
  cudaGetLastError();
  EXPECT_OK(cudaFreeMipmappedArray(levels));
}

__global__ void copy_all(cudaTextureObject_t from, cudaSurfaceObject_t to) {
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
  surf2Dwrite(2 * tex2D<float>(from, static_cast<float>(x), static_cast<float>(y)), to,
              x * static_cast<int>(sizeof(float)), y);
}

void a_kernel_reads_and_writes() {
  const cudaChannelFormatDesc channel = cudaCreateChannelDesc<float>();
  const cudaArray_t from = array_of(channel), to = array_of(channel, cudaArraySurfaceLoadStore);
  std::vector<float> data(40), back(40);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<float>(i);
  EXPECT_OK(cudaMemcpy2DToArray(from, 0, 0, data.data(), 40, 40, 4, cudaMemcpyHostToDevice));
  const cudaResourceDesc source = resource_of(from), target = resource_of(to);
  const cudaTextureDesc how{};
  cudaTextureObject_t texture = 0;
  cudaSurfaceObject_t surface = 0;
  EXPECT_OK(cudaCreateTextureObject(&texture, &source, &how, nullptr));
  EXPECT_OK(cudaCreateSurfaceObject(&surface, &target));
  copy_all<<<1, dim3(10, 4)>>>(texture, surface);
  EXPECT_OK(cudaMemcpy2DFromArray(back.data(), 40, to, 0, 0, 40, 4, cudaMemcpyDeviceToHost));
  for (std::size_t i = 0; i < data.size(); ++i) EXPECT(back[i] == 2 * data[i]);
  EXPECT_OK(cudaDestroySurfaceObject(surface));
  EXPECT_OK(cudaDestroyTextureObject(texture));
  EXPECT_OK(cudaFreeArray(from));
  EXPECT_OK(cudaFreeArray(to));
}

}  // namespace

int main() {
  filters_need_floats();
  plain_memory_must_be_aligned();
  objects_say_what_they_are_made_of();
  levels_are_halved();
  a_kernel_reads_and_writes();
  return result();
}
