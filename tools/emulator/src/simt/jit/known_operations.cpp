// The interpreter's actions for the forms of instructions that the compiler knows.
#include <initializer_list>
#include <unordered_map>

#include "simt/control/actions.hpp"
#include "simt/instructions/moves.hpp"
#include "simt/instructions/warp_operations.hpp"
#include "simt/instruments/checking.hpp"
#include "simt/instruments/value_checks.hpp"
#include "simt/jit/operation.hpp"
#include "simt/semantics/setp_form.hpp"

namespace lockstep::simt::jit {
namespace {

using ptx::op;
using ptx::scalar;
using ptx::word;
using enum operation_kind;

// As vpcmp and vcmpps number relations.
enum relation : std::uint8_t {
  equal = 0,
  less = 1,
  less_or_equal = 2,
  not_equal = 4,
  not_less = 5,
  not_less_or_equal = 6,
};
enum float_relation : std::uint8_t {
  unordered = 0x03,
  unordered_not_equal = 0x04,
  not_less_unordered = 0x15,
  not_less_or_equal_unordered = 0x16,
  ordered = 0x07,
  equal_or_unordered = 0x08,
  not_equal_ordered = 0x0c,
  equal_ordered = 0x00,
  less_ordered = 0x11,
  less_or_equal_ordered = 0x12,
  not_greater_or_equal_unordered = 0x19,
  not_greater_unordered = 0x1a,
  greater_or_equal_ordered = 0x1d,
  greater_ordered = 0x1e,
};

class known_operations {
 public:
  known_operations() : table_(semantics_for_host()) {
    add_control();
    add_integers();
    add_floats();
    add_comparisons();
    add_copies();
    add_accesses();
    add_observations();
    add_updates();
    add_external();
  }

  operation find(action run) const {
    const auto found = known_.find(run);
    return found == known_.end() ? operation{} : found->second;
  }

 private:
  void add(action run, operation what) {
    if (run != nullptr) known_.try_emplace(run, what);
  }

  static ptx::decoded form(op operation, scalar type, std::initializer_list<word> words = {}) {
    ptx::decoded i;
    i.operation = operation;
    i.type = type;
    for (const word w : words) i.words.set(static_cast<std::size_t>(w));
    return i;
  }

  void arithmetic(op operation, scalar type, operation_kind kind,
                  std::initializer_list<word> words = {}) {
    add(table_.arithmetic(form(operation, type, words)), {kind, type});
  }

  void add_control() {
    add(&no_operation, {nothing});
    add(&control::join, {join});
    add(&control::go_to, {jump});
    add(&control::jump, {jump});
    add(&control::branch, {branch});
    add(&control::branch_counted, {branch});
    add(&control::count, {operation_kind::count});
    add(&control::guard, {guard});
    add(&control::unguard, {unguard});
    add(&control::exit, {leave});
    add(&move_predicate, {copy_predicate, scalar::pred});
    arithmetic(op::and_, scalar::pred, and_predicates);
    arithmetic(op::or_, scalar::pred, or_predicates);
    arithmetic(op::xor_, scalar::pred, xor_predicates);
    arithmetic(op::not_, scalar::pred, not_predicate);
  }

  void add_integers() {
    for (const scalar t :
         {scalar::u16, scalar::s16, scalar::u32, scalar::s32, scalar::u64, scalar::s64}) {
      arithmetic(op::add, t, operation_kind::add);
      arithmetic(op::sub, t, sub);
      arithmetic(op::mul, t, mul, {word::lo});
      arithmetic(op::min, t, min);
      arithmetic(op::max, t, max);
    }
    for (const scalar t : {scalar::u32, scalar::s32, scalar::u64, scalar::s64}) {
      arithmetic(op::mad, t, mad, {word::lo});
      arithmetic(op::shr, t, shr);
    }
    for (const scalar t : {scalar::u32, scalar::s32}) {
      arithmetic(op::mul, t, mul_hi, {word::hi});
      arithmetic(op::mul, t, mul_wide, {word::wide});
      arithmetic(op::mad, t, mad_wide, {word::wide});
      arithmetic(op::div, t, operation_kind::div);
      arithmetic(op::rem, t, rem);
    }
    for (const scalar t : {scalar::s32, scalar::s64}) {
      arithmetic(op::abs, t, operation_kind::abs);
      arithmetic(op::neg, t, neg);
    }
    for (const scalar t : {scalar::b16, scalar::b32, scalar::b64}) {
      arithmetic(op::and_, t, bit_and);
      arithmetic(op::or_, t, bit_or);
      arithmetic(op::xor_, t, bit_xor);
      arithmetic(op::not_, t, bit_not);
    }
    arithmetic(op::shl, scalar::b32, shl);
    arithmetic(op::shl, scalar::b64, shl);
    arithmetic(op::lop3, scalar::b32, lop3);
    arithmetic(op::shf, scalar::b32, shf_left_wrap, {word::l, word::wrap});
    arithmetic(op::shf, scalar::b32, shf_right_wrap, {word::r, word::wrap});
    arithmetic(op::clz, scalar::b32, clz);
    if (__builtin_cpu_supports("avx512vpopcntdq")) arithmetic(op::popc, scalar::b32, popc);
  }

  void add_floats() {
    for (const scalar t : {scalar::f32, scalar::f64}) {
      arithmetic(op::add, t, fadd);
      arithmetic(op::sub, t, fsub);
      arithmetic(op::mul, t, fmul);
      arithmetic(op::fma, t, fma, {word::rn});
      arithmetic(op::div, t, fdiv, {word::rn});
      arithmetic(op::sqrt, t, fsqrt, {word::rn});
      arithmetic(op::rcp, t, frcp, {word::rn});
    }
    arithmetic(op::min, scalar::f32, fmin);
    arithmetic(op::max, scalar::f32, fmax);
    arithmetic(op::abs, scalar::f32, fabs);
    arithmetic(op::neg, scalar::f32, fneg);
  }

  void comparison(scalar type, word relation, std::uint8_t number) {
    ptx::instruction source;
    source.operands.resize(1);
    source.operands[0].kind = ptx::operand::kind_t::reg;
    ptx::decoded i = form(op::setp, type, {relation});
    i.source = &source;
    add(table_.comparison(i), {compare, type, scalar::none, number});
    i.words.set(static_cast<std::size_t>(word::op_and));
    add(table_.comparison(i), {compare_combined, type, scalar::none, number});
  }

  void add_comparisons() {
    for (const scalar t :
         {scalar::u16, scalar::s16, scalar::u32, scalar::s32, scalar::u64, scalar::s64}) {
      comparison(t, word::eq, equal);
      comparison(t, word::ne, not_equal);
      comparison(t, word::lt, less);
      comparison(t, word::le, less_or_equal);
      comparison(t, word::gt, not_less_or_equal);
      comparison(t, word::ge, not_less);
    }
    for (const scalar t : {scalar::f32, scalar::f64}) {
      comparison(t, word::eq, equal_ordered);
      comparison(t, word::ne, not_equal_ordered);
      comparison(t, word::lt, less_ordered);
      comparison(t, word::le, less_or_equal_ordered);
      comparison(t, word::gt, greater_ordered);
      comparison(t, word::ge, greater_or_equal_ordered);
      comparison(t, word::equ, equal_or_unordered);
      comparison(t, word::neu, unordered_not_equal);
      comparison(t, word::ltu, not_greater_or_equal_unordered);
      comparison(t, word::leu, not_greater_unordered);
      comparison(t, word::gtu, not_less_or_equal_unordered);
      comparison(t, word::geu, not_less_unordered);
      comparison(t, word::num, ordered);
      comparison(t, word::nan, unordered);
    }
    for (const scalar t : {scalar::b16, scalar::b32, scalar::b64})
      add(table_.comparison(form(op::selp, t)), {select, t});
  }

  void conversion(scalar to, scalar from, operation_kind kind,
                  std::initializer_list<word> words = {}) {
    ptx::instruction source;
    source.operands.resize(2);
    ptx::decoded i = form(op::cvt, to, words);
    i.source = &source;
    i.types[0] = to;
    i.types[1] = from;
    i.type_count = 2;
    add(table_.conversion(i), {kind, to, from});
  }

  void add_copies() {
    for (const auto& [bytes, type] :
         {std::pair{2, scalar::b16}, std::pair{4, scalar::b32}, std::pair{8, scalar::b64}})
      add(table_.move(static_cast<std::uint8_t>(bytes)), {copy, type});
    constexpr scalar plain[] = {scalar::u16, scalar::u32, scalar::u64};
    constexpr scalar with_sign[] = {scalar::s16, scalar::s32, scalar::s64};
    for (const scalar to : plain) {
      for (unsigned f = 0; f < 3; ++f) {
        for (const scalar from : {plain[f], with_sign[f]}) {
          add(table_.widen(bytes_of(to), bytes_of(from), from == with_sign[f]), {resize, to, from});
          conversion(to, from, resize);
        }
      }
    }
    for (const scalar to : with_sign)
      for (unsigned f = 0; f < 3; ++f)
        for (const scalar from : {plain[f], with_sign[f]}) conversion(to, from, resize);
    for (const scalar to : {scalar::f32, scalar::f64})
      for (const scalar from : {scalar::u32, scalar::s32})
        conversion(to, from, to_float, {word::rn});
    conversion(scalar::f64, scalar::f32, float_width);
    conversion(scalar::f32, scalar::f64, float_width, {word::rn});
    conversion(scalar::u32, scalar::f32, to_integer, {word::rzi});
    conversion(scalar::s32, scalar::f32, to_integer, {word::rzi});
  }

  void add_accesses() {
    using ptx::state_space;
    for (const state_space space :
         {state_space::global, state_space::generic, state_space::shared}) {
      for (const std::uint8_t bytes : {1, 2, 4, 8}) {
        for (const std::uint8_t in_register : {2, 4, 8}) {
          for (const bool sign : {false, true}) {
            access_form f;
            f.space = space;
            f.bytes = bytes;
            f.register_bytes = in_register;
            f.is_signed = sign;
            f.narrow_address = space == state_space::shared;
            if (in_register < bytes) continue;
            for (const bool counting : {false, true}) {
              f.counting = counting;
              add(table_.load(f), {load, scalar::none, scalar::none, 0, f});
              if (!sign) add(table_.store(f), {store, scalar::none, scalar::none, 0, f});
            }
          }
        }
      }
    }
  }

  void add_observations() {
    for (const bool narrow : {false, true}) {
      access_form f;
      f.narrow_address = narrow;
      add(table_.observe(narrow), {observe, scalar::none, scalar::none, 0, f});
    }
    add(&instruments::observe_whole_warp, {meet});
    add(&instruments::carry_values, {follow});
    add(&instruments::use_values, {follow});
    external_step(&instruments::observe_fence, 0, 0);
  }

  void updates(scalar type, word how, change by) {
    access_form f;
    f.space = ptx::state_space::shared;
    f.bytes = f.register_bytes = 4;
    f.narrow_address = true;
    const ptx::decoded i = form(op::atom, type, {how});
    const auto number = static_cast<std::uint8_t>(by);
    add(table_.atomic(i, f, true), {update, type, scalar::none, number, f});
    add(table_.atomic(i, f, false), {reduce, type, scalar::none, number, f});
  }

  void add_updates() {
    updates(scalar::u32, word::op_add, change::add);
    updates(scalar::b32, word::op_and, change::bit_and);
    updates(scalar::b32, word::op_or, change::bit_or);
    updates(scalar::b32, word::op_xor, change::bit_xor);
    updates(scalar::b32, word::exch, change::exchange);
    for (const scalar t : {scalar::u32, scalar::s32}) {
      updates(t, word::op_min, change::min);
      updates(t, word::op_max, change::max);
    }
  }

  // Steps that compiled code leaves to the interpreter without losing what it knows of rows.
  void external_step(action run, unsigned reads, unsigned writes) {
    operation what{external};
    what.reads = static_cast<std::uint8_t>(reads);
    what.writes = static_cast<std::uint8_t>(writes);
    add(run, what);
  }

  void add_of_warp() {
    add(&control::warp_barrier, {warp_sync});
    std::uint8_t number = 0;
    for (const word mode : {word::all, word::any, word::uni, word::ballot}) {
      const scalar type = mode == word::ballot ? scalar::u32 : scalar::pred;
      const warp_actions actions = warp_operation(form(op::vote, type, {mode}));
      add(actions.wait, {vote, type, scalar::none, number++});
      external_step(actions.work, row_a, row_d);
    }
    for (const scalar type : {scalar::u32, scalar::s32, scalar::b32, scalar::b64}) {
      for (const word mode :
           {word::op_add, word::op_min, word::op_max, word::op_and, word::op_or, word::op_xor}) {
        const warp_actions actions = warp_operation(form(op::redux, type, {mode}));
        for (const action run : {actions.wait, actions.work})
          external_step(run, row_a | row_c, row_d);
      }
      for (const word mode : {word::any, word::all}) {
        const warp_actions actions = warp_operation(form(op::match, type, {mode}));
        for (const action run : {actions.wait, actions.work})
          external_step(run, row_a | row_c, row_d | row_extra);
      }
    }
  }

  void add_external() {
    external_step(&control::sync_all, 0, 0);
    external_step(&control::fence, 0, 0);
    external_step(&control::poll<std::uint16_t>, row_a, 0);
    external_step(&control::poll<std::uint32_t>, row_a, 0);
    external_step(&control::poll<std::uint64_t>, row_a, 0);
    external_step(&control::active_mask, 0, row_d);
    external_step(&control::load_kernel_parameter, row_a, row_d);
    external_step(&control::load_call_parameter, row_a, row_d);
    external_step(&control::store_call_parameter, row_a | row_b, 0);
    add_of_warp();
    std::uint8_t number = 0;
    for (const word mode : {word::up, word::down, word::bfly, word::idx}) {
      const warp_actions actions = table_.shuffle(form(op::shfl, scalar::b32, {word::sync, mode}));
      for (const action run : {actions.wait, actions.work})
        external_step(run, row_a | row_b | row_c | row_immediate, row_d | row_extra);
      add(actions.whole, {shuffle, scalar::b32, scalar::none, number++});
    }
  }

  const semantics& table_;
  std::unordered_map<action, operation> known_;
};

}  // namespace

operation operation_of(const step& s) {
  static const known_operations known;
  operation what = known.find(s.run);
  // Some actions look at modifiers when they run.
  constexpr std::uint64_t towards_zero = 64 + (1 << 4);  // float_flags
  if (what.kind == to_integer && s.immediate != towards_zero) {
    what.kind = external;
    what.reads = row_a;
    what.writes = row_d;
  }
  if (what.kind == compare_combined && setp_form::unpack(s.immediate).ftz) what.kind = unknown;
  return what;
}

}  // namespace lockstep::simt::jit
