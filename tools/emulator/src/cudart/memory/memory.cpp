// Device and managed memory: allocation, release, and what a pointer points to.
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <algorithm>

#include "cudart/api_call.hpp"
#include "cudart/devices/properties.hpp"
#include "cudart/graphs/capture.hpp"
#include "cudart/graphs/graph_memory.hpp"
#include "cudart/memory/managed_pages.hpp"
#include "cudart/memory/pool.hpp"
#include "cudart/memory/range.hpp"
#include "cudart/observations/leaks.hpp"
#include "cudart/runtime.hpp"
#include "cudart/streams/stream.hpp"
#include "cudart/streams/stream_order.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "memory/reservation.hpp"

using namespace lockstep;
using namespace lockstep::cudart;
using memory::allocation;
using memory::allocation_kind;

namespace {

// nullptr for an empty one, as the real runtime does.
void* allocate(allocation_kind kind, std::size_t size) {
  if (size == 0) return nullptr;
  runtime& process = runtime::get();
  const std::uint64_t total = process.device->memory;
  require(size <= total && process.memory.in_use() + size <= total, cudaErrorMemoryAllocation);
  const allocation* made = process.memory.allocate(kind, size);
  require(made != nullptr, cudaErrorMemoryAllocation);
  note_allocation(*made);
  return reinterpret_cast<void*>(made->address);
}

// Memory in the order of a stream: there at once, or with the graph that is captured.
void allocate_in_stream(void** pointer, std::size_t size, cudaMemPool_t pool, cudaStream_t stream) {
  *pointer = nullptr;
  if (captured_graph(stream) != nullptr) {
    const auto memory = make_graph_memory(size);
    capture_node(stream, allocate_work{memory});
    *pointer = reinterpret_cast<void*>(memory->address);
  } else if (size > 0) {
    require_pool(pool);
    void* const made = allocate(allocation_kind::device, size);
    pool_allocated(pool, reinterpret_cast<std::uint64_t>(made), size);
    *pointer = made;
  }
}

// Of what is not the start of device memory.
std::string advice_on_free(std::uint64_t address) {
  const memory::address_space& memory = runtime::get().memory;
  const allocation* const found = memory.find(address);
  if (found != nullptr && found->kind == allocation_kind::pinned)
    return protocol::phrase("free-with-free-host",
                            "use cudaFreeHost for memory from cudaMallocHost or cudaHostAlloc");
  return found == nullptr && !memory.is_device_range(address)
             ? protocol::phrase(
                   "free-as-made",
                   "free host memory the way it was allocated: with free(), delete[] ...")
             : protocol::phrase("pass-device-pointer",
                                "pass exactly the pointer that cudaMalloc returned");
}

// Of the call that the program is in.
void release(void* pointer) {
  if (pointer == nullptr) return;
  // What a graph allocated stays the graph's, and is only no longer the program's.
  if (const auto of_graph = graph_memory_at(pointer)) return of_graph->free();
  runtime& process = runtime::get();
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  const std::unique_lock no_kernel_runs(process.work);
  const allocation* found = process.memory.nearest(address);
  const bool begins = found != nullptr && found->address == address;
  if (begins && !found->freed &&
      (found->kind == allocation_kind::device || found->kind == allocation_kind::managed)) {
    forget_managed_pages(address, found->size);
    process.memory.release(address);
    pool_freed(address);
    return;
  }
  if (begins && found->freed)
    report_api_error(
        protocol::finding_kind::double_free,
        protocol::phrase("freed-twice", "{} of {}, which was freed before ({} bytes)",
                         call_in_progress::name(), fmt::format("{}", pointer), found->size),
        protocol::phrase("free-once",
                         "free each allocation once, and set the pointer to nullptr after that"));
  else
    report_api_error(
        protocol::finding_kind::invalid_free,
        protocol::phrase("free-of-other", "{} of {}, which is {}, not the start of device memory",
                         call_in_progress::name(), fmt::format("{}", pointer), described(address)),
        advice_on_free(address));
  throw failure{cudaErrorInvalidValue};
}

}  // namespace

extern "C" cudaError_t cudaMalloc(void** pointer, size_t size) {
  return api_call(__func__, context_use::needed, [&] {
    require(pointer != nullptr, cudaErrorInvalidValue);
    require_no_unsafe_call_forbidden();
    *pointer = nullptr;
    *pointer = allocate(allocation_kind::device, size);
  });
}

extern "C" cudaError_t cudaMallocAsync(void** pointer, size_t size, cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    require(pointer != nullptr, cudaErrorInvalidValue);
    allocate_in_stream(pointer, size, current_pool(), stream);
  });
}
PER_THREAD_NAME(cudaMallocAsync, _ptsz)

extern "C" cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t size, cudaMemPool_t pool,
                                               cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    require(pointer != nullptr, cudaErrorInvalidValue);
    allocate_in_stream(pointer, size, pool, stream);
  });
}
PER_THREAD_NAME(cudaMallocFromPoolAsync, _ptsz)

extern "C" cudaError_t cudaMallocManaged(void** pointer, size_t size, unsigned flags) {
  return api_call(__func__, context_use::needed, [&] {
    require(pointer != nullptr, cudaErrorInvalidValue);
    require(flags == cudaMemAttachGlobal || flags == cudaMemAttachHost, cudaErrorInvalidValue);
    require(attribute_of(*runtime::get().device, cudaDevAttrManagedMemory) == 1,
            cudaErrorNotSupported);
    require_no_unsafe_call_forbidden();
    *pointer = allocate(allocation_kind::managed, size);
  });
}

extern "C" cudaError_t cudaFree(void* pointer) {
  return api_call(__func__, context_use::synchronises, [&] {
    require_no_unsafe_call_forbidden();
    release(pointer);
  });
}

extern "C" cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    if (captured_graph(stream) == nullptr) {
      const allocation* const found =
          runtime::get().memory.find(reinterpret_cast<std::uint64_t>(pointer));
      if (found != nullptr) note_free(stream, found->address, found->size);
      release(pointer);
    } else {
      const auto memory = graph_memory_at(pointer);
      require(memory != nullptr, cudaErrorInvalidValue);
      capture_node(stream, free_work{memory});
    }
  });
}
PER_THREAD_NAME(cudaFreeAsync, _ptsz)

// The device's size, and what of it a program can still get: less where the host has less.
extern "C" cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  return api_call(__func__, context_use::needed, [&] {
    runtime& process = runtime::get();
    const std::uint64_t size = process.device->memory, used = process.memory.in_use();
    if (total != nullptr) *total = size;
    const std::uint64_t available = std::min(size, memory::host_memory());
    if (free != nullptr) *free = available - std::min(available, used);
  });
}

extern "C" cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes,
                                                const void* pointer) {
  return api_call(__func__, context_use::needed, [&] {
    require(attributes != nullptr, cudaErrorInvalidValue);
    *attributes = {};
    void* const same = const_cast<void*>(pointer);
    const allocation* found = runtime::get().memory.find(reinterpret_cast<std::uint64_t>(pointer));
    if (found == nullptr) {
      attributes->type = cudaMemoryTypeUnregistered;
      attributes->device = cudaInvalidDeviceId;
      attributes->hostPointer = same;
      return;
    }
    attributes->devicePointer = same;
    const bool on_device = runtime::get().memory.is_device_range(found->address);
    if (!on_device) attributes->hostPointer = same;
    attributes->type =
        on_device ? cudaMemoryTypeDevice
        : found->kind == allocation_kind::pinned || found->kind == allocation_kind::registered
            ? cudaMemoryTypeHost
            : cudaMemoryTypeManaged;
  });
}
