// Memory of every kind, and copies in every direction; what is refused, and with which code. The
// codes are those of CUDA 13.0 on an H200.
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <vector>

#include "expect.hpp"

__device__ int counters[10];
__constant__ int factors[10];
__managed__ int managed_values[4];

__global__ void add_one(int* values) { values[threadIdx.x] += 1; }
__global__ void scale_by_factors(int* values) { values[threadIdx.x] *= factors[threadIdx.x]; }
__global__ void count() { atomicAdd(&counters[threadIdx.x], 1); }
__global__ void bump_managed() { managed_values[threadIdx.x] += 10; }

std::vector<int> sequence(int size) {
  std::vector<int> values(size);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

void there_and_back() {
  std::vector<int> values = sequence(256), back(256);
  int *first = nullptr, *second = nullptr;
  EXPECT_OK(cudaMalloc(&first, 1024));
  EXPECT_OK(cudaMalloc(&second, 1024));
  EXPECT_OK(cudaMemcpy(first, values.data(), 1024, cudaMemcpyHostToDevice));
  add_one<<<1, 256>>>(first);
  EXPECT_OK(cudaMemcpy(second, first, 1024, cudaMemcpyDeviceToDevice));
  EXPECT_OK(cudaMemcpy(back.data(), second, 1024, cudaMemcpyDefault));
  EXPECT(back[0] == 1 && back[255] == 256);
  EXPECT_OK(cudaMemset(second, 0xFF, 1024));
  EXPECT_OK(cudaMemcpyAsync(back.data(), second, 1024, cudaMemcpyDeviceToHost, 0));
  EXPECT_OK(cudaStreamSynchronize(0));
  EXPECT(back[17] == -1);
  EXPECT_OK(cudaFree(first));
  EXPECT_OK(cudaFree(second));
}

void wrong_directions_and_sizes() {
  char host[2048], *device = nullptr, *other = nullptr;
  const cudaError_t wrong = cudaErrorInvalidValue;
  EXPECT_OK(cudaMalloc(&device, 1000));
  EXPECT_OK(cudaMalloc(&other, 1000));
  EXPECT_CODE(cudaMemcpy(device, host, 1001, cudaMemcpyHostToDevice), wrong);
  EXPECT_CODE(cudaMemcpy(host, device + 990, 11, cudaMemcpyDeviceToHost), wrong);
  EXPECT_CODE(cudaMemcpyAsync(device + 990, other, 11, cudaMemcpyDeviceToDevice, 0), wrong);
  EXPECT_CODE(cudaMemset(device, 0, 1001), wrong);
  EXPECT_CODE(cudaMemcpy(host, device, 4, cudaMemcpyHostToDevice), wrong);
  EXPECT_CODE(cudaMemcpy(device, host, 4, cudaMemcpyDeviceToHost), wrong);
  EXPECT_CODE(cudaMemcpy(host, host + 8, 4, cudaMemcpyDeviceToDevice), wrong);
  EXPECT_CODE(cudaMemcpy(nullptr, host, 4, cudaMemcpyHostToDevice), wrong);
  EXPECT_CODE(cudaMemcpy(device, host, 4, static_cast<cudaMemcpyKind>(7)),
              cudaErrorInvalidMemcpyDirection);
  EXPECT_OK(cudaMemcpy(nullptr, host, 0, cudaMemcpyHostToDevice));
  EXPECT_OK(cudaMemcpy(device, other, 4, cudaMemcpyHostToDevice));  // where pointers point decides
  EXPECT_CODE(cudaFree(device + 4), wrong);
  EXPECT_CODE(cudaFree(host), wrong);
  EXPECT_OK(cudaFree(device));
  EXPECT_CODE(cudaFree(device), wrong);
  EXPECT_CODE(cudaMemcpy(other, device, 4, cudaMemcpyDeviceToDevice), wrong);
  EXPECT_OK(cudaFree(other));
  void* empty = host;
  EXPECT_OK(cudaMalloc(&empty, 0));
  EXPECT(empty == nullptr);
  cudaGetLastError();
}

void pitched_rows() {
  char rows[10 * 100], back[10 * 100];
  for (int i = 0; i < 1000; ++i) rows[i] = static_cast<char>(i % 100);
  void* device = nullptr;
  size_t pitch = 0;
  EXPECT_OK(cudaMallocPitch(&device, &pitch, 100, 10));
  EXPECT(pitch >= 100);
  EXPECT_OK(cudaMemcpy2D(device, pitch, rows, 100, 100, 10, cudaMemcpyHostToDevice));
  EXPECT_OK(cudaMemset2D(static_cast<char*>(device) + 3 * pitch, pitch, 7, 100, 1));
  EXPECT_OK(cudaMemcpy2D(back, 100, device, pitch, 100, 10, cudaMemcpyDeviceToHost));
  EXPECT(std::memcmp(rows, back, 300) == 0);
  EXPECT(back[300] == 7 && back[399] == 7 && back[400] == 0 && back[999] == 99);
  EXPECT_CODE(cudaMemcpy2D(device, pitch, rows, 99, 100, 10, cudaMemcpyHostToDevice),
              cudaErrorInvalidPitchValue);
  EXPECT_CODE(cudaMemcpy2D(device, pitch, rows, 100, 100, 11, cudaMemcpyHostToDevice),
              cudaErrorInvalidValue);
  EXPECT_OK(cudaFree(device));
  cudaGetLastError();
}

void symbols() {
  const std::vector<int> factors_there = sequence(10);
  int values[10] = {5, 5, 5, 5, 5, 5, 5, 5, 5, 5}, *device = nullptr;
  EXPECT_OK(cudaMalloc(&device, sizeof values));
  EXPECT_OK(cudaMemcpy(device, values, sizeof values, cudaMemcpyHostToDevice));
  EXPECT_OK(cudaMemcpyToSymbol(factors, factors_there.data(), 40));
  scale_by_factors<<<1, 10>>>(device);
  EXPECT_OK(cudaMemcpy(values, device, sizeof values, cudaMemcpyDeviceToHost));
  EXPECT(values[0] == 0 && values[9] == 45);

  count<<<3, 10>>>();
  int fourth = 0;
  EXPECT_OK(cudaMemcpyFromSymbol(&fourth, counters, 4, 3 * 4));
  EXPECT(fourth == 3);
  void* address = nullptr;
  size_t size = 0;
  EXPECT_OK(cudaGetSymbolAddress(&address, counters));
  EXPECT_OK(cudaGetSymbolSize(&size, counters));
  EXPECT(address != nullptr && size == 40);
  EXPECT_CODE(cudaMemcpyToSymbol(counters, values, 40, 4), cudaErrorInvalidValue);
  EXPECT_CODE(cudaMemcpyToSymbol(counters, values, 4, 0, cudaMemcpyDeviceToHost),
              cudaErrorInvalidMemcpyDirection);
  EXPECT_CODE(cudaGetSymbolAddress(&address, static_cast<const void*>(values)),
              cudaErrorInvalidSymbol);
  EXPECT_OK(cudaFree(device));
  cudaGetLastError();
}

void managed_memory() {
  managed_values[2] = 5;
  bump_managed<<<1, 4>>>();
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(managed_values[2] == 15 && managed_values[3] == 10);
  int* both = nullptr;
  EXPECT_OK(cudaMallocManaged(&both, 256 * 4));
  for (int i = 0; i < 256; ++i) both[i] = i;
  add_one<<<1, 256>>>(both);
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(both[255] == 256);
  EXPECT_OK(cudaFree(both));
}

void host_memory() {
  int *pinned = nullptr, *mapped = nullptr;
  EXPECT_OK(cudaHostAlloc(&pinned, 1024, cudaHostAllocMapped));
  for (int i = 0; i < 256; ++i) pinned[i] = i;
  EXPECT_OK(cudaHostGetDevicePointer(&mapped, pinned, 0));
  add_one<<<1, 256>>>(mapped);
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(pinned[255] == 256);
  EXPECT_CODE(cudaFree(pinned), cudaErrorInvalidValue);
  EXPECT_OK(cudaFreeHost(pinned));
  EXPECT_CODE(cudaFreeHost(pinned), cudaErrorInvalidValue);

  void* own = std::aligned_alloc(4096, 8192);
  EXPECT_OK(cudaHostRegister(own, 8192, cudaHostRegisterDefault));
  EXPECT_CODE(cudaHostRegister(own, 8192, cudaHostRegisterDefault),
              cudaErrorHostMemoryAlreadyRegistered);
  EXPECT_OK(cudaHostUnregister(own));
  EXPECT_CODE(cudaHostUnregister(own), cudaErrorHostMemoryNotRegistered);
  std::free(own);
  cudaGetLastError();
}

void pointer_attributes() {
  void *device = nullptr, *pinned = nullptr, *managed = nullptr;
  EXPECT_OK(cudaMalloc(&device, 100));
  EXPECT_OK(cudaMallocHost(&pinned, 100));
  EXPECT_OK(cudaMallocManaged(&managed, 100));
  const auto type_of = [](void* pointer) {
    cudaPointerAttributes attributes{};
    EXPECT_OK(cudaPointerGetAttributes(&attributes, pointer));
    return attributes.type;
  };
  EXPECT(type_of(device) == cudaMemoryTypeDevice);
  EXPECT(type_of(static_cast<char*>(device) + 4) == cudaMemoryTypeDevice);
  EXPECT(type_of(pinned) == cudaMemoryTypeHost);
  EXPECT(type_of(managed) == cudaMemoryTypeManaged);
  EXPECT(type_of(&device) == cudaMemoryTypeUnregistered);
  EXPECT_OK(cudaFree(device));
  EXPECT(type_of(device) == cudaMemoryTypeUnregistered);
  EXPECT_OK(cudaFree(managed));
  EXPECT_OK(cudaFreeHost(pinned));
}

int main() {
  there_and_back();
  wrong_directions_and_sizes();
  pitched_rows();
  symbols();
  managed_memory();
  host_memory();
  pointer_attributes();
  return result();
}
