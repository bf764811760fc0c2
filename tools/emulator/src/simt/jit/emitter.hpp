// Emits the machine code of one component (flow.hpp), in the instructions of AVX-512 (target.hpp).
//
// A row that the component writes is a *variable*: as many vector registers as it fills, or one if
// all active lanes hold the same value. Other rows are operands in memory. Lanes that are not
// active are computed too, and never written back: the active mask changes only in the interpreter,
// and so do splits, barriers and faults. Wherever one of these comes, and wherever an access is not
// as expected, the code writes its variables back and names the step at which the interpreter is to
// go on: an *exit*.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "checks/record.hpp"
#include "simt/jit/flow.hpp"
#include "simt/jit/target.hpp"

namespace lockstep::simt::jit {

namespace Inst = x86::Inst;

// A row as an operand: `part(i)` of a varying one are 64 bytes of it (a predicate has none).
struct row_value {
  std::uint8_t bytes = 4;
  bool varying = false;
  bool in_memory = false;
  std::array<x86::Zmm, 4> registers;
  x86::Gp mask;  // of a predicate
  std::uint32_t row = 0;
};

class emitter {
 public:
  emitter(const function_flow& flow, std::uint32_t component, target& to);
  // The blocks that the interpreter may enter the code at, in the order of their numbers.
  const std::vector<std::uint32_t>& entries() const { return entries_; }
  void emit();

 private:
  struct place;
  struct lanes {  // which are to be written
    x86::Gp mask;
    std::array<x86::KReg, 2> half;
  };
  struct result {  // registers for a row that is being computed
    std::uint32_t number = 0;
    std::uint8_t bytes = 4;
    bool varying = false;
    unsigned parts = 1;
    bool loose = false;  // see nan_bits
    std::array<x86::Zmm, 4> registers;
  };
  // What has been found of the addresses in a row, while the row stays as it is. `shape`, when the
  // code runs: 0, side by side; `any_shape`; or of each half-warp of shared memory two bits: 1,
  // side by side, 2, one word.
  struct known_shape {
    bool is_used = false;
    std::uint32_t row = 0;
    std::uint8_t bytes = 0;  // of an element
    x86::Gp first, second;   // lane 0's address, lane 16's
    x86::Gp shape;
    x86::Gp conflicts;  // of halves, where accesses are counted
  };
  static constexpr std::uint32_t any_shape = 15;

  struct pending_exit {
    asmjit::Label from;
    std::uint32_t step;
    std::vector<std::pair<std::uint32_t, row_state>> rows;  // to write back
    // Of a side of a branch: where the other active lanes wait, a step.
    std::optional<std::uint32_t> others_at;
    // The interpreter begins a guarded instruction anew; what the checks have seen of it, a step.
    std::optional<std::uint32_t> observed;
  };
  // Lanes that part at a branch, and meet again in compiled code (masked.cpp).
  struct parting {
    asmjit::Label from;
    std::uint32_t block;
    x86::Gp taken;
    std::vector<row_state> states;
    asmjit::Label otherwise;  // where the interpreter does it
  };

  // -- Blocks, entries, exits (emitter.cpp)
  void find_variables();
  void emit_entries();
  void emit_entry(std::uint32_t block);
  // By width (4 bytes, 8) and part: bits in which what should be the same for all lanes differs.
  using differences = std::array<std::array<std::optional<x86::Zmm>, 4>, 2>;
  void load_warp();
  void load_variable(std::uint32_t number, const row_state& expected, differences* differs);
  void check_agreement(const x86::Gp& mask, const asmjit::Label& leaves);
  void emit_block(std::uint32_t block);
  void emit_step(std::uint32_t s);
  void emit_exit(const pending_exit& exit);
  void note_observed(std::uint32_t observation);
  void write_back(std::uint32_t number, const row_state& state);
  void emit_later();
  asmjit::Label exit_at(std::uint32_t step);
  lanes lanes_of(const x86::Gp& mask);
  void set_halves(const lanes& all);
  bool is_variable(std::uint32_t number) const { return variable_[number]; }

  // -- Sides of branches (masked.cpp)
  void emit_parting(const parting& at);
  void emit_side(const std::vector<std::uint32_t>& blocks, std::uint32_t others_at);
  void settle_for(const std::vector<std::uint32_t>& blocks);
  void settle_step(std::uint32_t s);
  void leave_others(std::uint32_t at);
  bool is_partial() const { return guard_ || others_at_; }  // not all active lanes take part,
  bool keeps_others(std::uint32_t number) const;            // and what the others have is needed

  // -- Barriers (barriers.cpp)
  std::optional<std::size_t> entry_behind(std::uint32_t barrier) const;
  void pass_barrier(std::uint32_t step);
  void go_on_at(std::size_t entry);

  // -- Control (control.cpp)
  void emit_branch(std::uint32_t s);
  void emit_jump(std::uint32_t s);
  void fall_into(std::uint32_t s, std::uint32_t to, bool joins);
  void emit_guard(std::uint32_t s);
  void emit_unguard();
  void lead_to(std::uint32_t s, const step* next);
  void prepare_for(std::uint32_t successor);
  void emit_predicate(std::uint32_t s);

  // -- Registers for values that end with the step, which others take over then: asmjit's time
  // grows with the square of their number. (values.cpp)
  struct registers_used {
    std::size_t zmm = 0, u64 = 0, k = 0;
  };
  x86::Zmm new_zmm();
  x86::Gp new_u64();
  x86::KReg new_k();
  // Emits it behind the block's code, with the registers that are in use now.
  void later(std::function<void()> emit);
  struct later_code {
    std::function<void()> emit;
    registers_used used;
  };

  // -- Rows (values.cpp)
  row_value read(std::uint32_t row, bool as_float = false);
  void settle(std::uint32_t number);
  void settle_part(const x86::Zmm& part);
  void widen_variable(std::uint32_t number);
  x86::Zmm in_register(const row_value& v, unsigned part);
  asmjit::Operand operand(const row_value& v, unsigned part);
  x86::Mem memory_of(std::uint32_t row, unsigned part, unsigned bytes = 64) const;
  x86::Ymm half_in_register(const row_value& v, unsigned half);
  x86::Gp mask_of(std::uint32_t row);
  x86::KReg lanes_of_part(const lanes& which, std::uint8_t bytes, unsigned part);
  x86::KReg mask_of_part(const x86::Gp& mask, std::uint8_t bytes, unsigned part);
  result begin(std::uint32_t row, std::uint8_t bytes, bool varying, bool apart = false);
  void end(const result& r);
  void write_mask(std::uint32_t row, const x86::Gp& mask);
  x86::Mem constant(std::uint64_t value, std::uint8_t bytes);  // in all elements
  x86::Mem lane_multiples(std::uint64_t factor, std::uint8_t bytes, unsigned part);
  x86::Zmm splat(const x86::Gp& value, std::uint8_t bytes);
  bool is_same(const row_value& v, const result& r) const;

  // -- Families
  void binary(asmjit::InstId id, std::uint32_t s, std::uint8_t bytes, bool as_float = false);
  void emit_integer(std::uint32_t s);
  void emit_wide_product(std::uint32_t s);
  void emit_high_product(std::uint32_t s);
  void emit_division(std::uint32_t s);
  void emit_shift(std::uint32_t s);
  void emit_funnel(std::uint32_t s);
  void emit_table(std::uint32_t s);
  void emit_mad(std::uint32_t s);
  void unary(asmjit::InstId id, std::uint32_t s, std::uint8_t bytes);
  void emit_float(std::uint32_t s);
  void emit_fma(std::uint32_t s);
  void emit_extremum(std::uint32_t s);
  void emit_signs(std::uint32_t s);
  void leave_at_nan(std::uint32_t s, const result& r);
  void emit_comparison(std::uint32_t s);
  x86::Gp compared(std::uint32_t s);
  void emit_select(std::uint32_t s);
  void emit_copy(std::uint32_t s);
  void emit_resize(std::uint32_t s);
  void emit_conversion(std::uint32_t s);
  void emit_to_integer(std::uint32_t s);
  void expect_all(std::uint32_t s);
  void emit_shuffle(std::uint32_t s);
  void emit_vote(std::uint32_t s);

  // -- Counters (counters.cpp)
  x86::Gp counts_of(std::uint32_t s);
  void count_block(std::uint32_t s);
  void count_parting(std::uint32_t s);
  x86::Gp count_request(const place& at, const x86::Gp& bytes);
  void count_one(const place& at);
  void count_even(const place& at);
  void count_halves(const place& at);
  void find_conflicts(const place& at);
  void leave_unless_single(const asmjit::Label& otherwise);
  void load_and_count_rows(const place& at, const x86::Gp& host,
                           const std::array<x86::Zmm, 4>& distances, const result& into);

  // -- Memory (observations.cpp, accesses.cpp, scattered.cpp, updates.cpp, shapes.cpp)
  struct place {  // of an access
    std::uint32_t s = 0;
    const access_form* form = nullptr;
    row_value address, value;
    asmjit::Label uneven, leaves, done, end;  // end: behind what counts even accesses
    x86::Gp host;                             // of the first lane, or of the only address
    x86::Gp target;  // its address as programs see it, where accesses are counted
    std::optional<known_shape> shape;
  };
  void emit_observation(std::uint32_t s);
  void note_guarded(std::uint32_t s);
  void call_look(std::uint32_t s, const asmjit::Label& leaves);
  void emit_meeting(std::uint32_t s);
  void note_meeting(const step* before);
  void expect_defined(std::uint32_t s);
  void emit_access(std::uint32_t s);
  place locate(std::uint32_t s);
  void spread(row_value& address);
  void first_address(const place& at, const x86::Gp& address);
  // What the checks have seen of rows and words, where it is looked at without a call.
  struct look;  // (observed.hpp, observed_rows.cpp, observed_halves.cpp)
  bool looks_at_row(const place& at, const observed_access& access) const;
  look begin_look(const place& at, const observed_access& access, const asmjit::Label& closer);
  void find_offset(const look& l, const place& at, const x86::Gp& address, std::uint32_t bytes,
                   const asmjit::Label& closer);
  x86::Gp row_at(const look& l, const x86::Gp& offset);
  x86::Gp note_of_reads(const look& l, checks::record stamp);
  void look_at_row(const place& at, const observed_access& access, const asmjit::Label& closer);
  void look_at_word(const place& at, const observed_access& access, const asmjit::Label& closer);
  void look_at_word(const look& l, const observed_access& access, const x86::Gp& offset,
                    checks::record who, const asmjit::Label& closer);
  void look_at_halves(const place& at, const observed_access& access, const asmjit::Label& closer);
  void look_at_half_row(const look& l, const observed_access& access, const x86::Gp& offset,
                        unsigned half, const asmjit::Label& closer);
  void expect_own(const look& l, x86::Mem record, std::int32_t thread, bool only_reads,
                  const asmjit::Label& otherwise);
  void expect_plain_write(const look& l, const observed_access& access, const x86::Mem& write,
                          const asmjit::Label& closer);
  void find_even(place& at);
  x86::Gp find_shape(place& at);
  void compare_with_first(const place& at, const x86::Gp& address);
  const known_shape* shape_of(const place& at);
  bool is_accessed_again(const place& at) const;
  known_shape* begin_shape(const place& at);
  void find_halves(const place& at);
  void load_by_halves(const place& at, const result& into, const asmjit::Label& otherwise);
  void forget_shapes(std::uint32_t s);
  void check_range(place& at, const x86::Gp& first, std::uint32_t bytes,
                   const asmjit::Label& otherwise);
  void load_even(const place& at, const result& into);
  void load_one(const place& at, const result& into);
  void store_even(const place& at);
  void store_one(const place& at);
  void load_uneven(const place& at, const result& into);
  void load_wide_half(const x86::Gp& host, const x86::Zmm* distances, const x86::KReg& lanes,
                      const x86::Zmm& to, const asmjit::Label& otherwise);
  void load_half(const x86::Gp& host, const x86::Zmm& distances, const x86::KReg& lanes,
                 const x86::Zmm& to);
  static x86::Mem part_of(x86::Mem stack, unsigned i);
  void put_on_stack(const place& at, const std::array<x86::Zmm, 4>& addresses, unsigned parts);
  void store_uneven(const place& at);
  void emit_update(std::uint32_t s);
  void update_lane(const place& at, x86::Mem lane, const x86::Gp& host);
  x86::Gp check_lanes(const place& at, std::array<x86::Zmm, 4>& addresses, unsigned& parts);

  const function_flow& flow_;
  const std::uint32_t component_;
  target& cc_;
  std::vector<bool> variable_;                      // by row
  std::vector<std::array<x86::Zmm, 4>> registers_;  // of variables
  std::vector<x86::Gp> masks_;                      // of variables that are predicates
  std::vector<row_state> states_;                   // at the place where code is emitted
  std::vector<row_set> live_;                       // in the block, by step
  const block* block_ = nullptr;
  std::vector<asmjit::Label> labels_;  // by block
  std::vector<std::uint32_t> entries_;
  std::vector<asmjit::Label> entry_labels_;
  std::vector<pending_exit> exits_;
  std::vector<parting> partings_;
  std::vector<later_code> later_;  // out of the way
  std::array<known_shape, 4> shapes_;
  std::size_t next_shape_ = 0;
  std::vector<x86::Zmm> zmms_;
  std::vector<x86::Gp> u64s_;
  std::vector<x86::KReg> ks_;
  registers_used used_, kept_, before_guard_;  // kept: from step to step
  // Of accesses lane by lane: addresses, values, and what was there, by lane.
  std::optional<x86::Mem> addresses_, values_, old_values_;
  std::optional<std::uint32_t> guard_;                // in whose instruction we are,
  std::optional<std::uint32_t> guarded_observation_;  // behind what the checks want to know of it
  asmjit::Label skip_;                                // behind it
  asmjit::Label last_exit_;
  std::uint32_t last_exit_step_ = ~0u;
  asmjit::Label return_;
  x86::Gp warp_, rows_, ranges_, generation_, entry_, how_;
  lanes active_;
  lanes executing_;  // the active ones, or those of a side of a branch
  lanes writing_;    // those of them that a guard lets through
  lanes masked_;     // registers for those of a side
  x86::Gp taken_;
  std::optional<std::uint32_t> others_at_;  // on a side: the step at which the others wait
};

}  // namespace lockstep::simt::jit
