// What the warps of a few blocks do, as the model of time needs it: which basic blocks they run,
// with which lanes, and what each access to memory touches.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "ptx/program.hpp"
#include "ptx/syntax.hpp"
#include "timing/block_work.hpp"
#include "timing/left_out.hpp"

namespace lockstep::timing {

// A cache line of 128 bytes that an access touches.
struct touched_line {
  std::uint64_t line = 0;    // address / 128
  std::uint8_t sectors = 0;  // of its four sectors, a bit each
  std::uint8_t whole = 0;    // of these, the ones of which every byte is touched
  // Of an atomic operation: how many lanes come one after another, at one address, and in all
  // sectors together.
  std::uint8_t same = 0, turns = 0;
};

struct memory_access {
  std::uint32_t instruction = 0;  // index into decoded_function::instructions of the kernel
  std::uint32_t lanes = 0;
  std::uint32_t first_line = 0;  // in warp_path::lines, of shared memory in words, of local in
                                 // locals
  std::uint16_t lines = 0;
  std::uint16_t passes = 0;  // through the banks of shared memory or L1, conflicts included,
  std::uint16_t least = 0;   // and without
  std::uint16_t same = 0;    // the most lanes that one address has
  std::uint16_t addresses = 0;
  std::uint16_t crowd = 0;  // of an atomic operation in shared memory: the most lanes of a bank
  ptx::state_space space = ptx::state_space::global;
};

// One execution of a basic block, by the lanes that run it together.
struct visit {
  std::uint32_t block = 0;
  std::uint32_t lanes = 0;
  std::uint32_t first_access = 0;  // in warp_path::accesses
};

struct warp_path {
  std::vector<visit> visits;
  std::vector<memory_access> accesses;
  std::vector<touched_line> lines;
  // Of local memory: a word of each lane makes a line, whose number is that of the word.
  std::vector<touched_line> locals;
  std::vector<touched_line> words;  // of shared memory, by atomic operations: `line` is the word
  bool is_cut = false;              // it went on, but was recorded no further
};

struct memory_range {
  std::uint64_t begin = 0, size = 0;
};

class block_path {
 public:
  block_path(std::uint64_t index, std::uint32_t warps) : index(index), warps(warps) {}

  void enter(std::uint32_t warp, std::uint32_t block, std::uint32_t lanes);
  struct access {
    std::uint32_t instruction;
    ptx::state_space space;
    std::uint32_t bytes;  // of a lane
    bool is_atomic;
  };
  // `address` has one element a lane.
  void make_access(std::uint32_t warp, const access& what, const std::uint64_t* address,
                   std::uint32_t lanes);
  void note_allocation(std::uint64_t begin, std::uint64_t size);
  bool knows(std::uint64_t address) const;

  std::uint64_t index;  // of the block in the grid
  std::vector<warp_path> warps;
  std::vector<memory_range> allocations;  // that it reads or writes
};

// Which blocks of a launch are followed: the first, the last, and some in between, evenly spread.
// Where blocks turn out to differ, some of them run again for its sake, and are followed then.
// Several threads may ask and report at once, each for another block.
class recorder {
 public:
  recorder(std::uint64_t blocks, std::uint32_t warps);
  // The block `index` begins: its path, nullptr if it is not followed.
  block_path* follow(std::uint64_t index) const;
  const std::vector<std::unique_ptr<block_path>>& paths() const { return paths_; }

  // The block has ended.
  void note_work(std::uint64_t index, std::uint64_t slots);
  // Empty: it is not known. A launch of which not all blocks ran leaves gaps of zero.
  const block_work& work() const { return work_; }
  // The blocks for which those that are followed do not stand.
  std::vector<std::uint64_t> lacking() const;
  // From now on this block is followed too; no other is until it has run.
  void follow_too(std::uint64_t index);
  void drop_last() { others_.pop_back(); }
  const std::vector<std::unique_ptr<block_path>>& others() const { return others_; }

  // Where no others run.
  left_out_blocks& left_out() { return left_out_; }

  // Of two launches of a kernel it is the same if their sampled blocks did the same.
  std::uint64_t digest() const;
  // Counts addresses from the first allocation that any of the blocks touches: where the system
  // puts memory differs from run to run, and the model shall say the same each time.
  void rebase();

 private:
  template <class F>
  void each(F f) const {
    for (const auto* list : {&paths_, &others_})
      for (const auto& path : *list) f(*path);
  }

  std::vector<std::unique_ptr<block_path>> paths_;   // by index, ascending
  std::vector<std::unique_ptr<block_path>> others_;  // that ran again
  std::uint32_t warps_;
  block_work work_;
  left_out_blocks left_out_;
};

// Whose path stands for a block, in launches whose blocks differ: one that did as much.
class stand_ins {
 public:
  explicit stand_ins(const recorder& paths);
  const block_path& of(std::uint64_t block) const;

 private:
  const block_work& work_;
  std::vector<const block_path*> known_;  // by their work
};

}  // namespace lockstep::timing
