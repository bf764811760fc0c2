#include <initializer_list>

#include "driver_test.hpp"

using namespace driver_test;

TEST_SUITE_BEGIN("mapping");

namespace {

constexpr std::size_t page = 2 << 20;

CUmemAllocationProp on_device() {
  CUmemAllocationProp wanted{};
  wanted.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  wanted.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  return wanted;
}

CUmemGenericAllocationHandle memory_of_a_page() {
  const CUmemAllocationProp wanted = on_device();
  CUmemGenericAllocationHandle handle = 0;
  REQUIRE(cuMemCreate(&handle, page, &wanted, 0) == CUDA_SUCCESS);
  return handle;
}

CUdeviceptr addresses(std::size_t size) {
  CUdeviceptr address = 0;
  REQUIRE(cuMemAddressReserve(&address, size, 0, 0, 0) == CUDA_SUCCESS);
  return address;
}

CUresult allow(CUdeviceptr address, std::size_t size) {
  CUmemAccessDesc access{};
  access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  return cuMemSetAccess(address, size, &access, 1);
}

}  // namespace

TEST_CASE("the device says that it can, and in which granularity") {
  const context current;
  int can = 0;
  CHECK(cuDeviceGetAttribute(&can, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 0) ==
        CUDA_SUCCESS);
  CHECK(can == 1);
  std::size_t granularity = 0;
  const CUmemAllocationProp wanted = on_device();
  CHECK(cuMemGetAllocationGranularity(&granularity, &wanted, CU_MEM_ALLOC_GRANULARITY_MINIMUM) ==
        CUDA_SUCCESS);
  CHECK(granularity == page);
}

TEST_CASE("addresses have memory when it is mapped and may be used") {
  const context current;
  const CUdeviceptr address = addresses(2 * page);
  const CUmemGenericAllocationHandle handle = memory_of_a_page();
  CHECK(cuMemsetD32(address, 1, 1) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemMap(address, page, 0, handle, 0) == CUDA_SUCCESS);
  CHECK(cuMemsetD32(address, 1, 1) == CUDA_ERROR_INVALID_VALUE);
  CHECK(allow(address, page) == CUDA_SUCCESS);
  CHECK(cuMemsetD32(address, 1, 1) == CUDA_SUCCESS);
  CHECK(cuMemsetD32(address, 1, page / 4 + 1) ==
        CUDA_ERROR_INVALID_VALUE);                                         // beyond what is mapped
  CHECK(cuMemAddressFree(address, 2 * page) == CUDA_ERROR_INVALID_VALUE);  // in use
  CHECK(cuMemUnmap(address, page) == CUDA_SUCCESS);
  CHECK(cuMemRelease(handle) == CUDA_SUCCESS);
  CHECK(cuMemRelease(handle) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemAddressFree(address, 2 * page) == CUDA_SUCCESS);
}

TEST_CASE("parts that touch are used as one") {
  const context current;
  const CUdeviceptr address = addresses(3 * page);
  for (const unsigned part : {0u, 2u, 1u}) {
    const CUmemGenericAllocationHandle handle = memory_of_a_page();
    CHECK(cuMemMap(address + part * page, page, 0, handle, 0) == CUDA_SUCCESS);
    CHECK(cuMemRelease(handle) == CUDA_SUCCESS);
  }
  CHECK(allow(address, 3 * page) == CUDA_SUCCESS);
  CHECK(cuMemsetD32(address, 8, 3 * page / 4) == CUDA_SUCCESS);
  CHECK(int_at(address + 3 * page - 4) == 8);
  CHECK(cuMemUnmap(address + page, page) == CUDA_SUCCESS);
  CHECK(int_at(address + 2 * page) == 8);
  CHECK(int_at(address) == 8);
  CHECK(cuMemsetD32(address, 9, page / 4 + 1) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemUnmap(address, page) == CUDA_SUCCESS);
  CHECK(cuMemUnmap(address + 2 * page, page) == CUDA_SUCCESS);
  CHECK(cuMemAddressFree(address, 3 * page) == CUDA_SUCCESS);
}

TEST_CASE("what memory holds goes with it to other addresses") {
  const context current;
  const CUdeviceptr first = addresses(page), second = addresses(page);
  const CUmemGenericAllocationHandle handle = memory_of_a_page();
  CHECK(cuMemMap(first, page, 0, handle, 0) == CUDA_SUCCESS);
  CHECK(allow(first, page) == CUDA_SUCCESS);
  CHECK(cuMemsetD32(first + 4, 21, 1) == CUDA_SUCCESS);
  CHECK(cuMemMap(second, page, 0, handle, 0) == CUDA_ERROR_NOT_SUPPORTED);  // at two places
  CHECK(cuMemUnmap(first, page) == CUDA_SUCCESS);
  CHECK(cuMemMap(second, page, 0, handle, 0) == CUDA_SUCCESS);
  CHECK(allow(second, page) == CUDA_SUCCESS);
  CHECK(int_at(second + 4) == 21);
  CHECK(int_at(second) == 0);
  CHECK(cuMemUnmap(second, page) == CUDA_SUCCESS);
  CHECK(cuMemRelease(handle) == CUDA_SUCCESS);
}

TEST_CASE("a kernel writes into mapped memory, and no allocation gets reserved addresses") {
  const context current;
  const module_of_test module;
  CUdeviceptr address = addresses(page);
  const CUmemGenericAllocationHandle handle = memory_of_a_page();
  CHECK(cuMemMap(address, page, 0, handle, 0) == CUDA_SUCCESS);
  CHECK(allow(address, page) == CUDA_SUCCESS);
  int value = 31;
  long pad = 0;
  void* arguments[] = {&address, &value, &pad};
  CHECK(cuLaunchKernel(module.set, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr) ==
        CUDA_SUCCESS);
  CHECK(int_at(address) == 31);
  device_memory other(page);
  CHECK((other.address >= address + page || other.address + page <= address));
}

TEST_SUITE_END();
