#include "memory/address_space.hpp"

#include <algorithm>
#include <cstring>
#include <shared_mutex>
#include <utility>

#include "memory/reservation.hpp"

namespace lockstep::memory {
namespace {

constexpr std::uint64_t alignment = 512;  // what cudaMalloc promises is 256; devices give 512
constexpr std::uint64_t gap =
    64 << 10;  // an overrun lands between allocations, not in the next one
constexpr std::uint64_t most_poisoned = 64 << 10;
constexpr int poison = 0xA5;
constexpr std::uint64_t gpu_page = 2 << 20;
constexpr std::uint64_t host_page = 4096;
constexpr std::size_t freed_kept = 4096;

constexpr std::uint64_t round_up(std::uint64_t value) {
  return (value + alignment - 1) / alignment * alignment;
}

// What a block takes of the heap: malloc's pointers are multiples of 16 (CUDA C++ Programming
// Guide, "Dynamic Global Memory Allocation").
constexpr std::uint64_t heap_room(std::uint64_t size) {
  return std::max<std::uint64_t>((size + 15) / 16 * 16, 16);
}

// Kinds whose address is the host's own.
constexpr bool is_host_visible(allocation_kind kind) {
  return kind == allocation_kind::managed || kind == allocation_kind::pinned ||
         kind == allocation_kind::registered;
}

// Where the pages end that a GPU maps for such memory: small allocations come from pieces of 2 MiB,
// large ones and what is registered end with a page of the host (docs/data/h100_stray_reads.csv).
constexpr std::uint64_t end_of_pages(const allocation& of) {
  if (!is_host_visible(of.kind)) return of.address;
  const bool is_small = (of.kind == allocation_kind::pinned && of.size <= gpu_page) ||
                        (of.kind == allocation_kind::managed && of.size < gpu_page);
  if (is_small) return of.address + gpu_page;
  return (of.address + of.size + host_page - 1) / host_page * host_page;
}

constexpr bool is_poisoned(allocation_kind kind) {
  return kind == allocation_kind::device || kind == allocation_kind::managed ||
         kind == allocation_kind::heap;
}

}  // namespace

bool address_space::range::host_has_own_view() const {
  const bool is_shared = kind == allocation_kind::managed || kind == allocation_kind::pinned;
  return is_shared && reinterpret_cast<std::uint64_t>(host) != address;
}

address_space::address_space() : reservation_(std::make_unique<reservation>()) {
  next_ = reservation_->begin() + gap;
  heap_next_ = begin_of_heap();
}

address_space::~address_space() { clear(); }

void address_space::give_host_its_own_view() {
  const std::unique_lock lock(mutex_);
  two_views_ = true;
}

void address_space::paint_fresh_memory() {
  const std::unique_lock lock(mutex_);
  paints_ = true;
}

allocation* address_space::allocate(allocation_kind kind, std::uint64_t size, std::string name) {
  const std::unique_lock lock(mutex_);
  return allocate_locked(kind, size, std::move(name));
}

allocation* address_space::allocate_heap(std::uint64_t size, std::uint64_t limit) {
  const std::unique_lock lock(mutex_);
  if (size > limit || heap_in_use_ + heap_room(size) > limit) return nullptr;
  allocation* made = allocate_locked(allocation_kind::heap, size, {});
  if (made != nullptr) heap_in_use_ += heap_room(size);
  return made;
}

allocation* address_space::allocate_locked(allocation_kind kind, std::uint64_t size,
                                           std::string name) {
  const bool counted = !is_host_visible(kind);
  // Pages are given on first touch, so that this limit, not the system, is what says no before the
  // machine is out of memory.
  static const std::uint64_t capacity = host_memory();
  if (size > capacity || (counted && in_use_ + size > capacity)) return nullptr;
  std::byte *host = nullptr, *seen_by_host = nullptr;
  if (!counted && shared_arena::used_by_this_thread()) {
    host = seen_by_host = shared_arena::get().take(size);
  } else if (const auto views = two_views_ && !counted ? map_twice(size) : std::nullopt) {
    host = views->one;
    seen_by_host = views->other;
  } else {
    host = seen_by_host = map_pages(size);
  }
  if (host == nullptr) return nullptr;
  auto record = std::make_unique<allocation>();
  record->address =
      counted ? choose_address(size, kind) : reinterpret_cast<std::uint64_t>(seen_by_host);
  record->size = size;
  record->host = host;
  record->kind = kind;
  record->name = std::move(name);
  if (record->address == 0) {
    unmap_pages(host, size);
    return nullptr;
  }
  if (paints_ && is_poisoned(kind) && size <= most_poisoned) std::memset(host, poison, size);
  if (counted) in_use_ += size;
  return insert(std::move(record));
}

allocation* address_space::adopt(allocation_kind kind, void* host, std::uint64_t size) {
  const std::unique_lock lock(mutex_);
  if (overlaps(reinterpret_cast<std::uint64_t>(host), size)) return nullptr;
  auto record = std::make_unique<allocation>();
  record->address = reinterpret_cast<std::uint64_t>(host);
  record->size = size;
  record->host = static_cast<std::byte*>(host);
  record->kind = kind;
  return insert(std::move(record));
}

bool address_space::release(std::uint64_t address) {
  const std::unique_lock lock(mutex_);
  return release_locked(address);
}

bool address_space::release_heap(std::uint64_t address) {
  const std::unique_lock lock(mutex_);
  const auto found = by_address_.find(address);
  if (found == by_address_.end() || found->second->kind != allocation_kind::heap) return false;
  return release_locked(address);
}

void address_space::keep_pages() {
  const std::unique_lock lock(mutex_);
  ++keepers_;
}

void address_space::drop_pages() {
  const std::unique_lock lock(mutex_);
  if (--keepers_ != 0) return;
  for (const pages& p : kept_) unmap_pages(p.host, p.size);
  kept_.clear();
}

void address_space::unmap(allocation& record) {
  auto* const seen_by_host = reinterpret_cast<std::byte*>(record.address);
  if (is_host_visible(record.kind) && record.host != seen_by_host)
    unmap_pages(seen_by_host, record.size);
  if (record.kind == allocation_kind::registered || record.kind == allocation_kind::mapped) {
    // the program's own, or the reservation's
  } else if (shared_arena::get().give_back(record.host, record.size)) {
    // another process has it, too
  } else if (keepers_ == 0) {
    unmap_pages(record.host, record.size);
  } else {
    empty_pages(record.host, record.size);
    kept_.push_back({record.host, record.size});
  }
  record.host = nullptr;
}

bool address_space::release_locked(std::uint64_t address) {
  const auto found = by_address_.find(address);
  if (found == by_address_.end() || found->second->freed) return false;
  allocation& record = *found->second;
  if (!is_host_visible(record.kind)) in_use_ -= record.size;
  if (record.kind == allocation_kind::heap) heap_in_use_ -= heap_room(record.size);
  unmap(record);
  record.freed = true;
  freed_.push_back(address);
  if (freed_.size() > freed_kept) {
    const auto oldest = by_address_.find(freed_.front());
    if (oldest != by_address_.end() && oldest->second->freed) by_address_.erase(oldest);
    freed_.pop_front();
  }
  generation_.fetch_add(1, std::memory_order_acq_rel);
  return true;
}

const allocation* address_space::find(std::uint64_t address) const {
  const std::shared_lock lock(mutex_);
  const allocation* below = at_or_below(address);
  if (below == nullptr || below->freed) return nullptr;
  return below->contains(address, 1) || below->address == address ? below : nullptr;
}

std::optional<address_space::range> address_space::find_range(std::uint64_t address) const {
  const std::shared_lock lock(mutex_);
  const allocation* below = at_or_below(address);
  if (below == nullptr || below->freed || !below->contains(address, 1)) return {};
  return range{below->address, below->size, below->host, below->kind, below->serial};
}

const allocation* address_space::nearest(std::uint64_t address) const {
  const std::shared_lock lock(mutex_);
  return at_or_below(address);
}

const allocation* address_space::next(std::uint64_t address) const {
  const std::shared_lock lock(mutex_);
  for (auto at = by_address_.upper_bound(address); at != by_address_.end(); ++at)
    if (!at->second->freed) return &*at->second;
  return nullptr;
}

const allocation* address_space::nearest_without_waiting(std::uint64_t address) const noexcept {
  const std::shared_lock lock(mutex_, std::try_to_lock);
  return lock ? at_or_below(address) : nullptr;
}

std::uint64_t address_space::in_use() const {
  const std::shared_lock lock(mutex_);
  return in_use_;
}

std::vector<address_space::request> address_space::requested_by_program() const {
  const std::shared_lock lock(mutex_);
  std::vector<request> all;
  for (const auto& [address, record] : by_address_) {
    const bool made_by_us = record->kind == allocation_kind::variable ||
                            record->kind == allocation_kind::system ||
                            record->kind == allocation_kind::launch_buffer;
    if (!record->freed && !made_by_us) all.push_back({record->kind, record->size, record->serial});
  }
  return all;
}

bool address_space::shares_page(std::uint64_t address, std::uint64_t bytes) const {
  const std::shared_lock lock(mutex_);
  const allocation* below = at_or_below(address);
  if (!reservation_->contains(address) || !reservation_->contains(address + bytes - 1))
    return below != nullptr && !below->freed && address + bytes <= end_of_pages(*below);
  if (below != nullptr && below->freed && below->contains(address, 1)) return false;
  const std::uint64_t end = address + bytes;
  for (std::uint64_t page = address / gpu_page * gpu_page; page < end; page += gpu_page)
    if (!overlaps(page, gpu_page)) return false;
  return true;
}

void address_space::device_addresses(std::uint64_t& begin, std::uint64_t& end) const {
  begin = reservation_->begin();
  end = reservation_->end();
}

bool address_space::is_device_range(std::uint64_t address) const {
  return reservation_->contains(address);
}

void address_space::clear() {
  const std::unique_lock lock(mutex_);
  for (auto& [address, record] : by_address_)
    if (!record->freed) unmap(*record);
  by_address_.clear();
  freed_.clear();
  for (const auto& [address, reserved] : reserved_) unmap_pages(reserved.host, reserved.size);
  reserved_.clear();
  in_use_ = heap_in_use_ = 0;
  generation_.fetch_add(1, std::memory_order_acq_rel);
}

const allocation* address_space::at_or_below(std::uint64_t address) const {
  const auto above = by_address_.upper_bound(address);
  return above == by_address_.begin() ? nullptr : std::prev(above)->second.get();
}

// True if a live allocation lies in [address, address + size).
bool address_space::overlaps(std::uint64_t address, std::uint64_t size) const {
  const allocation* below = at_or_below(address);
  if (below != nullptr && !below->freed && below->address + below->size > address) return true;
  for (auto next = by_address_.upper_bound(address);
       next != by_address_.end() && next->first < address + size; ++next)
    if (!next->second->freed) return true;
  return false;
}

// Adds a live record, and forgets the freed ones whose addresses it takes over.
allocation* address_space::insert(std::unique_ptr<allocation> record) {
  auto next = by_address_.lower_bound(record->address);
  if (next != by_address_.begin()) {
    const auto before = std::prev(next);
    if (before->first + before->second->size > record->address) by_address_.erase(before);
  }
  const std::uint64_t end = record->address + std::max<std::uint64_t>(record->size, 1);
  while (next != by_address_.end() && next->first < end) next = by_address_.erase(next);
  allocation* inserted = record.get();
  inserted->serial = ++serials_;
  by_address_[record->address] = std::move(record);
  return inserted;
}

std::uint64_t address_space::begin_of_heap() const {
  const std::uint64_t all = reservation_->end() - reservation_->begin();
  return round_up(reservation_->begin() + all / 8 * 7) + gap;
}

// Free addresses for `size` bytes and the gap behind them, 0 if there are none. The search goes on
// where the last one ended, so that an address comes back as late as possible and a use after free
// is seen as such. What kernels take is apart from what the host takes: an address says nothing of
// them.
std::uint64_t address_space::choose_address(std::uint64_t size, allocation_kind kind) {
  const bool is_heap = kind == allocation_kind::heap;
  const std::uint64_t need = round_up(size) + gap;
  const std::uint64_t first = is_heap ? begin_of_heap() : reservation_->begin() + gap;
  const std::uint64_t last = is_heap ? reservation_->end() : begin_of_heap();
  std::uint64_t& next_one = is_heap ? heap_next_ : next_;
  std::uint64_t candidate = next_one;
  for (bool wrapped = false;;) {
    if (candidate + need > last) {
      if (wrapped) return 0;
      wrapped = true;
      candidate = first;
      continue;
    }
    // What reaches into the candidate's bytes or gap pushes the candidate behind itself.
    std::uint64_t behind = 0;
    for (auto next = by_address_.lower_bound(candidate);
         next != by_address_.end() && next->first < candidate + need; ++next)
      if (!next->second->freed) behind = next->second->address + next->second->size;
    for (const auto& [address, reserved] : reserved_)
      if (address < candidate + need && candidate < address + reserved.size)
        behind = std::max(behind, address + reserved.size);
    if (behind == 0) break;
    candidate = round_up(behind) + gap;
  }
  next_one = candidate + need;
  return candidate;
}

}  // namespace lockstep::memory
