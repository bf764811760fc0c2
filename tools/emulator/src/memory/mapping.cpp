// Addresses that are reserved apart from memory. A reservation has pages from the beginning, which
// cost nothing until they are used; what is mapped of them is an allocation.
#include <algorithm>
#include <shared_mutex>

#include "memory/address_space.hpp"
#include "memory/reservation.hpp"

namespace lockstep::memory {

std::uint64_t address_space::reserve(std::uint64_t size) {
  const std::unique_lock lock(mutex_);
  const std::uint64_t chosen = choose_address(size + mapping_granularity, allocation_kind::device);
  if (chosen == 0) return 0;
  std::byte* const host = map_pages(size);
  if (host == nullptr) return 0;
  const std::uint64_t address =
      (chosen + mapping_granularity - 1) / mapping_granularity * mapping_granularity;
  reserved_[address] = {host, size};
  return address;
}

bool address_space::unreserve(std::uint64_t address, std::uint64_t size) {
  const std::unique_lock lock(mutex_);
  const auto found = reserved_.find(address);
  if (found == reserved_.end() || found->second.size != size || overlaps(address, size))
    return false;
  unmap_pages(found->second.host, size);
  reserved_.erase(found);
  return true;
}

// A live allocation of part of a reservation. It takes over the records of its neighbours, which
// must be gone from the program's view by then.
void address_space::put_part(std::uint64_t address, std::uint64_t size, std::byte* host) {
  auto record = std::make_unique<allocation>();
  record->address = address;
  record->size = size;
  record->host = host;
  record->kind = allocation_kind::mapped;
  static_cast<void>(insert(std::move(record)));
}

bool address_space::map_part(std::uint64_t address, std::uint64_t size) {
  const std::unique_lock lock(mutex_);
  auto reserved = reserved_.upper_bound(address);
  if (reserved == reserved_.begin()) return false;
  --reserved;
  const std::uint64_t begin = reserved->first, end = begin + reserved->second.size;
  if (size > end - begin || address - begin > end - begin - size || overlaps(address, size))
    return false;
  std::uint64_t first = address, last = address + size;
  const auto take = [&](map::iterator part) {
    if (part == by_address_.end() || part->second->freed || part->first < begin) return;
    first = std::min(first, part->first);
    last = std::max(last, part->first + part->second->size);
    by_address_.erase(part);
  };
  if (const allocation* below = at_or_below(address);
      below != nullptr && below->address + below->size == address)
    take(by_address_.find(below->address));
  if (last < end) take(by_address_.find(last));
  put_part(first, last - first, reserved->second.host + (first - begin));
  in_use_ += size;
  generation_.fetch_add(1, std::memory_order_acq_rel);
  return true;
}

bool address_space::unmap_part(std::uint64_t address, std::uint64_t size) {
  const std::unique_lock lock(mutex_);
  const allocation* const found = at_or_below(address);
  if (found == nullptr || found->freed || found->kind != allocation_kind::mapped ||
      !found->contains(address, size))
    return false;
  const std::uint64_t first = found->address, last = first + found->size;
  std::byte* const host = found->host;
  by_address_.erase(first);
  if (first < address) put_part(first, address - first, host);
  if (address + size < last)
    put_part(address + size, last - address - size, host + (address + size - first));
  empty_pages(host + (address - first), size);
  in_use_ -= size;
  generation_.fetch_add(1, std::memory_order_acq_rel);
  return true;
}

}  // namespace lockstep::memory
