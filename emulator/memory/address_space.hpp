// Addresses as a program sees them, and the host memory behind them.
//
// The problem: a CUDA program holds pointers to device memory that the host must not follow, to pinned and managed memory that both may, and
// neighbouring allocations must not hide each other's overruns. So device allocations get addresses from a reserved range that
// is mapped without access (a host dereference faults, as on a real system) with a gap behind each; their bytes live elsewhere (`host`).
// Pinned, managed and registered memory has its host address.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <vector>

namespace lockstep::memory {

enum class allocation_kind : std::uint8_t { device, managed, pinned, registered, variable, heap, parameters };

struct allocation {
  std::uint64_t address = 0;  // first byte, as programs see it
  std::uint64_t size = 0;     // bytes asked for
  std::byte *host = nullptr;  // where its first byte is
  allocation_kind kind = allocation_kind::device;
  std::string name;           // of a variable; empty otherwise
  bool freed = false;         // kept for a while after it was freed, for use-after-free reports

  bool contains(std::uint64_t first, std::uint64_t bytes) const {
    return first >= address && first - address <= size && bytes <= size - (first - address);
  }
};

// Thread-safe. Allocations are never moved; a pointer to one stays valid until the address space is cleared.
class address_space {
 public:
  address_space();
  ~address_space();
  address_space(const address_space &) = delete;
  address_space &operator=(const address_space &) = delete;

  // Reserve and back `size` bytes (zero is allowed) at a multiple of 512. Contents are unspecified, as on a device. nullptr: out of memory.
  allocation *allocate(allocation_kind kind, std::uint64_t size, std::string name = {});
  // Make existing host memory known (cudaHostRegister).
  allocation *adopt(allocation_kind kind, void *host, std::uint64_t size);
  // Free the allocation that begins at `address`. False if none does (or it was freed before).
  bool release(std::uint64_t address);
  // The live allocation that contains `address` (or begins there, if empty). nullptr if none.
  const allocation *find(std::uint64_t address) const;
  // The live or freed allocation that contains it or ends nearest below it, for messages. nullptr if none.
  const allocation *nearest(std::uint64_t address) const;
  // Changes whenever an allocation is released: cached results of find() are good while it stays the same.
  std::uint64_t generation() const { return generation_.load(std::memory_order_acquire); }
  // Bytes allocated now, pinned and managed memory not counted.
  std::uint64_t in_use() const;
  // True if the address is in the reserved range of device addresses.
  bool is_device_range(std::uint64_t address) const;
  // Free everything (cudaDeviceReset).
  void clear();

 private:
  struct reservation;
  mutable std::shared_mutex mutex_;
  std::map<std::uint64_t, std::unique_ptr<allocation>> by_address_;
  std::unique_ptr<reservation> reservation_;
  std::atomic<std::uint64_t> generation_{1};
  std::uint64_t in_use_ = 0;
};

}  // namespace lockstep::memory
