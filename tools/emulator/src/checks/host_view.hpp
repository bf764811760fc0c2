// The host's view of memory that it shares with the device.
//
// A launch returns before its kernel has run, so the host must wait before it uses what the kernel
// does. Here the kernel has run by then, and a missing wait would not show. So the pages that a
// grid has used are taken away from the host until it has waited for the grid: those that were
// written altogether, those that were read from writing. Its access then faults, which gives it the
// page back and asks whether the very word is one that the grid used.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "checks/record.hpp"
#include "checks/touched_pages.hpp"
#include "memory/address_space.hpp"

namespace lockstep::checks {

// A grid (or copy) that the host asked for, with all that it launched.
struct finished_grid {
  std::uint32_t number = 0;
  epoch began = 0, ended = 0;
};

class host_view {
 public:
  explicit host_view(const memory::address_space& memory) : memory_(memory) {}
  ~host_view();
  host_view(const host_view&) = delete;
  host_view& operator=(const host_view&) = delete;

  // The grid has used these pages of the memory.
  void take_away(const finished_grid& by, const memory::address_space::range& of,
                 const std::vector<touched_page>& pages);
  // Gives back what grids used for which the host need not wait any more.
  template <class F>
  void give_back_unless(F must_wait_for) {
    const std::size_t before = taken_.size();
    std::erase_if(taken_, [&](const taken& t) { return !must_wait_for(t.by); });
    if (taken_.size() != before) give_back_what_is_free();
  }
  // Of the page of an address: gives it back if it is taken away.
  enum class page : std::uint8_t { unknown, free, was_taken };
  page give_back_page(std::uint64_t address);
  // The grid, of those that have used pages and are not given back, that did something at `when`;
  // nullptr: none of them did.
  const finished_grid* grid_at(epoch when) const;

 private:
  enum access : std::uint8_t { everything, reading, nothing };
  struct view {
    std::uint64_t serial;               // of the memory
    std::vector<std::uint8_t> allowed;  // to the host, by page: access
    std::size_t pages_taken = 0;
  };
  struct taken {
    finished_grid by;
    std::uint64_t address, serial;  // of the memory
    std::vector<touched_page> pages;
  };
  // Of memory that still is what it was; nullptr: it is not.
  view* view_of(std::uint64_t address, std::uint64_t serial);
  static void allow(std::uint64_t address, view& in, std::uint32_t first, std::uint32_t end,
                    access what);
  // Where `wanted`, by page, differs from what is allowed.
  static void allow(std::uint64_t address, view& in, std::uint32_t first,
                    const std::vector<std::uint8_t>& wanted);
  void give_back_what_is_free();

  const memory::address_space& memory_;
  std::map<std::uint64_t, view> views_;  // by address of the memory
  std::deque<taken> taken_;
};

}  // namespace lockstep::checks
