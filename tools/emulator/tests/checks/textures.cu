// Textures and surfaces: their texels are checked as other memory is, and handles must name
// something.
#include "cases.hpp"

using namespace check_cases;

namespace {

__global__ void fetch(cudaTextureObject_t t, float* out) {
  out[threadIdx.x] = tex1Dfetch<float>(t, static_cast<int>(threadIdx.x));
}
__global__ void read(cudaTextureObject_t t, float* out) {
  out[threadIdx.x] = tex2D<float>(t, static_cast<float>(threadIdx.x), 0);
}
__global__ void write(cudaSurfaceObject_t s, int apart) {
  surf2Dwrite(1.0f, s, static_cast<int>(threadIdx.x * sizeof(float)),
              static_cast<int>(blockIdx.x) * apart);
}
__global__ void write_beyond(cudaSurfaceObject_t s) {
  surf2Dwrite(1.0f, s, static_cast<int>((threadIdx.x + 1) * sizeof(float)), 0);
}

constexpr unsigned width = 32, height = 2;

struct array {
  cudaArray_t memory = nullptr;
  cudaResourceDesc resource{};
  array() {
    const cudaChannelFormatDesc channel = cudaCreateChannelDesc<float>();
    CUDA_CHECK(cudaMallocArray(&memory, &channel, width, height, cudaArraySurfaceLoadStore));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = memory;
  }
  ~array() { cudaFreeArray(memory); }
  cudaSurfaceObject_t surface() const {
    cudaSurfaceObject_t made = 0;
    CUDA_CHECK(cudaCreateSurfaceObject(&made, &resource));
    return made;
  }
};

cudaTextureObject_t texture_of(const cudaResourceDesc& resource) {
  const cudaTextureDesc how{};
  cudaTextureObject_t made = 0;
  CUDA_CHECK(cudaCreateTextureObject(&made, &resource, &how, nullptr));
  return made;
}

cudaResourceDesc linear(void* memory) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {memory, cudaCreateChannelDesc<float>(), width * sizeof(float)};
  return resource;
}

}  // namespace

CASE_FOR_EMULATOR(texture_of_freed_memory, "use_after_free global") {
  auto out = filled<float>(width, 0);
  void* memory = nullptr;
  CUDA_CHECK(cudaMalloc(&memory, width * sizeof(float)));
  const cudaTextureObject_t t = texture_of(linear(memory));
  CUDA_CHECK(cudaFree(memory));
  fetch<<<1, width>>>(t, out.data());
}
CASE_FOR_EMULATOR(texture_of_unwritten_array, "uninitialized_read global") {
  auto out = filled<float>(width, 0);
  const array a;
  read<<<1, width>>>(texture_of(a.resource), out.data());
  CUDA_CHECK(cudaDeviceSynchronize());
}
CASE_FOR_EMULATOR(texture_of_written_array, "clean") {
  auto out = filled<float>(width, 0);
  const array a;
  write<<<height, width>>>(a.surface(), 1);
  read<<<1, width>>>(texture_of(a.resource), out.data());
  CUDA_CHECK(cudaDeviceSynchronize());
}
CASE_FOR_EMULATOR(texture_handle_of_nothing, "invalid_object") {
  auto out = filled<float>(width, 0);
  read<<<1, width>>>(77777, out.data());
}
CASE_FOR_EMULATOR(texture_of_another_shape, "invalid_object") {
  auto out = filled<float>(width, 0);
  auto texels = filled<float>(width, 0);
  read<<<1, width>>>(texture_of(linear(texels.data())), out.data());
}
CASE_FOR_EMULATOR(surface_of_blocks_that_write_the_same, "race global") {
  const array a;
  write<<<height, width>>>(a.surface(), 0);
  CUDA_CHECK(cudaDeviceSynchronize());
}
CASE_FOR_EMULATOR(surface_row_that_is_too_short, "out_of_bounds") {
  const array a;
  write_beyond<<<1, width>>>(a.surface());
  cudaDeviceSynchronize();
}
