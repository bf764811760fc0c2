// Programs that use the runtime and the driver API.
#include <cuda_runtime_api.h>

#include <string>

#include "driver_test.hpp"

using namespace driver_test;

TEST_SUITE_BEGIN("both APIs");

TEST_CASE("memory of the one is memory of the other") {
  const context current;
  void* memory = nullptr;
  REQUIRE(cudaMalloc(&memory, 4) == cudaSuccess);
  CHECK(cuMemsetD32(reinterpret_cast<CUdeviceptr>(memory), 12, 1) == CUDA_SUCCESS);
  int value = 0;
  CHECK(cudaMemcpy(&value, memory, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(value == 12);
  CHECK(cuMemFree(reinterpret_cast<CUdeviceptr>(memory)) == CUDA_SUCCESS);
}

TEST_CASE("a stream and an event of the one serve the other") {
  const context current;
  cudaStream_t stream = nullptr;
  CUevent event = nullptr;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  REQUIRE(cuEventCreate(&event, CU_EVENT_DEFAULT) == CUDA_SUCCESS);
  CHECK(cuEventRecord(event, stream) == CUDA_SUCCESS);
  CHECK(cudaEventSynchronize(event) == cudaSuccess);
  CHECK(cuStreamDestroy(stream) == CUDA_SUCCESS);
  CHECK(cudaStreamQuery(stream) == cudaErrorInvalidResourceHandle);
  cudaGetLastError();
}

TEST_CASE("a failure of the driver API is not the runtime's last error") {
  const context current;
  CHECK(cuMemFree(1) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuStreamQuery(reinterpret_cast<CUstream>(64)) == CUDA_ERROR_INVALID_HANDLE);
  CHECK(cudaPeekAtLastError() == cudaSuccess);
}

TEST_CASE("a library of the runtime is a library of the driver") {
  const context current;
  cudaLibrary_t library = nullptr;
  REQUIRE(cudaLibraryLoadData(&library, ptx, nullptr, nullptr, 0, nullptr, nullptr, 0) ==
          cudaSuccess);
  cudaKernel_t kernel = nullptr;
  CHECK(cudaLibraryGetKernel(&kernel, library, "set") == cudaSuccess);
  CUlibrary same = nullptr;
  CHECK(cuKernelGetLibrary(&same, kernel) == CUDA_SUCCESS);
  CHECK(same == library);
  CHECK(cudaLibraryUnload(library) == cudaSuccess);
}

TEST_CASE("the runtime finds functions of the driver") {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult result;
  CHECK(cudaGetDriverEntryPointByVersion("cuMemAlloc", &function, 13000, cudaEnableDefault,
                                         &result) == cudaSuccess);
  CHECK(result == cudaDriverEntryPointSuccess);
  CHECK(function == reinterpret_cast<void*>(&cuMemAlloc));
  CHECK(cudaGetDriverEntryPointByVersion("cuNothing", &function, 13000, cudaEnableDefault,
                                         &result) == cudaSuccess);
  CHECK(result == cudaDriverEntryPointSymbolNotFound);
}

TEST_SUITE_END();
