// The grids that device code launches, from the launch to the end (CUDA C++ Programming Guide,
// "CUDA Dynamic Parallelism").
//
// Children wait until the grid that launched them has run; then the one that was launched first
// among those that may run comes next. A grid is complete when it and everything that it launched
// has ended; its tail launches run one after the other when all the rest is complete. Every launch
// holds a slot of the device (cudaLimitDevRuntimePendingLaunchCount) until it is complete. The last
// tail launch of a grid takes that grid's place, as a tail call does, once its own blocks have run,
// and from then on the grid holds no slot; see docs/decisions for the measurements behind this.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "checks/clock.hpp"
#include "lockstep/protocol/finding.hpp"
#include "memory/address_space.hpp"
#include "ptx/syntax.hpp"
#include "simt/state/launch_options.hpp"

namespace lockstep::simt {

// Whether something is complete, shared by all that waits for it.
struct completion_state {
  bool done = false;
  checks::event_ref event;  // in checked launches: all that it did
};
using completion = std::shared_ptr<completion_state>;

struct child_grid {
  std::string kernel;  // mangled; empty: a copy, which `work` does
  launch_options options;
  std::vector<std::byte> parameters;
  // A copy or a fill by device code. Gives "" or what was wrong.
  std::function<std::string()> work;
  std::string requested_by;                         // demangled kernel of the parent
  std::uint64_t identity = 0, parent_identity = 0;  // %gridid
  // In checked launches: what happened before it begins, and what it and its children did.
  std::vector<checks::event_ref> follows, did;
  bool alone = false;  // when it begins, all that ran before in this tree is complete
  // Of a launch by device code: by which thread, into which stream, and where in the source.
  dimensions parent_block{}, parent_thread{};
  std::uint32_t parent_thread_in_grid = 0;  // block * threads per block + thread
  std::uint64_t into_stream = 0;
  ptx::source_line launched_at;

 private:
  friend class launch_tree;
  // The order of a stream's work, and of events.
  struct stream {
    completion last;
    std::vector<completion> waits;
  };
  std::shared_ptr<child_grid> parent;
  bool is_tail = false, holds_slot = false;
  std::vector<completion> done;   // to be set when it is complete
  std::vector<completion> after;  // it begins when these are complete
  std::uint32_t open = 1;         // itself and children that are no tail launches
  std::deque<std::shared_ptr<child_grid>> tails;
  // Streams and events belong to the grid that made them, and end with its blocks.
  std::map<std::uint64_t, stream> named, of_block, of_thread;
  std::map<std::uint64_t, std::vector<completion>> events;
};

using grid_handle = std::shared_ptr<child_grid>;

struct launching_thread {
  grid_handle grid;
  std::uint64_t block = 0, thread = 0;  // its block in the grid, itself in the block
};

class launch_tree {
 public:
  // Device streams that are no handles (cuda_device_runtime_api.h).
  static constexpr std::uint64_t null_stream = 0, legacy_stream = 1, per_thread_stream = 2,
                                 tail_stream = 3, fire_and_forget_stream = 4;

  launch_tree(memory::address_space& memory, std::uint32_t slots);
  ~launch_tree();
  launch_tree(const launch_tree&) = delete;
  launch_tree& operator=(const launch_tree&) = delete;

  // -- What device code does. Thread-safe.
  // A buffer for the parameters of a launch, and a slot for it. 0: there is no slot left, or no
  // memory.
  [[nodiscard]] std::uint64_t buffer(const launch_options& options, std::string kernel,
                                     std::size_t bytes);
  // The launch that a buffer was made for; nullptr if there is none. `kernel` and `options` may be
  // filled in until it is launched.
  [[nodiscard]] grid_handle prepared(std::uint64_t buffer);
  // Launches into `stream`. False: there is no such stream, and the launch is given up.
  [[nodiscard]] bool launch(const launching_thread& by, std::uint64_t buffer, std::uint64_t stream);
  // A copy, in the place of a launch. cudaErrorLaunchPendingCountExceeded if there is no slot.
  [[nodiscard]] int enqueue(const launching_thread& by, grid_handle copy, std::uint64_t stream);
  [[nodiscard]] std::uint64_t make_stream(const launching_thread& by);
  [[nodiscard]] bool destroy_stream(const launching_thread& by, std::uint64_t stream);
  [[nodiscard]] std::uint64_t make_event(const launching_thread& by);
  [[nodiscard]] bool destroy_event(const launching_thread& by, std::uint64_t event);
  [[nodiscard]] bool record(const launching_thread& by, std::uint64_t event, std::uint64_t stream);
  [[nodiscard]] bool wait(const launching_thread& by, std::uint64_t stream, std::uint64_t event);
  // A string that device code may read, kept as long as the tree.
  std::uint64_t text(const char* text);
  // A launch was lost for want of a slot. Kept once per place, with a count.
  void lost(protocol::finding launch);

  // -- What the engine does, between grids.
  // The next grid to run; nullptr if none is left. Where several may run, `choose` says which
  // (0: the one that was launched first); without it the first.
  using chooser = std::function<std::size_t(std::size_t how_many)>;
  [[nodiscard]] grid_handle next(const chooser& choose);
  // All blocks of `grid`, which next() gave or which is the root, have run.
  void ran(const grid_handle& grid);
  // All that the tree did, as soon as it is complete. A tail takes the place even of the root.
  checks::event_ref did() const { return did_; }
  std::size_t waiting() const { return waiting_.size(); }
  // The most of those that wait which threads of one block launched in one line; one of them.
  struct crowd {
    std::size_t grids = 0;
    grid_handle one;
  };
  [[nodiscard]] crowd most_of_one_line() const;
  const std::vector<protocol::finding>& lost_launches() const { return lost_; }

 private:
  child_grid::stream* find_stream(const launching_thread& by, std::uint64_t stream);
  [[nodiscard]] bool put(const launching_thread& by, const grid_handle& grid, std::uint64_t stream);
  [[nodiscard]] bool take_slot();
  void give_slot(child_grid& grid);
  void start_tail(child_grid& of);
  void complete(grid_handle grid);
  void recycle(std::uint64_t buffer);

  std::mutex mutex_;
  memory::address_space& memory_;
  const std::uint32_t slots_;
  std::uint32_t used_ = 0;
  std::uint64_t handles_ = 0;
  std::list<grid_handle> waiting_;  // in the order of their launch
  std::unordered_map<std::uint64_t, grid_handle> prepared_;
  std::map<std::uint64_t, std::vector<std::uint64_t>> free_buffers_;  // by size
  std::vector<std::uint64_t> all_buffers_;
  std::map<std::string, std::uint64_t> texts_;
  std::vector<protocol::finding> lost_;
  checks::event_ref did_;
};

}  // namespace lockstep::simt
