// Which instructions stay as they are, and the operands of those that do not.
#include "simt/jit/avx2/compiler.hpp"

#include <algorithm>

namespace lockstep::simt::jit::avx2 {

namespace {

// What an instruction without lanes of its own is called if it has 32 bytes: it does the same to
// either half. kIdNone: it does not, or there is none.
InstId narrower(InstId id) {
  switch (id) {
    case Inst::kIdVmovdqa32:
    case Inst::kIdVmovdqa64:
      return Inst::kIdVmovdqa;
    case Inst::kIdVmovdqu16:
    case Inst::kIdVmovdqu32:
    case Inst::kIdVmovdqu64:
      return Inst::kIdVmovdqu;
    case Inst::kIdVpxord:
    case Inst::kIdVpxorq:
      return Inst::kIdVpxor;
    case Inst::kIdVpandd:
    case Inst::kIdVpandq:
      return Inst::kIdVpand;
    case Inst::kIdVpord:
    case Inst::kIdVporq:
      return Inst::kIdVpor;
    case Inst::kIdVpaddw:
    case Inst::kIdVpaddd:
    case Inst::kIdVpaddq:
    case Inst::kIdVpsubw:
    case Inst::kIdVpsubd:
    case Inst::kIdVpsubq:
    case Inst::kIdVpmullw:
    case Inst::kIdVpmulld:
    case Inst::kIdVpmuldq:
    case Inst::kIdVpmuludq:
    case Inst::kIdVpminsw:
    case Inst::kIdVpminsd:
    case Inst::kIdVpminuw:
    case Inst::kIdVpminud:
    case Inst::kIdVpmaxsw:
    case Inst::kIdVpmaxsd:
    case Inst::kIdVpmaxuw:
    case Inst::kIdVpmaxud:
    case Inst::kIdVpabsd:
    case Inst::kIdVpsllvd:
    case Inst::kIdVpsllvq:
    case Inst::kIdVpsrlvd:
    case Inst::kIdVpsrlvq:
    case Inst::kIdVpsravd:
    case Inst::kIdVpsrlq:
    case Inst::kIdVaddps:
    case Inst::kIdVaddpd:
    case Inst::kIdVsubps:
    case Inst::kIdVsubpd:
    case Inst::kIdVmulps:
    case Inst::kIdVmulpd:
    case Inst::kIdVdivps:
    case Inst::kIdVdivpd:
    case Inst::kIdVsqrtps:
    case Inst::kIdVsqrtpd:
    case Inst::kIdVfmadd213ps:
    case Inst::kIdVfmadd231ps:
    case Inst::kIdVfmadd231pd:
    case Inst::kIdVcvtdq2ps:
    case Inst::kIdVcvttps2dq:
      return id;
    default:
      return Inst::kIdNone;
  }
}

// asmjit's allocator of registers also emits instructions, but on those that it has allocated.
bool is_virtual(const Operand_& o) { return o.isReg() && Operand::isVirtId(o.id()); }
bool is_wide(const Operand_& o) { return is_virtual(o) && x86::Reg::isZmm(o); }
bool is_mask(const Operand_& o) { return is_virtual(o) && x86::Reg::isKReg(o); }
bool is_vector(const Operand_& o) { return is_virtual(o) && o.as<x86::Reg>().isVec(); }

}  // namespace

asmjit::Error compiler::_emit(InstId id, const Operand_& o0, const Operand_& o1, const Operand_& o2,
                              const Operand_* others) {
  used_ = used_bits_ = 0;
  error_ = asmjit::kErrorOk;
  instruction i;
  i.id = id;
  i.o = {Operand(o0), Operand(o1), Operand(o2), Operand(others[0])};
  if (extraReg().isReg()) i.lanes = bits_of(extraReg().id());
  i.clears_others = asmjit::Support::test(instOptions(), asmjit::InstOptions::kX86_ZMask);
  resetExtraReg();
  const bool any_mask = std::any_of(i.o.begin(), i.o.end(), is_mask);
  const bool any_wide = std::any_of(i.o.begin(), i.o.end(), is_wide);
  if (!any_mask && !any_wide && !i.lanes) {
    if (std::none_of(i.o.begin(), i.o.end(), is_vector))
      return x86::Compiler::_emit(id, o0, o1, o2, others);
    emit_same(i, id);
    return error_;
  }
  resetInstOptions();
  if (any_mask && !any_wide && emit_mask_instruction(i)) return error_;
  if (emit_comparison(i) || emit_move(i) || emit_conversion(i) || emit_composed(i)) return error_;
  emit_apart(i);
  return error_;
}

// Registers of 32 or 16 bytes are parts of wide ones.
void compiler::emit_same(const instruction& i, InstId as) {
  put(as, as_is(i.o[0]), as_is(i.o[1]), as_is(i.o[2]), as_is(i.o[3]));
}

void compiler::emit_apart(const instruction& i) {
  const InstId as = narrower(i.id);
  if (as == Inst::kIdNone || i.lanes) {
    is_complete_ = false;
    return;
  }
  for (unsigned h = 0; h < 2; ++h)
    put(as, part(i.o[0], h), part(i.o[1], h), part(i.o[2], h), part(i.o[3], h));
}

x86::Ymm compiler::half(const Operand_& wide, unsigned i) {
  std::array<x86::Ymm, 2>& pair = halves_[wide.id()];
  if (!pair[i].isValid()) pair[i] = newYmm();
  return pair[i];
}

x86::Gp compiler::bits_of(std::uint32_t mask) {
  x86::Gp& found = bits_[mask];
  if (!found.isValid()) found = newUInt32();
  return found;
}

// Of 64 bytes in a register or in memory.
Operand compiler::part(const Operand& o, unsigned i) {
  if (is_vector(o)) return half(o, i);
  if (!o.isMem()) return o;
  x86::Mem in = o.as<x86::Mem>();
  in.addOffset(32 * static_cast<std::int64_t>(i));
  in.setSize(32);
  return in;
}

Operand compiler::as_is(const Operand& o) {
  if (!is_vector(o)) return o;
  if (x86::Reg::isXmm(o)) return lower(o).xmm();
  return lower(o);
}

x86::Ymm compiler::in_register(const Operand& o, unsigned i) {
  if (is_vector(o)) return half(o, i);
  const x86::Ymm loaded = temporary();
  put(Inst::kIdVmovdqu, loaded, part(o, i));
  return loaded;
}

x86::Ymm compiler::temporary() {
  if (used_ == temporaries_.size()) temporaries_.push_back(newYmm());
  return temporaries_[used_++];
}

x86::Gp compiler::temporary_bits() {
  if (used_bits_ == temporary_bits_.size()) temporary_bits_.push_back(newUInt32());
  return temporary_bits_[used_bits_++];
}

x86::Mem compiler::everywhere(std::uint64_t value, unsigned bytes) {
  if (bytes == 8) return each_lane<std::uint64_t>([&](std::size_t) { return value; });
  if (bytes == 4) return each_lane<std::uint32_t>([&](std::size_t) { return value; });
  if (bytes == 2) return each_lane<std::uint16_t>([&](std::size_t) { return value; });
  return each_lane<std::uint8_t>([&](std::size_t) { return value; });
}

x86::Ymm compiler::upper_quarter(const x86::Ymm& of) {
  const x86::Ymm moved = temporary();
  put(Inst::kIdVextracti128, moved.xmm(), of, asmjit::Imm(1));
  return moved;
}

// Halves of the result come from whole halves of the row, or from two of them.
void compiler::permute(const std::array<x86::Zmm, 2>& to, const std::array<x86::Zmm, 2>& from,
                       const std::array<std::uint32_t, 32>& from_lane) {
  constexpr unsigned lanes = 8;
  for (unsigned h = 0; h < 4; ++h) {
    used_ = 0;
    const std::uint32_t* const wanted = &from_lane[std::size_t{lanes} * h];
    const x86::Ymm made = half(to[h / 2], h % 2);
    bool is_first = true;
    for (unsigned source = 0; source < 4; ++source) {
      unsigned chosen = 0;
      bool in_place = true;
      std::array<std::uint32_t, lanes> order{};
      for (unsigned i = 0; i < lanes; ++i) {
        if (wanted[i] / lanes != source) continue;
        chosen |= 1u << i;
        order[i] = wanted[i] % lanes;
        in_place = in_place && order[i] == i;
      }
      if (chosen == 0) continue;
      x86::Ymm moved = half(from[source / 2], source % 2);
      if (!in_place) {
        const x86::Ymm index = temporary(), permuted = is_first ? made : temporary();
        put(Inst::kIdVmovdqa, index,
            newConst(asmjit::ConstPoolScope::kLocal, order.data(), sizeof order));
        put(Inst::kIdVpermd, permuted, index, moved);
        moved = permuted;
      } else if (is_first) {
        put(Inst::kIdVmovdqa, made, moved);
      }
      if (!is_first) put(Inst::kIdVpblendd, made, made, moved, asmjit::Imm(chosen));
      is_first = false;
    }
  }
}

}  // namespace lockstep::simt::jit::avx2
