// The order of what threads do, as far as the program has made one.
//
// Time is one count for the whole process, which every event raises: the checks run on one worker.
// A *run* is a block from its beginning to its end; while runs take turns on the worker, each turn
// is a *segment* of time, so that a time leads to the run that made it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "checks/clock.hpp"
#include "checks/record.hpp"
#include "checks/strong_reads.hpp"
#include "lockstep/protocol/dimensions.hpp"

namespace lockstep::checks {

using protocol::dimensions;
using protocol::lanes_per_warp;

// An access of a kernel, for reports.
struct site {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;  // of the statement; 0: not known
  std::string header;        // the code lies there and was inlined; empty: it was not
  std::uint32_t in_line = 0;
  bool is_guess = false;  // a plain read of what an atom.cas then compares the place with
  // A read: whether the statement then writes the same place, as `sum += x` does.
  enum class update : std::uint8_t { unknown, no, yes } updates = update::unknown;
  std::uint32_t writes_back_in = 0;  // an update: the line of that store
  std::uint32_t instruction = 0;
  std::vector<std::uint32_t> indexed_by = {};  // loads of updates, of which its address is made
  bool polls = false;      // a strong load, in a loop that only waits for what it sees
  bool of_polled = false;  // a strong load, of a place that another load of the function polls
  // A load: the register, by a number of its own; 0: other functions get the value.
  std::uint32_t into = 0;
  bool is_source = false;  // a strong load, of what a strong store then writes
  // An atomic operation: it tries for a lock, by a swap whose answer is looked at; or nobody looks.
  bool swaps = false, is_ignored = false;
  // A strong store: the strong loads that decide what it writes (by value), or whether: by being
  // larger or smaller than something, or by any other choice.
  struct source {
    std::uint32_t load;  // its instruction
    enum class by : std::uint8_t { value, comparison, choice } how;
  };
  std::vector<source> sources = {};
};

// What the code says around two accesses of a grid that race.
struct code_around {
  // Lines, by number, and with their file if that is not the later access's. Empty: there is none.
  // Of conditions around both that not all threads of a block meet: of one behind which all go on
  // together, and of one by which some leave the function.
  std::string parted_in, left_in;
  // Both stand in a loop: one that has a barrier in each round, or one without.
  bool has_parted_rounds = false, has_joined_rounds = false;
  // A barrier stands between the two, but none between the later one in the code and the earlier
  // one when it is executed again.
  struct way_back {
    std::string from, to;  // lines; empty: there is no such way
    bool is_loop = false;  // if not, the code is there more than once
  };
  way_back of_block, of_warp;  // with barriers of the block, or with any
  bool can_read_first = true;  // of a read and a write: the write can follow the read
  bool is_update = false;  // of a read and a write: the same thread writes back what it has read
  // Where their index goes on by blockDim.x although the blocks begin blockDim.x apart.
  std::string steps_by_block_in;
  bool is_passed_twice = false;  // the launch passes the array for two parameters
  // Between the earlier access and the later one: an atomic operation whose answer is used, with no
  // fence before it; and a barrier of the warp, with none of the block.
  std::string unfenced_atomic_in, warp_barrier_in;
};

// What is to be known of a grid.
struct grid_facts {
  std::string kernel;  // demangled; of a copy or fill that the host asks for, the call
  dimensions grid{1, 1, 1}, block{1, 1, 1};
  const std::vector<site>* sites = nullptr;
  // What happened before its first thread runs: all before a epoch (0: all that ran before it),
  epoch follows_all_before = 0;
  std::vector<event_ref> follows;                     // and these.
  bool is_call = false;                               // not a kernel
  std::vector<std::uintptr_t> return_addresses = {};  // of a call: where it stands in the program
  bool exchanges = false;                             // it has what locks and flags are made of
  bool tells_host = false;        // it has fences or accesses whose scope is the system
  bool by_kernel = false;         // a kernel launched it,
  std::uint32_t launched_in = 0;  // on this line; 0: not known
  // Of two instructions, and of what they access. Not asked but while the grid runs.
  std::function<code_around(std::uint32_t, std::uint32_t, std::uint64_t)> around = {};
  // What an instruction reads at an offset in shared memory, as the source has it: "tile[3]".
  // Empty: it is not known. Not asked but while the grid runs, either.
  std::function<std::string(const site&, std::uint64_t)> in_shared = {};

  // nullptr: not known.
  const site* site_at(std::uint32_t number) const {
    return number < sites->size() ? &(*sites)[number] : nullptr;
  }
};

struct grid_run {
  grid_facts facts;
  epoch begin = 0;
};

// What a thread knows beyond what its block and its warp know.
struct thread_order {
  event_ref knows;
  event_ref will_know;    // after its next fence: what its strong reads have seen
  event_ref too_narrow;   // would know, if scopes were wider
  epoch fence = 0;        // the last one that all threads of the device see; 0: none
  epoch block_fence = 0;  // the last one of any scope
};

// A block from its beginning to its end.
struct block_run {
  std::uint32_t number = 0, grid = 0;
  dimensions index{};
  epoch begin = 0;       // of its life
  epoch all_before = 0;  // earlier accesses are before everything that it does
  epoch turn = 0;        // of its present turn on the worker
  epoch barrier = 0;     // the last one of the whole block
  // Earlier records are plain (quick_look.hpp), as far as two comparisons of times tell: of its
  // shared memory, and of global memory.
  record plain_in_shared = 0, plain = 0;
  const epoch* now = nullptr;       // the time of all
  std::vector<epoch> warp_barrier;  // by warp: the last one of the whole warp
  event_ref knows, too_narrow;      // what all its threads know of others, as in thread_order
  event_ref ended_reads;            // given last by a write behind its last barrier
  std::vector<thread_order> threads;
  strong_reads reads;
  bool threads_know = false;                    // some thread's part is not empty
  std::vector<std::uint64_t> shared_variables;  // words of its shared memory with strong writes
};

class order {
 public:
  // Strict: barriers hand on what strong reads have seen only to be learnt by fences; otherwise
  // they are fences themselves, as many programs take them to be.
  explicit order(bool strict) : strict_(strict) {}
  // A grid begins; returns its number.
  std::uint32_t begin_grid(grid_facts facts);
  // Everything of all its blocks, as an event.
  event_ref end_grid(std::uint32_t grid);
  // No grid runs, and none begins that does not follow all of them.
  void forget_grids();

  void begin_block(block_run& b, std::uint32_t grid, dimensions index, std::uint32_t threads);
  // The worker goes on with this block.
  void take_turn(block_run& b);

  // -- What orders accesses of a block's threads. Lanes are masks.
  void block_barrier(block_run& b);                             // of all its threads
  void cluster_barrier(const std::vector<block_run*>& blocks);  // of all threads of all of them
  // Of some: each warp's lanes that came, and of them those that go on.
  struct arrival {
    std::uint32_t warp, came, goes_on;
  };
  void partial_barrier(block_run& b, const std::vector<arrival>& who);
  void warp_barrier(block_run& b, std::uint32_t warp, std::uint32_t lanes, std::uint32_t live);
  void fence(block_run& b, std::uint32_t warp, std::uint32_t lanes, bool in_block_only);
  // Strong accesses to a word, whose address is that of the generic space with the block in front
  // if the word is shared memory.
  struct strong_access {
    std::uint64_t address;
    std::uint32_t shared_of;  // number of the run in whose shared memory it lies; 0: in global
    bool reads, writes;
    bool goes_on;  // with the sequence that an earlier release began: a read-modify-write
    bool acquires, releases;  // by themselves, without a fence
    bool in_block_only;
    bool at_once;  // with the one before: no access of the block lies between
    bool alone;    // no other lane does it by the same instruction, as who sets a flag
  };
  void strong(block_run& b, std::uint32_t thread, const strong_access& a);
  // Strong accesses without an order of their own, by several lanes at once, give nothing and learn
  // nothing. `own_shared`: of the block's shared memory, which no other block sees.
  bool is_without_effect(const block_run& b, bool own_shared) const {
    return !b.threads_know && !has_released(b, own_shared ? b.number : 0);
  }
  // So is such an access by any thread of the block: nobody has released or fenced anything.
  bool passes_unnoticed(const block_run& b, const strong_access& a) const {
    return !b.threads_know && !has_released(b, a.shared_of) && !a.releases && !ends_reads(b, a);
  }
  // Everything before now that a thread, or what it follows, has done.
  event_ref now_known(const block_run& b, std::uint32_t thread);

  // -- Questions
  epoch now() const { return now_; }
  // The access was before anything that the thread does now.
  bool is_before(const block_run& b, std::uint32_t thread, record access, scopes how) const;
  // It would be, if a fence of the thread stood here: it has seen what the other one released.
  bool is_before_a_fence(const block_run& b, std::uint32_t thread, record access) const;
  // The run that made an access; its index and grid.
  struct origin {
    std::uint32_t run, grid;
    dimensions block;
  };
  origin origin_of(record access) const;
  bool is_strict() const { return strict_; }
  const grid_facts& facts(std::uint32_t grid) const { return grids_[grid - first_grid_].facts; }
  epoch began(std::uint32_t grid) const;
  // Accesses that are earlier are before everything that this grid does.
  epoch all_before(std::uint32_t grid) const;

 private:
  struct segment {
    epoch begin;
    std::uint32_t run, grid;
    dimensions block;
  };
  struct variable {
    std::uint64_t address;
    std::uint32_t run;  // of shared memory; 0 of global
    bool operator==(const variable&) const = default;
  };
  struct variable_hash {
    std::size_t operator()(const variable& v) const {
      return std::hash<std::uint64_t>()(v.address * 0x9e3779b97f4a7c15u ^ v.run);
    }
  };
  // Whether some word may have been released of global memory (0), or of the shared memory of a
  // run.
  bool has_released(const block_run& b, std::uint32_t shared_of) const {
    if (shared_of == 0) return !released_.empty();
    if (shared_of == b.number) return !b.shared_variables.empty() || peers_release_;
    return !released_in_shared_.empty();
  }
  epoch tick();
  static void note_plain(block_run& b);
  event_ref make(const block_run& b, epoch time, std::vector<participant> by,
                 std::vector<event_ref> follows);
  participant alone(const block_run& b, std::uint32_t thread, epoch before) const;
  event_ref both(const block_run& b, const event_ref& first, const event_ref& second);
  event_ref seen_by_all(block_run& b);
  void learn(block_run& b, thread_order& t, const event_ref& what, bool in_block_only);
  bool ends_reads(const block_run& b, const strong_access& a) const;
  event_ref ended_reads(block_run& b, const thread_order& t, bool in_block_only);
  event_ref released_by(block_run& b, std::uint32_t thread, const strong_access& a);

  const bool strict_;
  epoch now_ = 1;  // 1: what the host wrote
  std::uint32_t runs_ = 0;
  std::uint32_t first_grid_ = 1;
  std::vector<grid_run> grids_;
  std::vector<segment> segments_;
  mutable std::size_t last_asked_for_ = 0;  // the number of a segment

  // By strong writes. Most that are looked for are in neither: counts in shared memory, while flags
  // lie in global memory.
  using variables = std::unordered_map<variable, event_ref, variable_hash>;
  variables released_, released_in_shared_;
  bool peers_release_ = false;  // words of the shared memory of another block of their cluster
};

}  // namespace lockstep::checks
