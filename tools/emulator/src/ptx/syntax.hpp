// The syntax tree of a PTX module: what the parser makes of the text, with every name resolved, and
// nothing interpreted.
//
// Registers, variables and labels are numbered; scopes (`{ ... }` around call sequences and inline
// assembly) are gone. Modifiers of an opcode are kept as words: what `add.sat.s32` means is the
// instruction table's business (program.hpp). Source: PTX ISA 9.0, sections 4 (syntax), 5 (state
// spaces and types) and 11 (directives).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::ptx {

enum class scalar : std::uint8_t {
  none,
  pred,
  b8,
  b16,
  b32,
  b64,
  b128,
  u8,
  u16,
  u32,
  u64,
  s8,
  s16,
  s32,
  s64,
  f16,
  f16x2,
  u16x2,
  s16x2,
  bf16,
  bf16x2,
  f32,
  f64,
  tf32,
  e4m3x2,
  e5m2x2,
  e4m3,  // from here on: elements of matrices, several in a register
  e5m2,
  s4,
  u4,
  b1,
  other,
};

// Size in bytes; 0 for none, pred, other and elements of less than a byte.
std::size_t size_of(scalar type);
// Whether it is one of s8, s16, s32 and s64.
constexpr bool is_signed(scalar type) {
  return type == scalar::s8 || type == scalar::s16 || type == scalar::s32 || type == scalar::s64;
}
// "u32" -> scalar::u32 (without the dot); scalar::none if it names no type.
scalar scalar_named(std::string_view name);

enum class state_space : std::uint8_t { generic, reg, global, shared, local, param, constant };
enum class linkage : std::uint8_t { internal, visible, external, weak, common };

// One `.loc`: file is an index into module::files (0: none). inlined_at is an index into
// module::locations (0: not inlined).
struct location {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t inlined_at = 0;
};

// A line of the user's source.
struct source_line {
  std::string_view file;  // as the compiler wrote it; empty if not known
  std::uint32_t line = 0;
  std::uint32_t column = 0;  // of the statement, from 1; 0: not known
  // The header that the code comes from, if it was inlined at that line; empty if it was not.
  std::string_view header;
  std::uint32_t in_line = 0;  // of the header
};

struct operand {
  enum class kind_t : std::uint8_t {
    sink,      // _
    reg,       // index: function::registers; negated for !%p and -%r; part of %r.b0: "b0"
    special,   // text: "%tid.x", "%laneid", ...
    integer,   // value: the constant's 64 bits
    real,      // value: bits of a double (0d..., 1.5) or of a float (0f...), see bits
    variable,  // index: function::variables or, if `of_module`, module::variables; offset: addend.
               // The variable's address.
    function,  // text: name of a function (callee, or its address taken)
    label,     // index: position in function::body before which the label stands
    address,   // [base + offset]: base says what the base is (reg, variable, integer), index/value
               // as there
    list,      // {a, b} of a vector operand, (a, b) of a call, or label list of brx.idx
    text,      // anything else, kept as written (sink for words such as a .branchtargets name)
  };
  kind_t kind = kind_t::sink;
  kind_t base = kind_t::sink;  // of an address
  bool negated = false;
  bool of_module = false;
  std::uint8_t bits = 0;  // of a real: 32 or 64
  std::uint32_t index = 0;
  std::uint64_t value = 0;
  std::int64_t offset = 0;
  std::string_view text;
  std::string_view part;  // of a register, for video instructions: "b0", "h10"
  std::vector<operand> elements;

  // Of a register operand `%p1|%p2` (setp, shfl, match; the first may be `_`): the second register
  // is elements[0]. Of an address `[tensor, {x, y}]`: what stands behind the comma. Of a `text`
  // that names .branchtargets: index is the list's.
};

struct instruction {
  std::uint32_t ptx_line = 0;  // line in the PTX text, from 1
  std::uint32_t location = 0;  // index into module::locations; 0: none
  std::int32_t guard = -1;     // register index of @%p, -1: none
  bool guard_negated = false;
  std::string_view opcode;  // "ld"
  std::vector<std::string_view>
      modifiers;  // "global", "nc", "v4", "f32"  (":" inside a word is kept: "shared::cta")
  std::vector<operand>
      operands;  // in written order; a call keeps its parenthesised lists as `list` operands
};

struct register_declaration {  // only of registers that the body uses, in the order of their first
                               // use
  std::string_view name;
  scalar type = scalar::none;
};

struct symbol_reference {  // an address inside a variable's initialiser
  std::uint64_t offset = 0;
  std::string_view symbol;
  std::int64_t addend = 0;
  std::uint8_t bytes =
      8;  // this many of the address, from the lowest: 0xFF(symbol), 0xFF00(symbol) are 2
  bool generic = false;  // generic(symbol)
};

struct variable {
  std::string_view name;
  state_space space = state_space::global;
  linkage link = linkage::internal;
  scalar type = scalar::none;
  std::uint32_t alignment = 1;  // bytes
  std::uint64_t size = 0;  // bytes; 0 for an array of unknown size (extern dynamic shared memory)
  bool managed = false;
  std::vector<std::byte> initial;  // shorter than size: the rest is zero
  std::vector<symbol_reference> references;
};

struct function {
  std::string_view name;
  bool is_entry = false;
  bool is_declaration = false;  // no body (extern, or a forward declaration)
  linkage link = linkage::internal;
  std::uint32_t ptx_line = 0;
  std::vector<std::uint32_t>
      results;  // indexes into variables (space param): return values of a .func
  std::vector<std::uint32_t> parameters;  // indexes into variables (space param)
  std::vector<register_declaration> registers;
  std::vector<variable>
      variables;  // parameters, call-sequence params, .local and .shared arrays declared inside
  std::vector<instruction> body;
  std::vector<std::uint32_t> rolled;  // positions in body behind .pragma "nounroll", in the loop
  std::uint32_t max_threads[3] = {0, 0, 0};       // .maxntid, 0: not given
  std::uint32_t required_threads[3] = {0, 0, 0};  // .reqntid
  std::uint32_t cluster[3] = {0, 0, 0};           // .reqnctapercluster
  std::vector<std::vector<std::uint32_t>>
      branch_targets;  // .branchtargets lists, as label positions; named by `text` operands below
  std::vector<std::string_view> branch_target_names;
};

// One PTX module. All string_views point into `text`.
struct module {
  std::string text;
  std::string_view version, target;  // as written: "9.0", "sm_90, debug"
  std::vector<std::string> files;    // by .file number; [0] is empty
  std::vector<location> locations;   // [0] is none
  std::vector<variable> variables;
  std::vector<function> functions;

  module() = default;
  module(const module&) = delete;  // views point into this object's text
  module& operator=(const module&) = delete;

  // The line of the user's source that an instruction belongs to: inlined calls are followed
  // outwards until the file is not one of the toolkit's or the system's headers; if all are, the
  // innermost.
  source_line user_line(std::uint32_t location) const;
};

}  // namespace lockstep::ptx
