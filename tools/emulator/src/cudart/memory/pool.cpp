#include "cudart/memory/pool.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>

#include "cudart/api_call.hpp"
#include "cudart/observations/records.hpp"
#include "cudart/runtime.hpp"
#include "lockstep/protocol/phrase.hpp"

struct CUmemPoolHandle_st {
  int reuse[3] = {1, 1, 1};  // the three reuse policies, by attribute
  std::uint64_t release_threshold = 0;
  std::uint64_t used = 0, used_high = 0;          // bytes
  std::uint64_t reserved = 0, reserved_high = 0;  // with those that it keeps for later

  void keep(std::uint64_t at_least) {
    if (reserved > at_least) reserved = std::max(used, at_least);
  }
};

namespace lockstep::cudart {
namespace {

struct table {
  std::recursive_mutex mutex;
  CUmemPoolHandle_st standard;
  cudaMemPool_t current = &standard;
  std::map<cudaMemPool_t, std::unique_ptr<CUmemPoolHandle_st>> made;
  struct origin {
    cudaMemPool_t pool;
    std::size_t size;
  };
  std::map<std::uint64_t, origin> allocations;
};

table& all() {
  static auto& made_once = *new table;
  return made_once;
}

void require_device_memory(const cudaMemLocation* location, cudaMemAllocationType type) {
  require(location != nullptr, cudaErrorInvalidValue);
  if (type != cudaMemAllocationTypePinned || location->type != cudaMemLocationTypeDevice) {
    refuse(refusal_reason::unsupported_call,
           protocol::phrase("no-other-pools",
                            "memory pools of other than device memory are not supported by "
                            "the emulator"));
    throw failure{cudaErrorNotSupported};
  }
  require(location->id == 0, cudaErrorInvalidDevice);
}

void set(CUmemPoolHandle_st& pool, cudaMemPoolAttr attribute, const void* value) {
  const auto number = [&] { return *static_cast<const std::uint64_t*>(value); };
  switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
      pool.reuse[attribute - cudaMemPoolReuseFollowEventDependencies] =
          *static_cast<const int*>(value);
      return;
    case cudaMemPoolAttrReleaseThreshold:
      pool.release_threshold = number();
      return;
    case cudaMemPoolAttrReservedMemHigh:
      require(number() == 0, cudaErrorInvalidValue);  // only back to what there is now
      pool.reserved_high = pool.reserved;
      return;
    case cudaMemPoolAttrUsedMemHigh:
      require(number() == 0, cudaErrorInvalidValue);
      pool.used_high = pool.used;
      return;
    default:
      throw failure{cudaErrorInvalidValue};
  }
}

void get(const CUmemPoolHandle_st& pool, cudaMemPoolAttr attribute, void* value) {
  auto& number = *static_cast<std::uint64_t*>(value);
  switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
      *static_cast<int*>(value) = pool.reuse[attribute - cudaMemPoolReuseFollowEventDependencies];
      return;
    case cudaMemPoolAttrReleaseThreshold:
      number = pool.release_threshold;
      return;
    case cudaMemPoolAttrReservedMemCurrent:
      number = pool.reserved;
      return;
    case cudaMemPoolAttrReservedMemHigh:
      number = pool.reserved_high;
      return;
    case cudaMemPoolAttrUsedMemCurrent:
      number = pool.used;
      return;
    case cudaMemPoolAttrUsedMemHigh:
      number = pool.used_high;
      return;
    default:
      throw failure{cudaErrorInvalidValue};
  }
}

}  // namespace

CUmemPoolHandle_st& require_pool(cudaMemPool_t pool) {
  const std::scoped_lock lock(all().mutex);
  require(pool == &all().standard || all().made.count(pool) > 0, cudaErrorInvalidValue);
  return *pool;
}

cudaMemPool_t current_pool() {
  const std::scoped_lock lock(all().mutex);
  return all().current;
}

void pool_allocated(cudaMemPool_t pool, std::uint64_t address, std::size_t size) {
  const std::scoped_lock lock(all().mutex);
  CUmemPoolHandle_st& from = require_pool(pool);
  all().allocations[address] = {pool, size};
  from.used += size;
  from.used_high = std::max(from.used_high, from.used);
  from.reserved = std::max(from.reserved, from.used);
  from.reserved_high = std::max(from.reserved_high, from.reserved);
}

void pool_freed(std::uint64_t address) {
  const std::scoped_lock lock(all().mutex);
  const auto found = all().allocations.find(address);
  if (found == all().allocations.end()) return;
  const auto [pool, size] = found->second;
  all().allocations.erase(found);
  if (pool == &all().standard || all().made.count(pool) > 0) pool->used -= size;
}

void release_unused_of_pools() {
  const std::scoped_lock lock(all().mutex);
  all().standard.keep(all().standard.release_threshold);
  for (const auto& [handle, pool] : all().made) pool->keep(pool->release_threshold);
}

void forget_pools() {
  const std::scoped_lock lock(all().mutex);
  all().made.clear();
  all().allocations.clear();
  all().standard = {};
  all().current = &all().standard;
}

}  // namespace lockstep::cudart

using namespace lockstep::cudart;

namespace {

// A call about one pool.
template <typename body_t>
cudaError_t pool_call(const char* call, cudaMemPool_t pool, const body_t& body) {
  return api_call(call, context_use::needed, [&] {
    const std::scoped_lock lock(all().mutex);
    body(require_pool(pool));
  });
}

}  // namespace

extern "C" cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  return api_call(__func__, context_use::needed, [&] {
    require(pool != nullptr, cudaErrorInvalidValue);
    require(device == 0, cudaErrorInvalidDevice);
    *pool = &all().standard;
  });
}

extern "C" cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return api_call(__func__, context_use::needed, [&] {
    require(pool != nullptr, cudaErrorInvalidValue);
    require(device == 0, cudaErrorInvalidDevice);
    *pool = current_pool();
  });
}

extern "C" cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  return pool_call(__func__, pool, [&](CUmemPoolHandle_st& used) {
    require(device == 0, cudaErrorInvalidDevice);
    all().current = &used;
  });
}

extern "C" cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t* pool, cudaMemLocation* location,
                                                cudaMemAllocationType type) {
  return api_call(__func__, context_use::needed, [&] {
    require_device_memory(location, type);
    require(pool != nullptr, cudaErrorInvalidValue);
    *pool = &all().standard;
  });
}

extern "C" cudaError_t cudaMemGetMemPool(cudaMemPool_t* pool, cudaMemLocation* location,
                                         cudaMemAllocationType type) {
  return api_call(__func__, context_use::needed, [&] {
    require_device_memory(location, type);
    require(pool != nullptr, cudaErrorInvalidValue);
    *pool = current_pool();
  });
}

extern "C" cudaError_t cudaMemSetMemPool(cudaMemLocation* location, cudaMemAllocationType type,
                                         cudaMemPool_t pool) {
  return pool_call(__func__, pool, [&](CUmemPoolHandle_st& used) {
    require_device_memory(location, type);
    all().current = &used;
  });
}

extern "C" cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  return api_call(__func__, context_use::needed, [&] {
    require(pool != nullptr && properties != nullptr, cudaErrorInvalidValue);
    require_device_memory(&properties->location, properties->allocType);
    if (properties->handleTypes != cudaMemHandleTypeNone) {
      refuse(
          refusal_reason::unsupported_call,
          protocol::phrase(
              "no-shared-pools",
              "cudaMemPoolCreate: pools that are shared between processes are not supported by the "
              "emulator"));
      throw failure{cudaErrorNotSupported};
    }
    auto made = std::make_unique<CUmemPoolHandle_st>();
    const std::scoped_lock lock(all().mutex);
    *pool = made.get();
    all().made[*pool] = std::move(made);
  });
}

// What was allocated from it stays until it is freed.
extern "C" cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  return pool_call(__func__, pool, [&](const CUmemPoolHandle_st& gone) {
    require(&gone != &all().standard, cudaErrorInvalidValue);
    if (all().current == pool) all().current = &all().standard;
    all().made.erase(pool);
  });
}

extern "C" cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute,
                                               void* value) {
  return pool_call(__func__, pool, [&](CUmemPoolHandle_st& changed) {
    require(value != nullptr, cudaErrorInvalidValue);
    set(changed, attribute, value);
  });
}

extern "C" cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute,
                                               void* value) {
  return pool_call(__func__, pool, [&](const CUmemPoolHandle_st& found) {
    require(value != nullptr, cudaErrorInvalidValue);
    get(found, attribute, value);
  });
}

// The device that has the memory can always use it, and there is no other.
extern "C" cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* list,
                                            size_t count) {
  return pool_call(__func__, pool, [&](const CUmemPoolHandle_st&) {
    require(count == 0 || list != nullptr, cudaErrorInvalidValue);
    for (size_t i = 0; i < count; ++i) {
      require(list[i].location.type == cudaMemLocationTypeDevice, cudaErrorInvalidValue);
      require(list[i].location.id == 0, cudaErrorInvalidDevice);
      require(list[i].flags == cudaMemAccessFlagsProtReadWrite, cudaErrorInvalidValue);
    }
  });
}

extern "C" cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                            cudaMemLocation* location) {
  return pool_call(__func__, pool, [&](const CUmemPoolHandle_st&) {
    require(flags != nullptr && location != nullptr, cudaErrorInvalidValue);
    require(location->type == cudaMemLocationTypeDevice && location->id == 0,
            cudaErrorInvalidValue);
    *flags = cudaMemAccessFlagsProtReadWrite;
  });
}

extern "C" cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t least_kept) {
  return pool_call(__func__, pool, [&](CUmemPoolHandle_st& trimmed) { trimmed.keep(least_kept); });
}
