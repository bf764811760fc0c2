// What an address is: of which kind of memory, and of which part.
#include <cstring>

#include "cudart/runtime.hpp"
#include "driver/call.hpp"
#include "driver/context.hpp"

using namespace lockstep;
using namespace lockstep::driver;
using memory::allocation;
using memory::allocation_kind;

namespace {

template <typename value_t>
bool give(void* to, value_t value) {
  std::memcpy(to, &value, sizeof value);
  return true;
}

bool is_of_host(const allocation& found) {
  return found.kind == allocation_kind::pinned || found.kind == allocation_kind::registered;
}

// False: memory has no such attribute.
bool answer(void* to, CUpointer_attribute which, const allocation& found, CUdeviceptr address) {
  const bool on_device = cudart::runtime::get().memory.is_device_range(found.address);
  switch (which) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
      return give(to, current_context());
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      return give(to, unsigned{is_of_host(found) ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE});
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
      return give(to, address);
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      return !on_device && give(to, address);
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
      return give(to, 0u);
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
      return give(to, static_cast<unsigned long long>(found.serial));
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
      return give(to, unsigned{found.kind == allocation_kind::managed});
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      return give(to, 0);
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
      return give(to, 0);
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
      return give(to, CUdeviceptr{found.address});
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
      return give(to, static_cast<std::size_t>(found.size));
    case CU_POINTER_ATTRIBUTE_MAPPED:
      return give(to, 1u);
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
      return give(to, CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE);
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
      return give(to, CUmemoryPool{});
    default:
      return false;
  }
}

// Of memory that CUDA does not know.
void answer_for_none(void* to, CUpointer_attribute which) {
  switch (which) {
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    case CU_POINTER_ATTRIBUTE_MAPPED:
      give(to, 0u);
      return;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      give(to, -2);
      return;
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
      give(to, 0);
      return;
    default:
      give(to, std::uint64_t{0});
  }
}

const allocation* memory_at(CUdeviceptr address) {
  return cudart::runtime::get().memory.find(address);
}

}  // namespace

CUresult cuPointerGetAttribute(void* value, CUpointer_attribute which, CUdeviceptr address) {
  return call("cuPointerGetAttribute", needs::context, [&] {
    const allocation* const found = memory_at(address);
    require(value != nullptr && found != nullptr, cudaErrorInvalidValue);
    require(answer(value, which, *found, address), cudaErrorInvalidValue);
  });
}

CUresult cuPointerGetAttributes(unsigned count, CUpointer_attribute* which, void** values,
                                CUdeviceptr address) {
  return call("cuPointerGetAttributes", needs::context, [&] {
    require(which != nullptr && values != nullptr, cudaErrorInvalidValue);
    const allocation* const found = memory_at(address);
    for (unsigned i = 0; i < count; ++i)
      if (found == nullptr || !answer(values[i], which[i], *found, address))
        answer_for_none(values[i], which[i]);
  });
}

// That copies of this memory wait, they do anyway.
CUresult cuPointerSetAttribute(const void* value, CUpointer_attribute which, CUdeviceptr address) {
  return call("cuPointerSetAttribute", needs::context, [&] {
    require(value != nullptr && memory_at(address) != nullptr &&
                which == CU_POINTER_ATTRIBUTE_SYNC_MEMOPS,
            cudaErrorInvalidValue);
  });
}
