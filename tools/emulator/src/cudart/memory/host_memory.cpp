// Host memory that the device can use: pinned and registered.
#include <cuda_runtime_api.h>

#include "cudart/api_call.hpp"
#include "cudart/graphs/capture.hpp"
#include "cudart/memory/range.hpp"
#include "cudart/observations/leaks.hpp"
#include "cudart/runtime.hpp"
#include "lockstep/protocol/phrase.hpp"

using namespace lockstep;
using namespace lockstep::cudart;
using memory::allocation;
using memory::allocation_kind;

namespace {

// The pinned or registered memory that contains the pointer.
const allocation& host_allocation(const void* pointer) {
  const allocation* found = runtime::get().memory.find(reinterpret_cast<std::uint64_t>(pointer));
  require(found != nullptr && (found->kind == allocation_kind::pinned ||
                               found->kind == allocation_kind::registered),
          cudaErrorInvalidValue);
  return *found;
}

void remember_flags(const allocation& memory, unsigned flags) {
  runtime& process = runtime::get();
  const std::scoped_lock lock(process.mutex);
  process.host_flags[memory.address] = flags | cudaHostAllocMapped;
}

void allocate(void** pointer, std::size_t size, unsigned flags) {
  require(pointer != nullptr, cudaErrorInvalidValue);
  constexpr unsigned known =
      cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
  require((flags & ~known) == 0, cudaErrorInvalidValue);
  require_no_unsafe_call_forbidden();
  *pointer = nullptr;
  if (size == 0) return;
  const allocation* made = runtime::get().memory.allocate(allocation_kind::pinned, size);
  require(made != nullptr, cudaErrorMemoryAllocation);
  note_allocation(*made);
  remember_flags(*made, flags);
  *pointer = reinterpret_cast<void*>(made->address);
}

}  // namespace

extern "C" cudaError_t cudaHostAlloc(void** pointer, size_t size, unsigned flags) {
  return api_call(__func__, context_use::needed, [&] { allocate(pointer, size, flags); });
}

extern "C" cudaError_t cudaMallocHost(void** pointer, size_t size) {
  return api_call(__func__, context_use::needed,
                  [&] { allocate(pointer, size, cudaHostAllocDefault); });
}

extern "C" cudaError_t cudaFreeHost(void* pointer) {
  return api_call(__func__, context_use::synchronises, [&] {
    if (pointer == nullptr) return;
    runtime& process = runtime::get();
    const auto address = reinterpret_cast<std::uint64_t>(pointer);
    const std::unique_lock no_kernel_runs(process.work);
    const allocation* found = process.memory.nearest(address);
    const bool begins = found != nullptr && found->address == address;
    if (begins && !found->freed && found->kind == allocation_kind::pinned) {
      process.memory.release(address);
      return;
    }
    const bool twice = begins && found->freed;
    report_api_error(
        twice ? protocol::finding_kind::double_free : protocol::finding_kind::invalid_free,
        protocol::phrase("free-host-of", "cudaFreeHost of {}, which is {}",
                         fmt::format("{}", pointer), described(address)),
        twice ? protocol::phrase(
                    "free-once",
                    "free each allocation once, and set the pointer to nullptr after that")
              : protocol::phrase(
                    "pass-host-pointer",
                    "pass exactly the pointer that cudaMallocHost or cudaHostAlloc returned"));
    throw failure{cudaErrorInvalidValue};
  });
}

extern "C" cudaError_t cudaHostRegister(void* pointer, size_t size, unsigned flags) {
  return api_call(__func__, context_use::needed, [&] {
    constexpr unsigned known = cudaHostRegisterPortable | cudaHostRegisterMapped |
                               cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;
    require(pointer != nullptr && size > 0 && (flags & ~known) == 0, cudaErrorInvalidValue);
    memory::address_space& memory = runtime::get().memory;
    const allocation* there = memory.find(reinterpret_cast<std::uint64_t>(pointer));
    require(there == nullptr || there->kind == allocation_kind::registered, cudaErrorInvalidValue);
    const allocation* made = memory.adopt(allocation_kind::registered, pointer, size);
    require(made != nullptr, cudaErrorHostMemoryAlreadyRegistered);
    note_allocation(*made);
    remember_flags(*made, flags);
  });
}

extern "C" cudaError_t cudaHostUnregister(void* pointer) {
  return api_call(__func__, context_use::synchronises, [&] {
    runtime& process = runtime::get();
    const auto address = reinterpret_cast<std::uint64_t>(pointer);
    const std::unique_lock no_kernel_runs(process.work);
    const allocation* found = process.memory.find(address);
    require(found != nullptr && found->address == address, cudaErrorHostMemoryNotRegistered);
    require(found->kind == allocation_kind::registered, cudaErrorInvalidValue);
    process.memory.release(address);
  });
}

// The device uses host memory at the host's address.
extern "C" cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned flags) {
  return api_call(__func__, context_use::needed, [&] {
    require(device != nullptr && flags == 0, cudaErrorInvalidValue);
    host_allocation(host);
    *device = host;
  });
}

extern "C" cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
  return api_call(__func__, context_use::needed, [&] {
    require(flags != nullptr, cudaErrorInvalidValue);
    const allocation& memory = host_allocation(host);
    runtime& process = runtime::get();
    const std::scoped_lock lock(process.mutex);
    *flags = process.host_flags[memory.address];
  });
}
