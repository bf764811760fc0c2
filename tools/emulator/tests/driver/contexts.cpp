#include <cuda_runtime_api.h>

#include <thread>

#include "driver_test.hpp"

using namespace driver_test;

TEST_SUITE_BEGIN("contexts");

namespace {

// Before main, and so before any other test.
const CUresult before_initialisation = [] {
  int count = 0;
  return cuDeviceGetCount(&count);
}();

}  // namespace

TEST_CASE("nothing works before cuInit but what needs no device") {
  CHECK(before_initialisation == CUDA_ERROR_NOT_INITIALIZED);
  int version = 0;
  CHECK(cuDriverGetVersion(&version) == CUDA_SUCCESS);
  CHECK(version == CUDA_VERSION);
}

TEST_CASE("the device answers without a context, and memory needs one") {
  REQUIRE(cuInit(0) == CUDA_SUCCESS);
  int major = 0;
  CHECK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0) ==
        CUDA_SUCCESS);
  CHECK(major == 9);
  std::thread([] {
    CUdeviceptr address = 0;
    CHECK(cuMemAlloc(&address, 4) == CUDA_ERROR_INVALID_CONTEXT);
  }).join();
}

TEST_CASE("there is one device") {
  REQUIRE(cuInit(0) == CUDA_SUCCESS);
  CUdevice device = -1;
  CHECK(cuDeviceGet(&device, 0) == CUDA_SUCCESS);
  CHECK(cuDeviceGet(&device, 1) == CUDA_ERROR_INVALID_DEVICE);
}

TEST_CASE("contexts are a stack, by host thread") {
  const context first;
  CUcontext current = nullptr;
  {
    const context second;
    CHECK(cuCtxGetCurrent(&current) == CUDA_SUCCESS);
    CHECK(current == second.handle);
    CHECK(cuCtxPopCurrent(&current) == CUDA_SUCCESS);
    CHECK(current == second.handle);
  }
  CHECK(cuCtxGetCurrent(&current) == CUDA_SUCCESS);
  CHECK(current == first.handle);
  std::thread([] {
    CUcontext none = nullptr;
    CHECK(cuCtxGetCurrent(&none) == CUDA_SUCCESS);
    CHECK(none == nullptr);
  }).join();
}

TEST_CASE("a context takes its memory and its modules with it") {
  const context outer;
  CUdeviceptr address = 0;
  CUfunction set = nullptr;
  {
    const context inner;
    REQUIRE(cuMemAlloc(&address, 4) == CUDA_SUCCESS);
    set = module_of_test().set;
  }
  CHECK(cuMemFree(address) == CUDA_ERROR_INVALID_VALUE);
  int value = 0;
  CHECK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, set) == CUDA_ERROR_INVALID_HANDLE);
}

TEST_CASE("a call of the runtime makes the primary context current") {
  std::thread([] {
    REQUIRE(cudaFree(nullptr) == cudaSuccess);
    CUcontext current = nullptr, primary = nullptr;
    CHECK(cuCtxGetCurrent(&current) == CUDA_SUCCESS);
    CHECK(cuDevicePrimaryCtxRetain(&primary, 0) == CUDA_SUCCESS);
    CHECK(current == primary);
    CHECK(cuDevicePrimaryCtxRelease(0) == CUDA_SUCCESS);
    CHECK(cuDevicePrimaryCtxRelease(0) == CUDA_ERROR_INVALID_CONTEXT);
  }).join();
}

TEST_SUITE_END();
