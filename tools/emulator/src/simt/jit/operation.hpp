// What the compiler knows of a step: which operation its action carries out, and on which rows.
//
// Steps are actions and rows, so the compiler asks the interpreter's own table for the action of
// each form of instruction that it can compile, and recognises a step by its action. A form that it
// does not ask for stays the interpreter's.
#pragma once

#include <array>
#include <cstdint>

#include "ptx/program.hpp"
#include "simt/semantics/semantics.hpp"
#include "simt/state/code.hpp"

namespace lockstep::simt::jit {

enum class operation_kind : std::uint8_t {
  unknown,   // reads and writes any row; may go on anywhere
  external,  // the interpreter's, but which rows it reads and writes is known
  // -- Control
  nothing,
  join,
  jump,
  branch,
  guard,
  unguard,
  leave,  // the kernel
  count,  // an execution of the block
  // -- Integers
  add,
  sub,
  mul,
  mul_hi,
  mul_wide,
  mad,
  mad_wide,
  min,
  max,
  abs,
  neg,
  div,
  rem,
  bit_and,
  bit_or,
  bit_xor,
  bit_not,
  shl,
  shr,
  shf_left_wrap,
  shf_right_wrap,
  lop3,
  popc,
  clz,
  // -- Floating point
  fadd,
  fsub,
  fmul,
  fma,
  fmin,
  fmax,
  fabs,
  fneg,
  fsqrt,
  fdiv,
  frcp,
  // -- Comparison, selection
  compare,           // one destination, nothing combined
  compare_combined,  // as setp_form says
  select,
  // -- Copies, conversions
  copy,
  resize,       // between integers of different width
  to_float,     // integer to f32 or f64
  to_integer,   // f32 to 32 bits
  float_width,  // between f32 and f64
  // -- Predicates
  copy_predicate,
  and_predicates,
  or_predicates,
  xor_predicates,
  not_predicate,
  shuffle,    // of all lanes, by a constant
  vote,       // of all lanes, each of which names all
  warp_sync,  // the same, of nothing
  meet,       // what the checks want to know of a shuffle of all lanes
  follow,     // nothing, as long as no shuffle of the block has given an undefined value
  // -- Memory
  observe,  // what the checks want to know of the access behind it
  load,
  store,
  update,  // of shared memory, by an atomic operation
  reduce,  // the same without a result
};

// By an atomic operation.
enum class change : std::uint8_t { add, bit_and, bit_or, bit_xor, min, max, exchange };

struct operation {
  operation_kind kind = operation_kind::unknown;
  ptx::scalar type = ptx::scalar::none;  // of the operands; of conversions, of the result
  ptx::scalar from = ptx::scalar::none;  // of conversions: of the source
  std::uint8_t relation = 0;           // of comparisons: as the host's instructions number them; of
                                       // shuffles: their mode, 0 up, 1 down, 2 bfly, 3 idx; of
                                       // updates: their `change`; of votes:
                                       // 0 all, 1 any, 2 uni, 3 ballot
  access_form access{};                // of accesses
  std::uint8_t reads = 0, writes = 0;  // of external steps: see external_rows
};

// Which fields of an external step name rows, and how wide they are.
enum external_rows : std::uint8_t {
  row_a = 1,
  row_b = 2,
  row_c = 4,
  row_d = 8,
  row_immediate = 16,
  row_extra = 32,
};

// The operation of a step of a kernel that nobody but the checks observes.
[[nodiscard]] operation operation_of(const step& s);

struct row_use {
  std::uint32_t row = 0;
  std::uint8_t bytes = 4;  // per lane; 0: a predicate; `any_width`: not known
};
constexpr std::uint8_t any_width = 255;

struct effects {
  std::array<row_use, 6> read{};
  std::array<row_use, 3> written{};
  std::uint8_t reads = 0, writes = 0;
  bool anything = false;  // reads and writes any row
};
[[nodiscard]] effects effects_of(const step& s, const operation& what);

// All lanes have to take part.
[[nodiscard]] constexpr bool is_of_warp(operation_kind kind) {
  return kind == operation_kind::shuffle || kind == operation_kind::vote ||
         kind == operation_kind::warp_sync;
}
[[nodiscard]] inline std::uint8_t bytes_of(ptx::scalar type) {  // 0 of a predicate
  return static_cast<std::uint8_t>(ptx::size_of(type));
}
[[nodiscard]] constexpr bool is_floating(ptx::scalar type) {
  return type == ptx::scalar::f32 || type == ptx::scalar::f64;
}

}  // namespace lockstep::simt::jit
