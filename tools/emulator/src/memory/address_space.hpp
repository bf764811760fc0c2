// Addresses as a program sees them, and the host memory behind them.
//
// The problem: a CUDA program holds pointers to device memory that the host must not follow, to
// pinned and managed memory that both may, and neighbouring allocations must not hide each other's
// overruns. So device allocations get addresses from a reserved range that is mapped without access
// (a host dereference faults, as on a real system) with a gap behind each; their bytes live
// elsewhere (`host`). Pinned, managed and registered memory has its host address; where the host's
// accesses are watched, the first two are mapped a second time, for us.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::memory {

enum class allocation_kind : std::uint8_t {
  device,
  managed,
  pinned,
  registered,
  variable,
  heap,
  system,         // what kernels use without asking for it
  launch_buffer,  // parameters of a launch by device code, until it is launched
  mapped,         // at addresses that the program has reserved
};

struct allocation {
  std::uint64_t address = 0;  // first byte, as programs see it
  std::uint64_t size = 0;     // bytes asked for
  std::byte* host = nullptr;  // where its first byte is, for us
  allocation_kind kind = allocation_kind::device;
  std::uint64_t serial = 0;  // no two allocations have the same
  std::string name;          // of a variable; empty otherwise
  bool freed = false;        // kept for a while after it was freed, for use-after-free reports

  bool contains(std::uint64_t first, std::uint64_t bytes) const {
    return first >= address && first - address <= size && bytes <= size - (first - address);
  }
};

// A range of addresses that the host cannot follow (reservation.hpp).
class reservation;

// Thread-safe. Allocations are never moved; a pointer to one stays valid until the address space is
// cleared.
class address_space {
 public:
  address_space();
  ~address_space();
  address_space(const address_space&) = delete;
  address_space& operator=(const address_space&) = delete;

  // From now on the host's access to pinned and managed memory can be taken away without ours.
  void give_host_its_own_view();
  // From now on small blocks of fresh memory are filled with 0xA5, so that an unwritten value
  // stands out.
  void paint_fresh_memory();
  // Reserve and back `size` bytes (zero is allowed) at a multiple of 512. nullptr: out of memory.
  // Contents are unspecified, as on a device, but memory fresh from the driver is zero there, and
  // so it is here, unless it is painted: then device, managed and heap memory of up to 64 KiB is
  // 0xA5.
  [[nodiscard]] allocation* allocate(allocation_kind kind, std::uint64_t size,
                                     std::string name = {});
  // Make existing host memory known (cudaHostRegister).
  [[nodiscard]] allocation* adopt(allocation_kind kind, void* host, std::uint64_t size);
  // Free the allocation that begins at `address`. False if none does (or it was freed before).
  // The record of what was freed stays readable until 4096 more have been freed, or the addresses
  // are used again.
  bool release(std::uint64_t address);
  // Addresses apart from memory (cuMemAddressReserve), at a multiple of `mapping_granularity`,
  // which `size` must be, too. 0: none are free.
  static constexpr std::uint64_t mapping_granularity = 2 << 20;
  [[nodiscard]] std::uint64_t reserve(std::uint64_t size);
  // Gives part of a reservation memory, which is zero, or takes it away. Parts that touch are one
  // allocation. False: the range is not within one reservation, or has memory already, or none.
  bool map_part(std::uint64_t address, std::uint64_t size);
  bool unmap_part(std::uint64_t address, std::uint64_t size);
  // False: no reservation begins there with this size, or part of it has memory.
  bool unreserve(std::uint64_t address, std::uint64_t size);
  // A block of the device's heap, which device code's malloc and free deal with. nullptr also if
  // the heap, of `limit` bytes, has no room for it; release_heap frees nothing else.
  [[nodiscard]] allocation* allocate_heap(std::uint64_t size, std::uint64_t limit);
  bool release_heap(std::uint64_t address);
  // Between the two calls the host memory behind what is released stays mapped (with other
  // contents): kernels run, and some thread may hold its host address. Nestable.
  void keep_pages();
  void drop_pages();
  // The live allocation that contains `address` (or begins there, if empty). nullptr if none.
  [[nodiscard]] const allocation* find(std::uint64_t address) const;
  // A copy of the same, for threads that look while others release.
  struct range {
    std::uint64_t address = 0, size = 0;
    std::byte* host = nullptr;
    allocation_kind kind = allocation_kind::device;
    std::uint64_t serial = 0;
    // The host uses it at its address, which it has for itself.
    bool host_has_own_view() const;
  };
  [[nodiscard]] std::optional<range> find_range(std::uint64_t address) const;
  // The live or freed allocation that contains it or ends nearest below it, for messages. nullptr
  // if none.
  const allocation* nearest(std::uint64_t address) const;
  // The live allocation that begins nearest above it, for messages. nullptr if none.
  const allocation* next(std::uint64_t address) const;
  // The same as `nearest`, without waiting, for signal handlers: nullptr also if another thread is
  // allocating just now.
  const allocation* nearest_without_waiting(std::uint64_t address) const noexcept;
  // Changes whenever an allocation is released: cached results of find() are good while it stays
  // the same.
  std::uint64_t generation() const { return generation_.load(std::memory_order_acquire); }
  const std::atomic<std::uint64_t>& generation_counter() const { return generation_; }
  // Bytes allocated now, pinned and managed memory not counted.
  std::uint64_t in_use() const;
  // Live allocations that the program has asked for, in the order of their addresses.
  struct request {
    allocation_kind kind;
    std::uint64_t size, serial;
  };
  std::vector<request> requested_by_program() const;
  // All of it lies in pages with some live allocation, as a GPU maps device memory, and not in one
  // that was freed. Or behind memory of the host, as far as a GPU has mapped more than was asked
  // for (docs/data/h100_stray_reads.csv).
  bool shares_page(std::uint64_t address, std::uint64_t bytes) const;
  // True if the address is in the reserved range of device addresses.
  bool is_device_range(std::uint64_t address) const;
  void device_addresses(std::uint64_t& begin, std::uint64_t& end) const;
  // Free everything (cudaDeviceReset).
  void clear();

 private:
  using map = std::map<std::uint64_t, std::unique_ptr<allocation>>;
  [[nodiscard]] allocation* insert(std::unique_ptr<allocation> record);
  const allocation* at_or_below(std::uint64_t address) const;
  bool overlaps(std::uint64_t address, std::uint64_t size) const;
  [[nodiscard]] allocation* allocate_locked(allocation_kind kind, std::uint64_t size,
                                            std::string name);
  bool release_locked(std::uint64_t address);
  void unmap(allocation& record);
  void put_part(std::uint64_t address, std::uint64_t size, std::byte* host);
  [[nodiscard]] std::uint64_t choose_address(std::uint64_t size, allocation_kind kind);
  // The last eighth of the addresses.
  [[nodiscard]] std::uint64_t begin_of_heap() const;

  mutable std::shared_mutex mutex_;
  map by_address_;                   // live and freed; no two overlap
  std::deque<std::uint64_t> freed_;  // addresses of freed records, oldest first
  std::unique_ptr<reservation> reservation_;
  std::uint64_t heap_next_ = 0;  // the same for the heap of kernels
  std::uint64_t next_ = 0;       // where the search for free addresses goes on
  std::atomic<std::uint64_t> generation_{1};
  std::uint64_t in_use_ = 0, heap_in_use_ = 0;
  std::uint64_t serials_ = 0;
  bool two_views_ = false, paints_ = false;
  unsigned keepers_ = 0;  // of pages
  struct pages {
    std::byte* host;
    std::uint64_t size;
  };
  std::vector<pages> kept_;
  std::map<std::uint64_t, pages> reserved_;  // by address; its pages are there, whatever is mapped
};

// Keeps pages as long as it lives.
class kept_pages {
 public:
  explicit kept_pages(address_space& memory) : memory_(memory) { memory_.keep_pages(); }
  ~kept_pages() { memory_.drop_pages(); }
  kept_pages(const kept_pages&) = delete;
  kept_pages& operator=(const kept_pages&) = delete;

 private:
  address_space& memory_;
};

}  // namespace lockstep::memory
