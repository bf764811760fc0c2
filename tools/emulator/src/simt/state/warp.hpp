// The state of execution: a warp and the parts it has split into, a block and its barriers, the
// worker that runs blocks.
//
// Lanes of a warp that took different paths are *splits*: a position, a mask, a call frame. One
// runs (warp::active), the others wait in warp::others. Which one runs next: not much more rotated
// than others, deepest in calls, then at the lowest position (see ptx/layout.cpp for why lowest
// first makes lanes reconverge). When the running split reaches a position at or behind another's
// (the `horizon`), the warp chooses anew, and splits that stand at the same place in the same frame
// become one. So reconvergence is an optimisation and never a promise, as on the hardware since
// Volta; every split that is ready gets its turn, because a split that jumps backwards too often is
// rotated out.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "memory/address_space.hpp"
#include "metrics/counters.hpp"
#include "simt/linking/address_windows.hpp"
#include "simt/state/code.hpp"
#include "simt/state/execution_order.hpp"
#include "simt/state/split.hpp"

namespace lockstep::checks {
class monitor;
}
namespace lockstep::provenance {
class recorder;
}
namespace lockstep::timing {
class block_path;
class recorder;
}  // namespace lockstep::timing
namespace lockstep::trace {
class followed_warp;
class recorder;
}  // namespace lockstep::trace

namespace lockstep::simt {

// Offsets in a thread's local memory. Nothing lies in front, so that a negative index is noticed.
constexpr std::uint32_t local_front = 4096;
constexpr std::uint32_t local_limit =
    local_front + 512 * 1024;  // per thread, the most that any device gives
constexpr std::uint32_t local_stride =
    local_limit + 4160;  // between lanes: not a power of two, so that lanes do not fight for the
                         // host's cache sets

struct block;
struct cluster;
struct worker;
struct checked_block;
struct checked_worker;
struct misled_lanes;

// A live allocation as a load or store remembers it: [begin, end) as programs see it, and what to
// add to get the host's address. Good as long as nothing has been released since.
struct known_range {
  std::uint64_t begin = 1, end = 0;
  std::uint64_t to_host = 0;
  std::uint64_t generation = 0;  // of the address space
};

struct warp {
  std::byte* rows = nullptr;
  lane_mask active = 0;           // of the split that runs
  lane_mask live = 0;             // lanes that have not exited
  const step* horizon = nullptr;  // lowest position of another ready split in the same frame;
                                  // `no_horizon` if there is none
  int fuel = 0;                   // backward jumps left before the split is rotated out
  std::uint32_t turn = 0;
  const step* polled = nullptr;     // the last step that polled what other threads do,
  std::uint64_t polled_value = 0;   // and what it saw there (polling.cpp);
  lane_mask polling_lanes = 0;      // the lanes that polled there, since another step did;
  bool polls_again = false;         // in its present turn it saw what it had seen before
  frame_ref frame;                  // null in the kernel itself
  stack_tops stack{};               // of code that uses it (stack.hpp)
  std::byte* parameters = nullptr;  // parameter area: lane-major
  std::byte* local = nullptr;       // local memory: lane-major
  std::byte* shared = nullptr;      // the block's shared memory
  std::uint32_t shared_bytes = 0;
  known_range* ranges = nullptr;                           // the worker's
  const std::atomic<std::uint64_t>* generation = nullptr;  // of the address space
  metrics::instruction_counts* counts = nullptr;           // the worker's, if the launch is counted
  worker* on = nullptr;
  struct block* block = nullptr;
  std::uint32_t number = 0;  // in the block
  bool runnable = false;
  enum order order = order::natural;  // the launch's
  lane_mask in_cluster_barrier = 0;   // lanes that have arrived at it, in a phase that is not over
  std::uint8_t barrier = 0;           // at which the warp waits as a whole,
  const step* waits_in = nullptr;     // in this instruction: its only split stays the active one;
                                      // nullptr: it does not
  // The barrier at which compiled code left the warp, since then as it was: what that code takes
  // for the same in all active lanes is.
  const step* agreed = nullptr;
  warp* next = nullptr;  // of the block, in the natural order; nullptr: the last
  split_list others;

  std::uint32_t local_base() const { return frame ? frame->local_base : local_front; }
};

inline const step* const no_horizon = reinterpret_cast<const step*>(~std::uintptr_t{0});

struct barrier {
  std::uint32_t arrived = 0;   // threads
  std::uint32_t expected = 0;  // 0: all live threads of the block
  std::uint32_t votes = 0;     // threads whose predicate was true (bar.red)
};

constexpr unsigned barriers_per_block = 16;
// What a split's `barrier` says if it waits in barrier.cluster, which the cluster counts.
constexpr unsigned cluster_barrier = barriers_per_block;

struct block {
  dimensions index{};
  std::vector<warp> warps;
  std::uint32_t live_threads = 0;
  std::array<barrier, barriers_per_block> barriers{};
  std::uint32_t open_barriers =
      0;  // bit i: threads have arrived at barrier i, and it is not complete
  std::vector<std::byte> shared;
  std::vector<std::byte> storage;      // register files, parameter areas
  std::byte* local_storage = nullptr;  // local memory of all its threads, mapped on demand
  std::size_t local_storage_bytes = 0;
  std::vector<int> device_errors;     // each thread's last error of the device runtime; empty: none
  bool busy = false;                  // holds a block of the grid that has not ended
  struct cluster* cluster = nullptr;  // if there are several blocks in it, or it has barriers
  std::uint32_t rank = 0;             // in the cluster
  std::unique_ptr<checked_block> checked;     // of a checked kernel: see checked_block.hpp
  std::vector<trace::followed_warp*> traced;  // by warp, nullptr: not this one; empty: none
  timing::block_path* path = nullptr;         // nullptr: the model of time does not follow it
  std::uint64_t work = 0;                     // issue slots so far (run/work_meter.hpp)
  // Of a recorded kernel, by warp, register and lane: the node that its value comes from.
  std::vector<std::uint32_t> origins;
  // Likewise by warp, lane and byte of the lane's area of parameters.
  std::vector<std::uint32_t> parameter_origins;

  block();
  block(const block&) = delete;
  block& operator=(const block&) = delete;
  ~block();
};

class bad_accesses;
class device_services;
struct attention;
class linked_image;
class launch_tree;
class undo_log;
struct child_grid;

// The launch that runs, as all workers see it.
struct running_launch {
  const struct code* code = nullptr;
  const struct code* timed = nullptr;  // the form of it that followed blocks run,
  timing::recorder* timing = nullptr;  // and who follows them; nullptr: nobody
  bool samples_only = false;           // no other blocks run
  undo_log* undo = nullptr;            // only this block runs, again, and leaves no trace
  std::uint64_t repeated = 0;
  linked_image* image = nullptr;
  launch_tree* tree = nullptr;  // where device code launches
  std::shared_ptr<child_grid> self;
  const device_services* services = nullptr;
  std::string kernel;  // demangled
  dimensions grid{1, 1, 1}, block{1, 1, 1};
  dimensions cluster{1, 1, 1};  // blocks
  std::uint32_t cluster_blocks = 1;
  bool explicit_cluster = false;
  std::uint32_t threads = 1, warps = 1;  // per block
  std::uint32_t shared_bytes = 0;        // static and dynamic
  std::uint32_t dynamic_shared_bytes = 0;
  // Where the part that the system keeps for cooperative groups begins, if the kernel uses it.
  std::uint32_t reserved_shared_offset = 0, reserved_shared_bytes = 0;
  std::uint64_t identity = 0;     // %gridid
  std::uint32_t launched_in = 0;  // by device code, on this line; 0: not so
  std::uint64_t workspace = 0;    // of cooperative launches: %envreg1:%envreg2
  const std::vector<std::byte>* parameters = nullptr;
  bool cooperative = false;
  bool counting = false;
  bool may_compile = false;                    // nobody observes what compiled code would not show
  checks::monitor* monitor = nullptr;          // of a checked kernel
  std::uint32_t grid_number = 0;               // for the monitor
  trace::recorder* recorder = nullptr;         // of a traced kernel
  provenance::recorder* provenance = nullptr;  // of a recorded kernel,
  std::uint32_t first_site = 0;                // whose sites begin here
  struct schedule schedule;
  std::uint64_t blocks = 1;
  std::atomic<std::uint64_t> next_cluster{0};
  std::atomic<bool> stop{false};     // a worker met a fault
  bad_accesses* going_on = nullptr;  // after bad accesses; nullptr: the first one stops it
  bool has_deadline = false;
  std::chrono::steady_clock::time_point deadline;
  std::chrono::steady_clock::time_point began;
  const attention* waiting_person = nullptr;  // nullptr: nobody is
  memory::address_space* memory = nullptr;
  std::size_t heap_bytes = std::size_t{8} << 20;  // for malloc of device code
  std::function<void(std::string_view)>* print = nullptr;
  unsigned workers = 1;
};

struct worker {
  worker();
  ~worker();
  unsigned number = 0;
  running_launch* launch = nullptr;
  dice chances;                                     // in orders that are not natural
  std::vector<known_range> ranges;                  // by instruction: what its last access hit
  std::vector<metrics::instruction_counts> counts;  // by instruction, if the launch is counted
  std::unique_ptr<checked_worker> checked;
  std::unique_ptr<misled_lanes> misled;  // nullptr: no lane has read what is no memory
  std::vector<std::unique_ptr<struct block>> blocks;
  // Where compiled code has left another warp than the one that it began with; nullptr: nowhere.
  warp* moved = nullptr;
  const step* moved_to = nullptr;
};

template <class T>
inline T* row(const warp& w, std::uint32_t offset) {
  return reinterpret_cast<T*>(w.rows + offset);
}

inline lane_mask& predicate(const warp& w, std::uint32_t offset) {
  return *row<lane_mask>(w, offset);
}

inline unsigned lanes_in(lane_mask mask) {
  if (mask == all_lanes) return lanes_per_warp;
  mask -= mask >> 1 & 0x55555555u;
  mask = (mask & 0x33333333u) + (mask >> 2 & 0x33333333u);
  return ((mask + (mask >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24;
}

inline unsigned first_lane(lane_mask mask) { return static_cast<unsigned>(__builtin_ctz(mask)); }

// f(lane) for each lane of the mask, in ascending order.
template <class F>
void for_lanes(lane_mask mask, F f) {
  for (; mask != 0; mask &= mask - 1) f(first_lane(mask));
}

// How an action ends that leads to the next step: it runs that step itself, by a jump where the
// compiler makes one of a call in last place. Without optimisation (or where a sanitizer needs the
// stack) it returns the step to the loop that runs the warp, as actions may always do. Jumps of the
// program go through that loop, so the host's stack stays bounded either way.
#if !defined(__OPTIMIZE__) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LOCKSTEP_NO_TAIL_CALLS
#elif defined(__has_feature)  // clang's way to say it
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define LOCKSTEP_NO_TAIL_CALLS
#endif
#endif

inline const step* proceed(warp& w, const step* s) {
#ifndef LOCKSTEP_NO_TAIL_CALLS
  return s[1].run(w, s + 1);
#else
  static_cast<void>(w);
  return s + 1;
#endif
}

}  // namespace lockstep::simt
