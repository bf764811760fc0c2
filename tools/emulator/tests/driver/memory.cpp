#include <array>
#include <cstring>

#include "driver_test.hpp"

using namespace driver_test;

TEST_SUITE_BEGIN("memory");

TEST_CASE("copies go where their names say, and a host address is no device address") {
  const context current;
  device_memory first(8), second(8);
  const int values[] = {3, 4};
  CHECK(cuMemcpyHtoD(first.address, values, 8) == CUDA_SUCCESS);
  CHECK(cuMemcpyDtoD(second.address, first.address, 8) == CUDA_SUCCESS);
  CHECK(int_at(second.address + 4) == 4);
  CHECK(cuMemcpyHtoD(reinterpret_cast<CUdeviceptr>(values), values, 4) == CUDA_ERROR_INVALID_VALUE);
}

TEST_CASE("an allocation of no bytes is an error") {
  const context current;
  CUdeviceptr address = 0;
  CHECK(cuMemAlloc(&address, 0) == CUDA_ERROR_INVALID_VALUE);
}

TEST_CASE("fills have elements of 1, 2 and 4 bytes, in rows") {
  const context current;
  device_memory memory(64);
  CHECK(cuMemsetD8(memory.address, 0x11, 64) == CUDA_SUCCESS);
  CHECK(cuMemsetD16(memory.address, 0x2222, 1) == CUDA_SUCCESS);
  CHECK(int_at(memory.address) == 0x11112222);
  CHECK(cuMemsetD2D32(memory.address, 16, 5, 1, 4) == CUDA_SUCCESS);
  CHECK(int_at(memory.address + 48) == 5);
  CHECK(int_at(memory.address + 4) == 0x11111111);
  CHECK(cuMemsetD32(memory.address + 2, 0, 1) == CUDA_ERROR_INVALID_VALUE);  // not aligned
}

TEST_CASE("a copy of a rectangle, from the middle of one to the corner of another") {
  const context current;
  std::array<unsigned char, 16> from{}, to{};
  for (unsigned i = 0; i < 16; ++i) from[i] = static_cast<unsigned char>(i);
  device_memory memory(16);
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = from.data();
  copy.srcPitch = 4;
  copy.srcXInBytes = 1;
  copy.srcY = 1;
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = memory.address;
  copy.dstPitch = 4;
  copy.WidthInBytes = 2;
  copy.Height = 2;
  CHECK(cuMemsetD8(memory.address, 0, 16) == CUDA_SUCCESS);
  CHECK(cuMemcpy2D(&copy) == CUDA_SUCCESS);
  CHECK(cuMemcpyDtoH(to.data(), memory.address, 16) == CUDA_SUCCESS);
  CHECK(to == std::array<unsigned char, 16>{5, 6, 0, 0, 9, 10});
}

TEST_CASE("arrays are copied by bytes") {
  const context current;
  CUarray array = nullptr;
  const CUDA_ARRAY_DESCRIPTOR wanted{4, 2, CU_AD_FORMAT_UNSIGNED_INT16, 1};
  REQUIRE(cuArrayCreate(&array, &wanted) == CUDA_SUCCESS);
  CUDA_ARRAY_DESCRIPTOR given{};
  CHECK(cuArrayGetDescriptor(&given, array) == CUDA_SUCCESS);
  CHECK(given.Format == CU_AD_FORMAT_UNSIGNED_INT16);
  CHECK(given.Width == 4);
  const unsigned short row[] = {1, 2, 3, 4};
  CHECK(cuMemcpyHtoA(array, 0, row, sizeof row) == CUDA_SUCCESS);
  unsigned short element = 0;
  CHECK(cuMemcpyAtoH(&element, array, 4, 2) == CUDA_SUCCESS);
  CHECK(element == 3);
  CHECK(cuArrayDestroy(array) == CUDA_SUCCESS);
}

TEST_CASE("an address knows its allocation") {
  const context current;
  device_memory memory(100);
  CUdeviceptr base = 0;
  std::size_t size = 0;
  CHECK(cuMemGetAddressRange(&base, &size, memory.address + 50) == CUDA_SUCCESS);
  CHECK(base == memory.address);
  CHECK(size == 100);
  unsigned type = 0;
  CHECK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory.address) ==
        CUDA_SUCCESS);
  CHECK(type == CU_MEMORYTYPE_DEVICE);
  int on_stack = 0;
  const auto host = reinterpret_cast<CUdeviceptr>(&on_stack);
  CHECK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, host) ==
        CUDA_ERROR_INVALID_VALUE);
  CUpointer_attribute which = CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
  void* to = &type;
  CHECK(cuPointerGetAttributes(1, &which, &to, host) == CUDA_SUCCESS);
  CHECK(type == 0);
}

TEST_SUITE_END();
