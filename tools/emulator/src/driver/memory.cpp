// Memory of the device and of the host: allocation, release, and where it begins and ends.
#include "cudart/memory/range.hpp"
#include "cudart/runtime.hpp"
#include "driver/call.hpp"
#include "driver/context.hpp"
#include "driver/ownership.hpp"

using namespace lockstep;
using namespace lockstep::driver;
using lockstep::cudart::runtime;

namespace {

// Memory of no size is an error here, and none for the runtime.
template <typename allocate_t>
CUresult allocate(const char* name, CUdeviceptr* address, std::size_t size,
                  const allocate_t& make) {
  return call(name, needs::context, [&] {
    require(address != nullptr && size > 0, cudaErrorInvalidValue);
    void* made = nullptr;
    pass_on(make(&made));
    *address = reinterpret_cast<CUdeviceptr>(made);
    owns(*address);
  });
}

}  // namespace

CUresult cuMemAlloc_v2(CUdeviceptr* address, std::size_t size) {
  return allocate("cuMemAlloc", address, size, [&](void** to) { return cudaMalloc(to, size); });
}

CUresult cuMemAllocManaged(CUdeviceptr* address, std::size_t size, unsigned flags) {
  return allocate("cuMemAllocManaged", address, size,
                  [&](void** to) { return cudaMallocManaged(to, size, flags); });
}

CUresult cuMemAllocPitch_v2(CUdeviceptr* address, std::size_t* pitch, std::size_t width,
                            std::size_t height, unsigned element) {
  return allocate("cuMemAllocPitch", address, width * height, [&](void** to) {
    require(pitch != nullptr && (element == 4 || element == 8 || element == 16),
            cudaErrorInvalidValue);
    return cudaMallocPitch(to, pitch, width, height);
  });
}

CUresult cuMemFree_v2(CUdeviceptr address) {
  return call("cuMemFree", needs::context, [&] {
    pass_on(cudaFree(reinterpret_cast<void*>(address)));
    disowns(address);
  });
}

SAME_AS(cuMemGetInfo, cudaMemGetInfo)
SAME_AS_PTSZ(cuMemAllocAsync, cudaMallocAsync)
SAME_AS_PTSZ(cuMemAllocFromPoolAsync, cudaMallocFromPoolAsync)
SAME_AS_PTSZ(cuMemFreeAsync, cudaFreeAsync)

SAME_AS(cuMemAllocHost, cudaMallocHost)
SAME_AS(cuMemHostAlloc, cudaHostAlloc)
SAME_AS(cuMemFreeHost, cudaFreeHost)
SAME_AS(cuMemHostRegister, cudaHostRegister)
SAME_AS(cuMemHostUnregister, cudaHostUnregister)
SAME_AS(cuMemHostGetDevicePointer, cudaHostGetDevicePointer)
SAME_AS(cuMemHostGetFlags, cudaHostGetFlags)

CUresult cuMemGetAddressRange_v2(CUdeviceptr* base, std::size_t* size, CUdeviceptr address) {
  return call("cuMemGetAddressRange", needs::context, [&] {
    const memory::allocation* const found = runtime::get().memory.find(address);
    require(found != nullptr, cudaErrorSymbolNotFound);
    if (base != nullptr) *base = found->address;
    if (size != nullptr) *size = found->size;
  });
}

SAME_AS(cuMemPoolCreate, cudaMemPoolCreate)
SAME_AS(cuMemPoolDestroy, cudaMemPoolDestroy)
SAME_AS(cuMemPoolTrimTo, cudaMemPoolTrimTo)
SAME_AS(cuMemPoolSetAttribute, cudaMemPoolSetAttribute)
SAME_AS(cuMemPoolGetAttribute, cudaMemPoolGetAttribute)
SAME_AS(cuMemPoolSetAccess, cudaMemPoolSetAccess)
SAME_AS(cuMemPoolGetAccess, cudaMemPoolGetAccess)
SAME_AS(cuMemGetDefaultMemPool, cudaMemGetDefaultMemPool)
SAME_AS(cuMemGetMemPool, cudaMemGetMemPool)
SAME_AS(cuMemSetMemPool, cudaMemSetMemPool)

SAME_AS_PTSZ(cuMemPrefetchAsync, cudaMemPrefetchAsync)
SAME_AS(cuMemAdvise, cudaMemAdvise)
SAME_AS(cuMemRangeGetAttribute, cudaMemRangeGetAttribute)
SAME_AS(cuMemRangeGetAttributes, cudaMemRangeGetAttributes)
