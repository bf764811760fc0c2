#include "cudart/memory/managed_pages.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstring>
#include <mutex>

#include "cudart/api_call.hpp"
#include "cudart/memory/range.hpp"
#include "cudart/runtime.hpp"
#include "cudart/streams/stream.hpp"

namespace lockstep::cudart {

void managed_pages::split(std::uint64_t at) {
  const auto behind = from_.upper_bound(at);
  const page_advice before = behind == from_.begin() ? page_advice{} : std::prev(behind)->second;
  from_.emplace(at, before);
}

std::vector<page_advice> managed_pages::of(address_range range) const {
  std::vector<page_advice> result;
  auto it = from_.upper_bound(range.begin);
  result.push_back(it == from_.begin() ? page_advice{} : std::prev(it)->second);
  for (; it != from_.end() && it->first < range.end; ++it) result.push_back(it->second);
  return result;
}

void managed_pages::forget(address_range range) {
  if (from_.empty() || range.begin == range.end) return;
  change(range, [](page_advice& w) { w = {}; });
  from_.erase(std::next(from_.find(range.begin)), from_.find(range.end));
}

namespace {

struct locked_pages {
  std::mutex mutex;
  managed_pages pages;
};

locked_pages& known() {
  static locked_pages* const one = new locked_pages;
  return *one;
}

// The pages of a range, as far as they are of the same allocation.
address_range pages_of(const void* pointer, std::size_t size) {
  require(size > 0 && is_managed(pointer, size), cudaErrorInvalidValue);
  constexpr std::uint64_t page = 4096;
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  const memory::allocation& in = *runtime::get().memory.find(address);
  return {std::max(address / page * page, in.address),
          std::min((address + size + page - 1) / page * page, in.address + in.size)};
}

template <class F>
void change(const void* pointer, std::size_t size, F f) {
  const address_range range = pages_of(pointer, size);
  const std::lock_guard lock(known().mutex);
  known().pages.change(range, f);
}

void require_location(const cudaMemLocation& location) {
  require(location.type > cudaMemLocationTypeInvalid &&
              location.type <= cudaMemLocationTypeHostNumaCurrent,
          cudaErrorInvalidValue);
  require(location.type != cudaMemLocationTypeDevice || location.id == 0, cudaErrorInvalidDevice);
}

page_location located(const cudaMemLocation& location) {
  switch (location.type) {
    case cudaMemLocationTypeHost:
      return {cudaMemLocationTypeHost, 0};
    case cudaMemLocationTypeHostNumaCurrent:
      return {cudaMemLocationTypeHostNuma, 0};
    default:
      return {location.type, location.id};
  }
}

int device_of(const page_location& location) {
  if (location.type == cudaMemLocationTypeInvalid) return cudaInvalidDeviceId;
  return location.type == cudaMemLocationTypeDevice ? location.id : cudaCpuDeviceId;
}

// What all pages have in common.
struct common_advice {
  explicit common_advice(const std::vector<page_advice>& pages) : all(pages.front()) {
    for (const page_advice& page : pages) {
      all.read_mostly = all.read_mostly && page.read_mostly;
      if (!(page.preferred == all.preferred)) all.preferred = {};
      if (!(page.fetched == all.fetched)) all.fetched = {};
      std::erase_if(all.accessed_by, [&](int d) { return !page.accessed_by.contains(d); });
    }
  }
  page_advice all;
};

bool is_size(cudaMemRangeAttribute attribute, std::size_t bytes) {
  return attribute == cudaMemRangeAttributeAccessedBy ? bytes != 0 && bytes % sizeof(int) == 0
                                                      : bytes == sizeof(int);
}

std::vector<int> answer(const page_advice& all, cudaMemRangeAttribute attribute,
                        std::size_t count) {
  switch (attribute) {
    case cudaMemRangeAttributeReadMostly:
      return {all.read_mostly ? 1 : 0};
    case cudaMemRangeAttributePreferredLocation:
      return {device_of(all.preferred)};
    case cudaMemRangeAttributePreferredLocationType:
      return {all.preferred.type};
    case cudaMemRangeAttributePreferredLocationId:
      return {all.preferred.id};
    case cudaMemRangeAttributeLastPrefetchLocation:
      return {device_of(all.fetched)};
    case cudaMemRangeAttributeLastPrefetchLocationType:
      return {all.fetched.type};
    case cudaMemRangeAttributeLastPrefetchLocationId:
      return {all.fetched.id};
    default:
      break;
  }
  std::vector<int> devices(all.accessed_by.rbegin(), all.accessed_by.rend());
  devices.resize(count, cudaInvalidDeviceId);
  return devices;
}

void query(void** data, const std::size_t* sizes, const cudaMemRangeAttribute* attributes,
           std::size_t count, const void* pointer, std::size_t size) {
  require(data != nullptr && sizes != nullptr && attributes != nullptr && count > 0,
          cudaErrorInvalidValue);
  for (std::size_t n = 0; n < count; ++n)
    require(data[n] != nullptr && attributes[n] >= cudaMemRangeAttributeReadMostly &&
                attributes[n] <= cudaMemRangeAttributeLastPrefetchLocationId &&
                is_size(attributes[n], sizes[n]),
            cudaErrorInvalidValue);
  const address_range range = pages_of(pointer, size);
  const std::lock_guard lock(known().mutex);
  const common_advice pages(known().pages.of(range));
  for (std::size_t n = 0; n < count; ++n) {
    const std::vector<int> values = answer(pages.all, attributes[n], sizes[n] / sizeof(int));
    std::memcpy(data[n], values.data(), sizes[n]);
  }
}

}  // namespace

void forget_managed_pages() {
  const std::lock_guard lock(known().mutex);
  known().pages = {};
}

void forget_managed_pages(std::uint64_t address, std::uint64_t bytes) {
  const std::lock_guard lock(known().mutex);
  known().pages.forget({address, address + bytes});
}

}  // namespace lockstep::cudart

using namespace lockstep::cudart;

extern "C" cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t size,
                                            cudaMemLocation location, unsigned flags,
                                            cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    require_stream(stream);
    require(flags == 0 && size > 0, cudaErrorInvalidValue);
    require_location(location);
    change(pointer, size, [&](page_advice& page) { page.fetched = located(location); });
  });
}
PER_THREAD_NAME(cudaMemPrefetchAsync, _ptsz)

extern "C" cudaError_t cudaMemAdvise(const void* pointer, size_t size, cudaMemoryAdvise advice,
                                     cudaMemLocation location) {
  return api_call(__func__, context_use::needed, [&] {
    require(advice >= cudaMemAdviseSetReadMostly && advice <= cudaMemAdviseUnsetAccessedBy,
            cudaErrorInvalidValue);
    // The advice to read mostly, and to prefer no place, is about no location.
    if (advice == cudaMemAdviseSetPreferredLocation || advice >= cudaMemAdviseSetAccessedBy)
      require_location(location);
    change(pointer, size, [&](page_advice& page) {
      if (advice == cudaMemAdviseSetReadMostly) page.read_mostly = true;
      if (advice == cudaMemAdviseUnsetReadMostly) page.read_mostly = false;
      if (advice == cudaMemAdviseSetPreferredLocation) page.preferred = located(location);
      if (advice == cudaMemAdviseUnsetPreferredLocation) page.preferred = {};
      if (advice == cudaMemAdviseSetAccessedBy)
        page.accessed_by.insert(device_of(located(location)));
      if (advice == cudaMemAdviseUnsetAccessedBy)
        page.accessed_by.erase(device_of(located(location)));
    });
  });
}

extern "C" cudaError_t cudaMemRangeGetAttribute(void* data, size_t bytes,
                                                cudaMemRangeAttribute attribute,
                                                const void* pointer, size_t size) {
  return api_call(__func__, context_use::needed,
                  [&] { query(&data, &bytes, &attribute, 1, pointer, size); });
}

extern "C" cudaError_t cudaMemRangeGetAttributes(void** data, size_t* sizes,
                                                 cudaMemRangeAttribute* attributes, size_t count,
                                                 const void* pointer, size_t size) {
  return api_call(__func__, context_use::needed,
                  [&] { query(data, sizes, attributes, count, pointer, size); });
}
