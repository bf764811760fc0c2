// What the compiler knows of a function before it emits code: basic blocks of steps, which rows are
// live where, and what is known of the values in them.
//
// Blocks end at branches, at joins, and before steps that only the interpreter can execute; each of
// those is a block of its own, so that what it does to rows takes part in the analysis. Compiled
// blocks that lead to each other without the interpreter, or by a barrier of the block, are a
// *component*, and become one function of the host.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "simt/jit/operation.hpp"

namespace lockstep::simt {
struct observed_access;
struct followed_shuffle;
}  // namespace lockstep::simt

namespace lockstep::simt::jit {

constexpr std::size_t most_rows = 1024;
constexpr std::size_t most_steps = 4096;
using row_set = std::bitset<most_rows>;  // by number of the row

// How the bits of a row of f32 may differ from the interpreter's. Arithmetic gives one NaN only
// (semantics/not_a_number.hpp); making it that one can wait until somebody looks at the bits.
enum class nan_bits : std::uint8_t {
  canonical,  // no other NaN
  loose,      // each NaN stands for that one
  exact,      // any bits, which are right
};

struct row_state {
  bool varying = false;  // false: all active lanes hold the same value
  nan_bits nan = nan_bits::canonical;
  bool dirty = false;  // the row in the warp's file is out of date
  bool operator==(const row_state&) const = default;
};

struct row_facts {
  std::uint32_t row = 0;
  std::uint8_t bytes = 0;
  bool is_fixed = false;  // not written while the function's body runs: all lanes of it are valid
  row_state fixed;        // what is known of it then
  // Written by one step only, and the same each time: all lanes that have executed it agree.
  bool is_lasting = false;
};

// What lies between a branch at which lanes may part and the block where they meet again, if that
// is little and straight: blocks in their order, first those behind the branch, then those it jumps
// to.
struct branch_sides {
  std::vector<std::uint32_t> falls, jumps;
  std::uint32_t meet = 0;
};

struct block {
  std::uint32_t first = 0, last = 0;  // steps
  bool compiled = false;
  std::uint32_t component = 0;
  std::vector<std::uint32_t> successors;
  row_set live_in, live_out;
  std::vector<row_state> entry;  // by row
  // Begins a loop that the interpreter has part in. What was changed in front of it is written back
  // there, rather than in each turn.
  bool begins_broken_loop = false;
  bool is_worth_entering = false;     // the code goes on for some steps, whichever way
  std::optional<branch_sides> sides;  // of the branch at its end
};

class function_flow {
 public:
  // body: the first step that a warp executes, behind the prologue if there is one. whole_rows: the
  // threads of a warp differ in %tid.x only.
  function_flow(const code& of, const step* steps, std::uint32_t count, std::uint32_t body,
                bool whole_rows);

  bool is_usable() const { return usable_; }
  const step* steps() const { return steps_; }
  const std::vector<block>& blocks() const { return blocks_; }
  const std::vector<row_facts>& rows() const { return rows_; }
  std::uint32_t components() const { return components_; }
  const operation& operation_at(std::uint32_t s) const { return operations_[s]; }
  // Of a shuffle whose values the checks follow; nullptr: they do not.
  const followed_shuffle* followed_at(std::uint32_t s) const;
  // Of a step that says what the checks want to know of an access.
  const observed_access& observed_at(std::uint32_t s) const;
  const effects& effects_at(std::uint32_t s) const { return effects_[s]; }
  std::uint32_t number_of(std::uint32_t row) const { return numbers_.at(row); }
  std::uint32_t index_of(const step* s) const { return static_cast<std::uint32_t>(s - steps_); }
  // The block that begins at this step.
  std::uint32_t block_at(std::uint32_t s) const { return block_of_[s]; }
  // Whether the lanes may part at the branch with which the block ends, and part and meet in
  // compiled code. states: of rows at the branch.
  bool parts_lanes(const block& b, const std::vector<row_state>& states) const;
  // What becomes of rows by the blocks, executed by some of the active lanes.
  void apply_masked(const std::vector<std::uint32_t>& blocks, std::vector<row_state>& states) const;
  // What becomes of rows by the step. guarded: for some of the active lanes only.
  void apply(std::uint32_t s, bool guarded, std::vector<row_state>& states) const;
  // Live rows before each step of the block, and behind the last.
  std::vector<row_set> live_within(const block& b) const;

 private:
  void note_rows(std::uint32_t body, bool whole_rows);
  void find_lasting_rows(std::uint32_t body);
  void fix(std::uint32_t row, std::uint8_t bytes, row_state known);
  void number(const row_use& use);
  std::vector<bool> find_external(std::uint32_t body) const;
  void find_blocks(std::uint32_t body);
  void link(block& b);
  void find_components();
  void find_entries();
  bool names_all(std::uint32_t row) const;
  void find_broken_loops();
  void find_sides();
  bool is_straight(const block& b) const;
  std::vector<std::uint32_t> straight_from(std::uint32_t first) const;
  void find_live_rows();
  void find_states();
  void step_back(std::uint32_t s, bool guarded, row_set& live) const;
  void apply_external(std::uint32_t s, std::vector<row_state>& states) const;

  const code& code_;
  const step* steps_;
  std::uint32_t count_;
  bool usable_ = true;
  std::vector<operation> operations_;
  std::vector<effects> effects_;
  std::vector<row_facts> rows_;
  std::unordered_map<std::uint32_t, std::uint32_t> numbers_;
  std::vector<block> blocks_;
  std::vector<std::uint32_t> block_of_;  // by step
  std::uint32_t components_ = 0;
};

}  // namespace lockstep::simt::jit
