// What tests of the driver API begin with: an initialised driver, a context, a module.
#pragma once

#include <cuda.h>
#include <doctest/doctest.h>

#include <cstddef>

namespace driver_test {

// A context of its own, which takes with it what was made in it.
struct context {
  CUcontext handle = nullptr;
  context() {
    REQUIRE(cuInit(0) == CUDA_SUCCESS);
    REQUIRE(cuCtxCreate(&handle, nullptr, 0, 0) == CUDA_SUCCESS);
  }
  ~context() { cuCtxDestroy(handle); }
  context(const context&) = delete;
  context& operator=(const context&) = delete;
};

// set(int* to, int value, long pad): *to = value. And a variable of 8 bytes, a constant of 12.
inline constexpr char ptx[] = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .global .align 8 .b8 counter[8];
.visible .const .align 4 .b8 weights[12] = {1, 0, 0, 0, 2};
.visible .entry set(.param .u64 to, .param .u32 value, .param .u64 pad)
{
  .reg .b64 %rd<3>;
  .reg .b32 %r<2>;
  ld.param.u64 %rd1, [to];
  ld.param.u32 %r1, [value];
  cvta.to.global.u64 %rd2, %rd1;
  st.global.u32 [%rd2], %r1;
  ret;
}
)";

struct module_of_test {
  CUmodule handle = nullptr;
  CUfunction set = nullptr;
  module_of_test() {
    REQUIRE(cuModuleLoadData(&handle, ptx) == CUDA_SUCCESS);
    REQUIRE(cuModuleGetFunction(&set, handle, "set") == CUDA_SUCCESS);
  }
};

struct device_memory {
  CUdeviceptr address = 0;
  explicit device_memory(std::size_t size) { REQUIRE(cuMemAlloc(&address, size) == CUDA_SUCCESS); }
  ~device_memory() { cuMemFree(address); }
  device_memory(const device_memory&) = delete;
  device_memory& operator=(const device_memory&) = delete;
};

inline int int_at(CUdeviceptr address) {
  int value = -1;
  CHECK(cuMemcpyDtoH(&value, address, sizeof value) == CUDA_SUCCESS);
  return value;
}

}  // namespace driver_test
