// Addresses that are reserved apart from memory, memory that is made apart from addresses, and what
// brings the two together.
#include "cudart/memory/virtual_memory.hpp"
#include "driver/call.hpp"
#include "driver/context.hpp"
#include "memory/address_space.hpp"

using namespace lockstep::driver;
using namespace lockstep::cudart;

namespace {

void require_pinned_on_device(const CUmemAllocationProp* wanted) {
  require(wanted != nullptr && wanted->type == CU_MEM_ALLOCATION_TYPE_PINNED,
          cudaErrorInvalidValue);
  require(wanted->requestedHandleTypes == CU_MEM_HANDLE_TYPE_NONE, cudaErrorNotSupported);
  require(wanted->location.type == CU_MEM_LOCATION_TYPE_DEVICE, cudaErrorNotSupported);
  require_device(wanted->location.id);
}

}  // namespace

CUresult cuMemGetAllocationGranularity(std::size_t* granularity, const CUmemAllocationProp* wanted,
                                       CUmemAllocationGranularity_flags) {
  return call("cuMemGetAllocationGranularity", needs::initialisation, [&] {
    require(granularity != nullptr, cudaErrorInvalidValue);
    require_pinned_on_device(wanted);
    *granularity = lockstep::memory::address_space::mapping_granularity;
  });
}

// Whatever address is asked for, the space chooses its own.
CUresult cuMemAddressReserve(CUdeviceptr* address, std::size_t size, std::size_t alignment,
                             CUdeviceptr, unsigned long long flags) {
  return call("cuMemAddressReserve", needs::initialisation, [&] {
    require(address != nullptr && flags == 0, cudaErrorInvalidValue);
    *address = reserve_addresses(size, alignment);
  });
}

CUresult cuMemAddressFree(CUdeviceptr address, std::size_t size) {
  return call("cuMemAddressFree", needs::initialisation, [&] { free_addresses(address, size); });
}

CUresult cuMemCreate(CUmemGenericAllocationHandle* handle, std::size_t size,
                     const CUmemAllocationProp* wanted, unsigned long long flags) {
  return call("cuMemCreate", needs::initialisation, [&] {
    require(handle != nullptr && flags == 0, cudaErrorInvalidValue);
    require_pinned_on_device(wanted);
    *handle = handle_of(make_memory(size));
  });
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
  return call("cuMemRelease", needs::initialisation, [&] { release_memory(handle); });
}

CUresult cuMemMap(CUdeviceptr address, std::size_t size, std::size_t offset,
                  CUmemGenericAllocationHandle handle, unsigned long long flags) {
  return call("cuMemMap", needs::initialisation, [&] {
    require(offset == 0 && flags == 0, cudaErrorInvalidValue);
    map_memory("cuMemMap", address, size, handle);
  });
}

CUresult cuMemUnmap(CUdeviceptr address, std::size_t size) {
  return call("cuMemUnmap", needs::initialisation, [&] { unmap_memory(address, size); });
}

// Memory that may only be read can be written here, too.
CUresult cuMemSetAccess(CUdeviceptr address, std::size_t size, const CUmemAccessDesc* access,
                        std::size_t count) {
  return call("cuMemSetAccess", needs::initialisation, [&] {
    require(access != nullptr && count == 1, cudaErrorInvalidValue);
    require(access->location.type == CU_MEM_LOCATION_TYPE_DEVICE, cudaErrorNotSupported);
    require_device(access->location.id);
    set_access(address, size, access->flags != CU_MEM_ACCESS_FLAGS_PROT_NONE);
  });
}

CUresult cuMemGetAccess(unsigned long long* flags, const CUmemLocation* location,
                        CUdeviceptr address) {
  return call("cuMemGetAccess", needs::initialisation, [&] {
    require(flags != nullptr && location != nullptr, cudaErrorInvalidValue);
    *flags =
        is_accessible(address) ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE : CU_MEM_ACCESS_FLAGS_PROT_NONE;
  });
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* handle, void* address) {
  return call("cuMemRetainAllocationHandle", needs::initialisation, [&] {
    require(handle != nullptr, cudaErrorInvalidValue);
    *handle = retain_memory(reinterpret_cast<std::uint64_t>(address));
  });
}

CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp* properties,
                                                CUmemGenericAllocationHandle handle) {
  return call("cuMemGetAllocationPropertiesFromHandle", needs::initialisation, [&] {
    require(properties != nullptr, cudaErrorInvalidValue);
    require_memory(handle);
    *properties = {};
    properties->type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties->location = {CU_MEM_LOCATION_TYPE_DEVICE, {0}};
  });
}
