// Lowering from the inside: what all parts of it share. lower.cpp drives; operands.cpp finds rows;
// the other files emit the steps of one family each.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "simt/linking/linked_image.hpp"
#include "simt/linking/shared_layout.hpp"
#include "simt/lowering/bit_fields.hpp"
#include "simt/lowering/chance_masks.hpp"
#include "simt/lowering/object_copies.hpp"
#include "simt/lowering/row_allocator.hpp"
#include "simt/lowering/shuffled_values.hpp"
#include "simt/lowering/updates.hpp"
#include "simt/lowering/value_readings.hpp"
#include "simt/semantics/semantics.hpp"
#include "simt/state/checked_code.hpp"

namespace lockstep::simt {

// What the functions of one kernel's code have in common.
struct code_builder {
  code_builder(linked_image& from, code_form form)
      : image(from),
        form(form),
        counting(form.counting),
        interleaved(form.interleaved),
        actions(semantics_for_host()) {}

  linked_image& image;
  code_form form;
  bool counting, interleaved;
  const semantics& actions;
  std::unique_ptr<code> out = std::make_unique<code>();
  row_allocator rows;
  shared_layout shared;
  std::vector<function_id> functions;           // in the order of code::functions
  std::map<function_id, std::uint32_t> number;  // its inverse
  std::vector<std::vector<parameter_slot>>
      slots;  // by function and variable: where `param` variables are (not a kernel's own)
  std::vector<std::vector<std::uint32_t>> invariants;  // by function: see invariants.hpp
  std::vector<std::vector<std::optional<std::uint64_t>>> constants;  // by function and register
  std::vector<std::vector<row_range>> register_rows;                 // by function
  std::vector<std::vector<std::uint32_t>> row_of;                    // by function and register
  std::vector<std::vector<std::uint32_t>> local_offset;              // by function and variable
  std::vector<std::uint32_t> carry_row;    // by function: the condition code
  std::vector<std::vector<bool>> reaches;  // by function: which others it can reach by calls
  std::vector<update_facts> updates;       // by function, of checked code
  std::uint32_t followed_registers = 0;    // those of functions that have been lowered
};

struct observed_access;

// Emits the steps of one function.
class function_lowering {
 public:
  function_lowering(code_builder& shared, std::uint32_t number);
  void run();

 private:
  using kind = ptx::operand::kind_t;

  // -- Positions
  struct fix_up {
    std::uint32_t at;  // the step whose field it is
    const step* step::*field;
    std::uint32_t block;  // layout number; its position behind `join`
  };
  step& emit(action run);
  void lead_to(const step* step::*field, std::uint32_t source_position);
  std::uint32_t block_of_label(std::uint32_t source_position) const {
    return decoded_.block_at[source_position];
  }
  std::vector<bool> lower_prologue();
  void begin_block(std::uint32_t block);
  void lower_instruction(const ptx::decoded& i);
  void emit_plain(const ptx::decoded& i);
  void finish();

  // -- Operands (operands.cpp)
  static unsigned row_bytes(ptx::scalar type);
  unsigned bytes_of_register(const ptx::operand& o) const;
  std::uint32_t register_row(const ptx::operand& o) const;
  std::uint32_t predicate_row(const ptx::operand& o) const;
  // Row with the operand's value, `bytes` wide; emits what it takes to get it there. `type` says
  // how to read constants of floating point.
  std::uint32_t source(const ptx::operand& o, unsigned bytes, ptx::scalar type = ptx::scalar::none);
  std::uint32_t source_predicate(const ptx::operand& o);
  static std::uint64_t negation(const ptx::operand& o) { return o.negated ? ~std::uint64_t{0} : 0; }
  // Row for a result `bytes` wide that ends in operand `o`; `store_result` emits the widening if
  // the register is wider.
  std::uint32_t destination(const ptx::operand& o, unsigned bytes);
  void store_result(const ptx::operand& o, std::uint32_t row, unsigned bytes, bool sign);
  std::uint64_t constant_bits(const ptx::operand& o, unsigned bytes, ptx::scalar type) const;
  std::uint64_t address_of_variable(const ptx::operand& o, bool& is_local) const;
  struct address {
    std::uint32_t row;
    std::uint64_t offset;
    bool narrow;
  };
  address source_address(const ptx::operand& o, bool may_be_narrow);
  std::uint32_t wide_sum(const ptx::operand& base, std::int64_t offset);
  // The value of an operand that is the same constant for all lanes, as far as that is known.
  std::optional<std::uint64_t> constant(const ptx::operand& o) const;
  std::uint32_t special_row_of(const ptx::operand& o, unsigned bytes);

  // -- Families
  void lower_arithmetic(const ptx::decoded& i);
  void lower_comparison(const ptx::decoded& i);
  void lower_video(const ptx::decoded& i);
  void lower_move(const ptx::decoded& i);
  void lower_conversion(const ptx::decoded& i);
  void lower_address_conversion(const ptx::decoded& i);
  void lower_memory(const ptx::decoded& i, bool is_store);
  void lower_parameter_access(const ptx::decoded& i, bool is_store);
  bool is_never_seen(const ptx::operand& o);
  void lower_atomic(const ptx::decoded& i);
  void lower_vector_atomic(const ptx::decoded& i, step s, access_form form);
  void lower_branch(const ptx::decoded& i);
  void lower_indexed_branch(const ptx::decoded& i);
  void lower_return(const ptx::decoded& i);
  void lower_call(const ptx::decoded& i);
  void lower_barrier(const ptx::decoded& i);
  void lower_warp_operation(const ptx::decoded& i);
  std::uint32_t whole_address(const ptx::operand& o);
  void lower_mbarrier(const ptx::decoded& i);
  void lower_texture(const ptx::decoded& i);
  void lower_surface(const ptx::decoded& i);
  void lower_query(const ptx::decoded& i);
  std::uint32_t object_row(const ptx::operand& place);
  void lower_matrices(const ptx::decoded& i);
  void lower_multiplication(const ptx::decoded& i);
  void lower_matrix_access(const ptx::decoded& i);
  void lower_matrix_rows(const ptx::decoded& i);
  void emit_for_warp(step s, const warp_actions& actions);
  std::uint32_t row_list(std::vector<std::uint32_t> rows);
  void lower_copy(const ptx::decoded& i);
  void lower_async_store(const ptx::decoded& i);
  void lower_copy_arrival(const ptx::decoded& i);
  void lower_copy_groups(const ptx::decoded& i);
  void lower_bulk_copy(const ptx::decoded& i);
  void lower_cluster_address(const ptx::decoded& i);
  void lower_stack(const ptx::decoded& i);
  void lower_policy(const ptx::decoded& i);

  [[noreturn]] void refuse_operand() const;  // of the instruction being lowered
  [[noreturn]] void refuse(const ptx::decoded& i) const;
  const ptx::variable& variable_of(const ptx::operand& o) const;
  void note_kind(const ptx::decoded& i);
  // Of a checked kernel, before the step `access` (checks.cpp).
  void observe(const ptx::decoded& i, const step& access, observed_access what);
  // Of what an access reads, the elements whose values reach nothing: a bit for each.
  std::uint8_t unused_elements(const ptx::decoded& i, const observed_access& what);
  bool is_in_loop(const ptx::decoded& i) const;
  // A load of the value that an atom.cas at the same place then compares with, as in a loop that
  // makes an atomic operation of it: if the value is too old, the swap fails and gives a new one.
  bool is_guess(const ptx::decoded& i) const;
  void note_write_back(const ptx::decoded& i, checks::site& at);
  void note_indices(const std::vector<bool>& made);
  void note_update(const ptx::decoded& i, checks::site& at,
                   const std::function<bool()>& is_looked_at);
  void observe_fence(const ptx::decoded& i);
  void note_order(const ptx::decoded& i);
  std::uint32_t site_here();
  // Of a traced kernel (trace.cpp): at the head of an instruction, before one of its
  // accesses, and behind it.
  void trace_head(const ptx::decoded& i);
  void trace_access(const ptx::decoded& i, const step& access, const observed_access& what);
  void trace_loaded(const ptx::decoded& i);
  void trace_exchange(const ptx::decoded& i);
  protocol::value_type traced_type(const ptx::decoded& i, const ptx::operand& value);
  void trace_tail(const ptx::decoded& i);
  // Of code that followed blocks run (timing.cpp): at the head of a basic block, before an access.
  void time_block(std::uint32_t block);
  void time_access(const ptx::decoded& i, const step& access, const observed_access& what);
  // Of a recorded kernel (provenance.cpp): before an instruction under a condition, before one that
  // makes values, before an access, and behind an exchange between lanes.
  void record_head(const ptx::decoded& i);
  void record_values(const ptx::decoded& i);
  void record_access(const ptx::decoded& i, const step& access, const observed_access& what);
  void record_exchange(const ptx::decoded& i, std::uint32_t by, std::uint32_t clamp);
  bool is_gap(const ptx::decoded& i) const;
  // Of the access to it that was lowered last.
  void record_parameter(const ptx::operand& value, bool is_store, bool indexed);
  std::uint32_t recorded_register(const ptx::operand& o) const;
  // Of a checked kernel, before the instruction: what becomes of values that shuffles gave, and
  // what is left to chance; a shuffle's own work.
  void begin_following();
  void follow_values(const ptx::decoded& i);
  void follow_shuffle(const ptx::decoded& i, action work, std::optional<std::uint64_t> whole_by);
  std::optional<std::uint64_t> whole_shuffle(const ptx::decoded& i);
  followed_register followed(const ptx::operand& o) const;
  // Behind the instruction whose steps begin at `first`: what it does with unwritten values
  // (follow_unwritten.cpp).
  void follow_unwritten(const ptx::decoded& i, std::size_t first);
  void follow_operands(const ptx::decoded& i, followed_step& f);
  void follow_condition_code(const ptx::decoded& i, followed_step& f);
  void follow_parameter(const ptx::decoded& i, followed_step& f);
  std::uint32_t unwritten_register(std::uint32_t reg) const {
    return shared_.followed_registers + reg;
  }
  // For instructions that report to the checks by themselves.
  void note_site();

  code_builder& shared_;
  std::uint32_t number_;
  function_id id_;
  const ptx::function& syntax_;
  const ptx::decoded_function& decoded_;
  bool for_debugger_;                 // the module: see branch_targets.hpp
  std::vector<kept_bits> kept_bits_;  // likewise
  std::vector<copied_object> object_copies_;
  // By instruction, of this function: the loads of updates of which its address is made.
  std::map<std::uint32_t, std::vector<std::uint32_t>> indexed_by_;
  std::vector<bool> used_registers_;
  std::vector<protocol::value_reading> readings_;  // by register, of a traced function
  std::optional<shuffled_values> shuffled_;        // of a checked function that has shuffles
  std::uint32_t first_followed_ = 0;  // the number of its first register that is followed
  std::vector<chance> chances_;       // by instruction, of a checked function
  std::vector<step> steps_;
  std::vector<std::uint32_t> entered_at_;  // by block: step behind its `join`
  std::vector<fix_up> fix_ups_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>>
      table_fix_ups_;                    // jump table, block (in order)
  std::uint32_t instruction_ = 0;        // the one being lowered: index into code::instructions
  std::uint32_t first_instruction_ = 0;  // of this function
  std::uint32_t guard_row_ = 0;
  bool in_prologue_ = false;
  followed_step observed_step_;  // of the instruction being lowered: its access
  std::vector<std::pair<std::uint32_t, std::uint32_t>> followed_;  // instruction, its first step
  std::uint32_t first_recorded_ = 0;  // this function's registers among recorded_code::registers
};

}  // namespace lockstep::simt
