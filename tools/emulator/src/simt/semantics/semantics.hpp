// From a decoded instruction to the action that carries its meaning: one table per instruction set.
//
// Each function returns nullptr for a form that it does not know; lowering then refuses the
// instruction by name. Operands are rows of the width of the instruction's type (lowering widens
// and narrows); see the .cpp file of each family for what it expects in a step.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ptx/program.hpp"
#include "simt/semantics/matrices.hpp"
#include "simt/state/code.hpp"

namespace lockstep::simt {

// In a row list: the element is thrown away (`_`).
constexpr std::uint32_t no_row = ~std::uint32_t{0};
constexpr std::uint32_t longest_vector = 32;  // bytes

// In step::c of an access to a vector: how its elements lie in memory and in their rows.
struct vector_elements {
  std::uint8_t bytes, register_bytes;
  bool sign;  // a load extends it
  std::uint32_t pack() const {
    return bytes | static_cast<std::uint32_t>(register_bytes) << 8 |
           static_cast<std::uint32_t>(sign) << 16;
  }
  static vector_elements unpack(std::uint32_t x) {
    return {static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(x >> 8), (x >> 16 & 1) != 0};
  }
};

// How an access's bytes and its register differ.
struct access_form {
  ptx::state_space space = ptx::state_space::generic;
  std::uint8_t bytes = 4;           // per element in memory: 1, 2, 4, 8
  std::uint8_t register_bytes = 4;  // of the register's row: 2, 4, 8
  bool is_signed = false;           // a load extends the sign
  std::uint8_t elements = 1;        // 2, 4, 8: a vector, see vector_access.cpp
  bool narrow_address = false;      // the address row holds 32-bit values
  bool counting = false;
};

// What compiled code calls in place of `observe`, with the lanes that access memory: whether that
// is all. If not, `observe` does the rest when it is called next.
using look_function = std::uint32_t (*)(warp& w, const step* s, std::uint32_t lanes);
// The same in place of `observe_whole_warp`.
using meet_function = void (*)(warp& w, const step* s);

struct semantics {
  const char* name;                           // of the instruction set
  action (*arithmetic)(const ptx::decoded&);  // d = f(a, b, c); see carry.cpp for carries
  action (*video)();                          // d = f(a, b, c), see video_form
  action (*comparison)(const ptx::decoded&);  // setp, set, selp, slct, testp
  action (*conversion)(const ptx::decoded&);  // cvt
  action (*move)(std::uint8_t bytes);         // d = a
  action (*widen)(std::uint8_t to, std::uint8_t from,
                  bool sign);  // between rows of different width (also narrows)
  action (*load)(const access_form&);
  action (*store)(const access_form&);
  action (*atomic)(const ptx::decoded&, const access_form&, bool returns);
  warp_actions (*shuffle)(const ptx::decoded&);  // shfl.sync; see warp_operations.hpp
  action (*observe)(bool narrow_address);        // before an access: see observation.cpp
  look_function (*look)(bool narrow_address);
  meet_function meet;
  std::uint64_t (*float_immediate)(
      const ptx::decoded&);  // step::immediate of arithmetic on floats and of conversions
  matrix_functions (*product)(const matrix_product&);
};

// Only those of the sets that are built are defined.
namespace baseline {
extern const semantics table;
}
namespace avx2 {
extern const semantics table;
}
namespace avx512 {
extern const semantics table;
}

// The best table for this processor of those that are built, or the one that
// LOCKSTEP_INSTRUCTION_SET names if it is built and can run here. Throws unsupported if the
// processor can run none of them.
[[nodiscard]] const semantics& semantics_for_host();

// The table of that name; nullptr: it is not built, or this processor cannot run it.
[[nodiscard]] const semantics* semantics_called(std::string_view name);

// The names of the instruction sets that this library was built with: "baseline, avx2, avx512".
[[nodiscard]] std::string built_instruction_sets();
// Whether this processor can run one of them.
[[nodiscard]] bool runs_on_this_processor();

}  // namespace lockstep::simt
