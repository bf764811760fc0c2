// What a program may ask of the device and of its kernels; answers must agree with each other.
#include <cuda_profiler_api.h>

#include <cstring>

#include "expect.hpp"

__global__ void empty() {}
__global__ void __launch_bounds__(128) bounded(int* out) { out[threadIdx.x] = 1; }
__global__ void static_shared(int* out) {
  __shared__ int tile[100];
  tile[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[(threadIdx.x + 1) % 100];
}
__global__ void four(int a, double b, char c, int* out) { out[0] = a + static_cast<int>(b) + c; }

int attribute(cudaDeviceAttr which) {
  int value = -1;
  EXPECT_OK(cudaDeviceGetAttribute(&value, which, 0));
  return value;
}

void properties_and_attributes_agree() {
  cudaDeviceProp p{};
  EXPECT_OK(cudaGetDeviceProperties(&p, 0));
  EXPECT(std::strlen(p.name) > 0);
  EXPECT(p.warpSize == 32 && attribute(cudaDevAttrWarpSize) == 32);
  EXPECT(attribute(cudaDevAttrMultiProcessorCount) == p.multiProcessorCount);
  EXPECT(attribute(cudaDevAttrMaxThreadsPerBlock) == p.maxThreadsPerBlock);
  EXPECT(attribute(cudaDevAttrMaxGridDimX) == p.maxGridSize[0]);
  EXPECT(attribute(cudaDevAttrComputeCapabilityMajor) == p.major);
  EXPECT(attribute(cudaDevAttrMaxThreadsPerMultiProcessor) == p.maxThreadsPerMultiProcessor);
  EXPECT(attribute(cudaDevAttrClockRate) > 0 && attribute(cudaDevAttrMemoryClockRate) > 0);
  size_t available = 0, total = 0;
  EXPECT_OK(cudaMemGetInfo(&available, &total));
  EXPECT(available > 0 && available <= total && total == p.totalGlobalMem);
}

void devices() {
  int count = 0, device = -1, version = 0, can = -1;
  cudaDeviceProp p{};
  EXPECT_OK(cudaGetDeviceCount(&count));
  EXPECT(count >= 1);
  EXPECT_OK(cudaSetDevice(0));
  EXPECT_OK(cudaGetDevice(&device));
  EXPECT(device == 0);
  EXPECT_CODE(cudaSetDevice(count), cudaErrorInvalidDevice);
  EXPECT_CODE(cudaSetDevice(-1), cudaErrorInvalidDevice);
  EXPECT_CODE(cudaGetDeviceProperties(&p, count), cudaErrorInvalidDevice);
  EXPECT_OK(cudaDeviceCanAccessPeer(&can, 0, 0));
  EXPECT(can == 0);
  EXPECT_OK(cudaRuntimeGetVersion(&version));
  EXPECT(version / 1000 == 13);
  EXPECT_OK(cudaDriverGetVersion(&version));
  EXPECT(version / 1000 >= 13);
  EXPECT_OK(cudaProfilerStart());
  EXPECT_OK(cudaProfilerStop());
  cudaGetLastError();
}

void limits() {
  size_t value = 0;
  EXPECT_OK(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
  EXPECT_OK(cudaDeviceGetLimit(&value, cudaLimitStackSize));
  EXPECT(value == 4096);
  EXPECT_OK(cudaDeviceGetLimit(&value, cudaLimitDevRuntimePendingLaunchCount));
  EXPECT(value == 2048);
  EXPECT_CODE(cudaDeviceSetLimit(static_cast<cudaLimit>(55), 1), cudaErrorInvalidValue);
  cudaGetLastError();
}

void kernels() {
  cudaFuncAttributes a{};
  EXPECT_OK(cudaFuncGetAttributes(&a, empty));
  EXPECT(a.maxThreadsPerBlock == 1024 && a.numRegs > 0 && a.sharedSizeBytes == 0);
  EXPECT(a.maxDynamicSharedSizeBytes == 49152);
  EXPECT_OK(cudaFuncGetAttributes(&a, bounded));
  EXPECT(a.maxThreadsPerBlock == 128);
  EXPECT_OK(cudaFuncGetAttributes(&a, static_shared));
  EXPECT(a.sharedSizeBytes == 400 && a.maxDynamicSharedSizeBytes == 49152 - 400);
  EXPECT_CODE(cudaFuncGetAttributes(&a, static_cast<const void*>(nullptr)),
              cudaErrorInvalidDeviceFunction);
  EXPECT_CODE(cudaFuncSetAttribute(empty, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20),
              cudaErrorInvalidValue);

  const size_t offsets[] = {0, 8, 16, 24}, sizes[] = {4, 8, 1, 8};
  for (int i = 0; i < 4; ++i) {
    size_t offset = 99, size = 99;
    EXPECT_OK(cudaFuncGetParamInfo(reinterpret_cast<const void*>(four), i, &offset, &size));
    EXPECT(offset == offsets[i] && size == sizes[i]);
  }
  cudaGetLastError();
}

void occupancy() {
  cudaDeviceProp p{};
  EXPECT_OK(cudaGetDeviceProperties(&p, 0));
  int blocks = 0;
  EXPECT_OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, empty, 256, 0));
  EXPECT(blocks == p.maxThreadsPerMultiProcessor / 256);
  EXPECT_OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, empty, 32, 0));
  EXPECT(blocks == p.maxBlocksPerMultiProcessor);
  EXPECT_CODE(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, empty, 0, 0),
              cudaErrorInvalidValue);
  int grid = 0, block = 0;
  EXPECT_OK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, empty));
  EXPECT(block > 0 && block <= 1024 && grid >= p.multiProcessorCount);
  cudaGetLastError();
}

// What a device says it cannot do, it does not do.
void abilities() {
  void* none[1] = {};
  EXPECT_CODE(cudaLaunchCooperativeKernel(empty, dim3(1), dim3(32), none, 0, nullptr),
              attribute(cudaDevAttrCooperativeLaunch) ? cudaSuccess : cudaErrorNotSupported);
  void* managed = nullptr;
  EXPECT_CODE(cudaMallocManaged(&managed, 64),
              attribute(cudaDevAttrManagedMemory) ? cudaSuccess : cudaErrorNotSupported);
  EXPECT_OK(cudaFree(managed));
  EXPECT_OK(cudaDeviceSynchronize());
  cudaGetLastError();
}

int main() {
  properties_and_attributes_agree();
  devices();
  limits();
  kernels();
  occupancy();
  abilities();
  return result();
}
