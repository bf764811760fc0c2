// Moves, blends, broadcasts and gathers, of some lanes or of all.
#include "simt/jit/avx2/compiler.hpp"

namespace lockstep::simt::jit::avx2 {

bool compiler::emit_move(const instruction& i) {
  switch (i.id) {
    case Inst::kIdVmovdqa32:
    case Inst::kIdVmovdqu32:
      if (!i.lanes) return false;
      move_some(i, 4);
      return true;
    case Inst::kIdVmovdqa64:
    case Inst::kIdVmovdqu64:
      if (!i.lanes) return false;
      move_some(i, 8);
      return true;
    case Inst::kIdVmovdqu16:
      if (!i.lanes || i.o[0].isMem()) return false;
      move_some(i, 2);
      return true;
    case Inst::kIdVpblendmw:
    case Inst::kIdVpblendmd:
    case Inst::kIdVpblendmq:
      return emit_blend(i);
    case Inst::kIdVpbroadcastw:
    case Inst::kIdVpbroadcastd:
    case Inst::kIdVpbroadcastq:
      return emit_broadcast(i);
    case Inst::kIdVpgatherdd:
    case Inst::kIdVpgatherdq:
    case Inst::kIdVpgatherqd:
    case Inst::kIdVpgatherqq:
      return emit_gather(i);
    case Inst::kIdVinserti64x4:  // into the upper half
      put(Inst::kIdVmovdqa, half(i.o[0], 1), lower(i.o[2]));
      if (i.o[0].id() != i.o[1].id()) put(Inst::kIdVmovdqa, half(i.o[0], 0), half(i.o[1], 0));
      return true;
    case Inst::kIdVextracti64x4:
      put(Inst::kIdVmovdqa, lower(i.o[0]), half(i.o[1], 1));
      return true;
    default:
      return false;
  }
}

// Memory of lanes that are not moved is not touched.
void compiler::move_some(const instruction& i, unsigned bytes) {
  const std::array<x86::Ymm, 2> where = expand(*i.lanes, bytes);
  const InstId masked = bytes == 8 ? Inst::kIdVpmaskmovq : Inst::kIdVpmaskmovd;
  for (unsigned h = 0; h < 2; ++h) {
    const Operand to = part(i.o[0], h), from = part(i.o[1], h);
    if (to.isMem() || i.clears_others)
      put(masked, to, where[h], from);
    else
      blend(half(i.o[0], h), half(i.o[0], h), from, where[h], bytes);
  }
}

bool compiler::emit_blend(const instruction& i) {
  const unsigned bytes = i.id == Inst::kIdVpblendmw ? 2 : i.id == Inst::kIdVpblendmd ? 4 : 8;
  const std::array<x86::Ymm, 2> where = expand(*i.lanes, bytes);
  for (unsigned h = 0; h < 2; ++h)
    blend(half(i.o[0], h), half(i.o[1], h), part(i.o[2], h), where[h], bytes);
  return true;
}

bool compiler::emit_broadcast(const instruction& i) {
  const x86::Ymm first = half(i.o[0], 0), second = half(i.o[0], 1);
  if (i.lanes) {  // of a word in memory, which nobody may touch if there is no lane
    const asmjit::Label none = newLabel();
    const std::array<x86::Ymm, 2> where = expand(*i.lanes, 4);
    const x86::Ymm all = temporary();
    put(Inst::kIdVpxor, all, all, all);
    put(Inst::kIdTest, *i.lanes, *i.lanes);
    put(Inst::kIdJz, none);
    put(i.id, all, i.o[1]);
    bind(none);
    const x86::Ymm zero = temporary();
    put(Inst::kIdVpxor, zero, zero, zero);
    for (unsigned h = 0; h < 2; ++h) blend(half(i.o[0], h), zero, all, where[h], 4);
    return true;
  }
  if (!i.o[1].isReg() || i.o[1].as<x86::Reg>().isVec()) {
    put(i.id, first, as_is(i.o[1]));
  } else {
    const x86::Ymm all = temporary();
    const x86::Gp value = i.o[1].as<x86::Gp>();
    if (i.id == Inst::kIdVpbroadcastq)
      put(Inst::kIdVmovq, all.xmm(), value.r64());
    else
      put(Inst::kIdVmovd, all.xmm(), value.r32());
    put(i.id, first, all.xmm());
  }
  put(Inst::kIdVmovdqa, second, first);
  return true;
}

// Elements of 4 or 8 bytes by distances of 4 or 8.
bool compiler::emit_gather(const instruction& i) {
  const bool wide_index = i.id == Inst::kIdVpgatherqd || i.id == Inst::kIdVpgatherqq;
  const bool wide_element = i.id == Inst::kIdVpgatherdq || i.id == Inst::kIdVpgatherqq;
  const std::array<x86::Ymm, 2> where = expand(*i.lanes, wide_element ? 8 : 4);
  const auto& from = i.o[1].as<x86::Mem>();
  const asmjit::BaseReg index = from.indexReg();
  const auto by = [&](const x86::Vec& distances) {
    x86::Mem all = from;
    all.setIndex(distances);
    return all;
  };
  if (wide_index && !wide_element) {  // 8 lanes in all
    const x86::Ymm upper = temporary(), chosen = upper_quarter(where[0]);
    const x86::Ymm to = lower(i.o[0]);
    put(Inst::kIdVpxor, upper, upper, upper);
    put(i.id, upper.xmm(), by(half(index, 1)), chosen.xmm());
    put(i.id, to.xmm(), by(half(index, 0)), where[0].xmm());
    put(Inst::kIdVinserti128, to, to, upper.xmm(), asmjit::Imm(1));
    return true;
  }
  for (unsigned h = 0; h < 2; ++h) {
    const x86::Ymm to = half(i.o[0], h);
    if (wide_index || !wide_element)
      put(i.id, to, by(half(index, h)), where[h]);
    else
      put(i.id, to, by((h == 0 ? lower(index) : upper_quarter(lower(index))).xmm()), where[h]);
  }
  return true;
}

}  // namespace lockstep::simt::jit::avx2
