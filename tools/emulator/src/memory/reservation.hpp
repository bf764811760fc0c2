// Pages from the operating system: the reserved range that device addresses come from, and the
// bytes behind allocations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace lockstep::memory {

// Addresses mapped without access: following one faults. 1 TiB, or less where the system
// allows no more.
class reservation {
 public:
  reservation();  // throws std::bad_alloc
  ~reservation();
  reservation(const reservation&) = delete;
  reservation& operator=(const reservation&) = delete;

  std::uint64_t begin() const { return begin_; }
  std::uint64_t end() const { return begin_ + size_; }
  bool contains(std::uint64_t address) const { return address - begin_ < size_; }

 private:
  std::uint64_t begin_ = 0, size_ = 0;
};

// Zeroed memory of whole pages, nullptr if there is none. Blocks of 2 MiB and more ask for huge
// pages: fewer page faults.
[[nodiscard]] std::byte* map_pages(std::uint64_t size);
void unmap_pages(std::byte* pages, std::uint64_t size);
// The same memory at two addresses, each with an access of its own; none if there is none.
struct two_views {
  std::byte* one;
  std::byte* other;
};
[[nodiscard]] std::optional<two_views> map_twice(std::uint64_t size);
// Gives their memory back: they stay mapped, and are zero. In all views.
void empty_pages(std::byte* pages, std::uint64_t size);

// Memory that another process has at the same address (lockstep/protocol/other_program_abi.h). What
// is given back is zero again, and its addresses are not used a second time.
class shared_arena {
 public:
  static shared_arena& get();
  // Whether allocations of this thread that the host can see come from here.
  static bool& used_by_this_thread();

  void use(std::byte* begin, std::uint64_t bytes);
  [[nodiscard]] std::byte* take(std::uint64_t size);  // nullptr: there is none left
  // Whether it was from here.
  bool give_back(std::byte* pages, std::uint64_t size);

 private:
  std::byte* begin_ = nullptr;
  std::uint64_t bytes_ = 0, taken_ = 0;
};

// Bytes of memory that this machine has, or that the control group of this process is allowed,
// whichever is less.
[[nodiscard]] std::uint64_t host_memory();

}  // namespace lockstep::memory
