// What the emitter says for AVX-512, for processors with AVX2, FMA and BMI: a register of 64 bytes
// is two of 32, and a mask is an integer with a bit for each lane. Instructions that AVX2 lacks are
// composed of others.
//
// Sources: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "simt/jit/target.hpp"

namespace lockstep::simt::jit::avx2 {

namespace Inst = x86::Inst;
using asmjit::InstId;
using asmjit::Operand;
using asmjit::Operand_;

// As it was given.
struct instruction {
  InstId id = 0;
  std::array<Operand, 4> o;
  std::optional<x86::Gp> lanes;  // that are written, if not all
  bool clears_others = false;    // instead of leaving them as they are
};

class compiler final : public target {
 public:
  using target::target;

  void prepare(asmjit::FuncFrame&) const override {}
  void permute(const std::array<x86::Zmm, 2>& to, const std::array<x86::Zmm, 2>& from,
               const std::array<std::uint32_t, 32>& from_lane) override;
  [[nodiscard]] bool stores_some_narrow() const override { return false; }
  [[nodiscard]] bool is_complete() const override { return is_complete_; }

  asmjit::Error _emit(InstId id, const Operand_& o0, const Operand_& o1, const Operand_& o2,
                      const Operand_* others) override;

 private:
  // An instruction that AVX2 has.
  template <typename... Operands>
  void put(InstId id, const Operands&... operands) {
    const std::array<Operand, 6> all{operands...};
    error_ = x86::Compiler::_emit(id, all[0], all[1], all[2], &all[3]);
    is_complete_ = is_complete_ && error_ == asmjit::kErrorOk;
  }

  // -- Operands (compiler.cpp)
  x86::Ymm half(const Operand_& wide, unsigned i);
  x86::Ymm lower(const Operand_& any) { return half(any, 0); }
  x86::Gp bits(const Operand_& mask) { return bits_of(mask.id()); }
  x86::Gp bits_of(std::uint32_t mask);
  Operand part(const Operand& o, unsigned i);
  Operand as_is(const Operand& o);
  x86::Ymm in_register(const Operand& o, unsigned i);
  x86::Ymm temporary();
  x86::Gp temporary_bits();
  x86::Mem everywhere(std::uint64_t value, unsigned bytes);
  template <typename Element, typename Value>
  x86::Mem each_lane(Value value);
  x86::Ymm upper_quarter(const x86::Ymm& of);
  void emit_same(const instruction& i, InstId as);
  void emit_apart(const instruction& i);

  // -- Masks (masks.cpp). Each of these says whether the instruction is one of its own.
  bool emit_mask_instruction(const instruction& i);
  bool emit_comparison(const instruction& i);
  void compare(const instruction& i, unsigned bytes, bool has_sign, unsigned relation);
  void test(const instruction& i, unsigned bytes, bool is_zero);
  void gather_bits(const x86::Gp& to, const std::array<x86::Ymm, 2>& halves, unsigned bytes,
                   bool inverted);
  std::array<x86::Ymm, 2> expand(const x86::Gp& bits, unsigned bytes);
  void blend(const x86::Ymm& to, const x86::Ymm& otherwise, const Operand& chosen,
             const x86::Ymm& where, unsigned bytes);

  // -- Moves by lanes (moves.cpp)
  bool emit_move(const instruction& i);
  void move_some(const instruction& i, unsigned bytes);
  bool emit_blend(const instruction& i);
  bool emit_broadcast(const instruction& i);
  bool emit_gather(const instruction& i);

  // -- Conversions (conversions.cpp)
  bool emit_conversion(const instruction& i);
  void widen(const instruction& i);
  void widen_unsigned(const instruction& i);
  x86::Ymm narrow_to_words(const instruction& i, std::uint32_t keeps);
  x86::Ymm narrow_quads(const Operand& from);
  void narrow(const instruction& i);
  void store_narrowed(const instruction& i);
  void narrow_doubles(const instruction& i);
  void to_unsigned(const instruction& i);
  void from_unsigned(const instruction& i);

  // -- Composed (composed.cpp)
  bool emit_composed(const instruction& i);
  void multiply_wide(const instruction& i);
  void choose_wide(const instruction& i, bool greatest, bool has_sign);
  void absolute_wide(const instruction& i);
  void shift_wide(const instruction& i);
  void count_ones(const instruction& i);
  void count_leading(const instruction& i);
  void choose_float(const instruction& i);
  void look_up(const instruction& i);
  x86::Ymm of_two(unsigned table, const x86::Ymm& b, const x86::Ymm& c);

  std::unordered_map<std::uint32_t, std::array<x86::Ymm, 2>> halves_;
  std::unordered_map<std::uint32_t, x86::Gp> bits_;
  // Values that end with the instruction: see emitter.hpp, registers_used.
  std::vector<x86::Ymm> temporaries_;
  std::vector<x86::Gp> temporary_bits_;
  std::size_t used_ = 0, used_bits_ = 0;
  asmjit::Error error_ = asmjit::kErrorOk;
  bool is_complete_ = true;
};

// An integer in all elements of each lane.
template <typename Element, typename Value>
x86::Mem compiler::each_lane(Value value) {
  std::array<Element, 32 / sizeof(Element)> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Element>(value(i));
  return newConst(asmjit::ConstPoolScope::kLocal, all.data(), sizeof all);
}

}  // namespace lockstep::simt::jit::avx2
