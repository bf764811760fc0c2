// The happens-before relation where it is not plain.
//
// Barriers of a whole block and of a whole warp are kept as one time each (order.hpp). All else
// that orders accesses - barriers of some threads, fences with strong writes and reads, launches
// from kernels, streams - is an *event*: the accesses that its threads made before a time happen
// before it, and all that happens before the events it follows. Whether an access came before is
// then a search along the events, newest first, cut off where events are older than the access.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "checks/record.hpp"

namespace lockstep::checks {

struct event;

// A counted reference to an event.
class event_ref {
 public:
  event_ref() = default;
  explicit event_ref(event* e);
  event_ref(const event_ref& other);
  event_ref(event_ref&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
  event_ref& operator=(event_ref other) noexcept {
    std::swap(event_, other.event_);
    return *this;
  }
  ~event_ref();
  event* operator->() const { return event_; }
  event* get() const { return event_; }
  explicit operator bool() const { return event_ != nullptr; }
  bool operator==(const event_ref&) const = default;

 private:
  event* event_ = nullptr;
};

// Lanes of a warp that took part, and when.
struct participant {
  std::uint32_t warp = 0, lanes = 0;
  epoch before = 0;       // accesses of these lanes before it,
  epoch warp_before = 0;  // of the whole warp before this: what its last whole barrier gave
};

struct event {
  std::uint32_t references = 0;
  std::uint32_t visited = 0;  // by the search of that number
  epoch time = 0;             // whatever happens before it is earlier than this
  std::uint32_t grid = 0;     // whole_grid: all its blocks; otherwise `block` is one of it
  std::uint32_t block = 0;    // number of a run of a block
  epoch block_before = 0;     // of all threads of the block
  epoch all_before = 0;       // of whatever grid
  bool whole_grid = false;
  bool in_block_only = false;  // made by a fence or an access whose scope is the block
  bool of_reads = false;  // by a write that no fence stands before: only reads happen before it
  std::vector<participant> by;
  std::vector<event_ref> follows;
};

// An event after all of these. Null if there are none.
event_ref after_all(const std::vector<event_ref>& events);

// An access, of which to find out whether it happens before an event.
struct past_access {
  std::uint32_t grid, block, thread;
  epoch time;
  bool is_read = false;

  bool operator==(const past_access&) const = default;
};

enum class scopes : std::uint8_t {
  as_written,  // an event of block scope orders nothing for threads of other blocks
  ignored,
};

// True if the access happens before `e`, seen from `block`.
bool happens_after(const event_ref& e, const past_access& access, std::uint32_t block, scopes how);

}  // namespace lockstep::checks
