// Masks: a bit for each lane in a register for integers; all others are 0. In vectors, a lane is
// chosen by its highest bit.
#include "simt/jit/avx2/compiler.hpp"

namespace lockstep::simt::jit::avx2 {

bool compiler::emit_mask_instruction(const instruction& i) {
  const auto is_mask = [&](unsigned n) { return x86::Reg::isKReg(i.o[n]); };
  const auto integer = [&](unsigned n) {
    return is_mask(n) ? bits(i.o[n]) : i.o[n].as<x86::Gp>().r32();
  };
  const auto combine = [&](InstId as) {
    const x86::Gp to = integer(0), made = temporary_bits();
    put(Inst::kIdMov, made, integer(1));
    put(as, made, integer(2));
    put(Inst::kIdMov, to, made);
    return true;
  };
  // The lower bits of the first behind those of the second.
  const auto unpack = [&](unsigned width) {
    const x86::Gp upper = temporary_bits(), to = integer(0), second = integer(2);
    put(Inst::kIdMov, upper, integer(1));
    put(Inst::kIdShl, upper, asmjit::Imm(width));
    if (width == 8)
      put(Inst::kIdMovzx, to, second.r8());
    else
      put(Inst::kIdMovzx, to, second.r16());
    put(Inst::kIdOr, to, upper);
    return true;
  };
  switch (i.id) {
    case Inst::kIdKmovd:
      put(Inst::kIdMov, integer(0), integer(1));
      return true;
    case Inst::kIdKmovw:
      put(Inst::kIdMovzx, integer(0), integer(1).r16());
      return true;
    case Inst::kIdKandw:
      return combine(Inst::kIdAnd);
    case Inst::kIdKorw:
      return combine(Inst::kIdOr);
    case Inst::kIdKortestw: {  // only whether there is one
      const x86::Gp made = temporary_bits();
      put(Inst::kIdMov, made, integer(0));
      put(Inst::kIdOr, made, integer(1));
      return true;
    }
    case Inst::kIdKshiftrw:
      put(Inst::kIdMovzx, integer(0), integer(1).r16());
      put(Inst::kIdShr, integer(0), i.o[2]);
      return true;
    case Inst::kIdKunpckbw:
      return unpack(8);
    case Inst::kIdKunpckwd:
      return unpack(16);
    default:
      return false;
  }
}

bool compiler::emit_comparison(const instruction& i) {
  const auto relation =
      static_cast<unsigned>(i.o[3].isImm() ? i.o[3].as<asmjit::Imm>().value() : 0);
  switch (i.id) {
    case Inst::kIdVcmpps:
    case Inst::kIdVcmppd: {
      if (!x86::Reg::isKReg(i.o[0])) return false;
      std::array<x86::Ymm, 2> holds;
      for (unsigned h = 0; h < 2; ++h)
        put(i.id, holds[h] = temporary(), part(i.o[1], h), part(i.o[2], h), i.o[3]);
      gather_bits(bits(i.o[0]), holds, i.id == Inst::kIdVcmpps ? 4 : 8, false);
      return true;
    }
    case Inst::kIdVpcmpw:
      compare(i, 2, true, relation);
      return true;
    case Inst::kIdVpcmpuw:
      compare(i, 2, false, relation);
      return true;
    case Inst::kIdVpcmpd:
      compare(i, 4, true, relation);
      return true;
    case Inst::kIdVpcmpud:
      compare(i, 4, false, relation);
      return true;
    case Inst::kIdVpcmpq:
      compare(i, 8, true, relation);
      return true;
    case Inst::kIdVpcmpuq:
      compare(i, 8, false, relation);
      return true;
    case Inst::kIdVptestmd:
      test(i, 4, false);
      return true;
    case Inst::kIdVptestmq:
      test(i, 8, false);
      return true;
    case Inst::kIdVptestnmd:
      test(i, 4, true);
      return true;
    default:
      return false;
  }
}

// AVX2 has "equal" and "greater", of numbers with a sign.
void compiler::compare(const instruction& i, unsigned bytes, bool has_sign, unsigned relation) {
  enum : unsigned { equal, less, less_or_equal, not_equal = 4, not_less, greater };
  const bool by_order = relation != equal && relation != not_equal;
  const bool swapped = relation == less || relation == not_less;
  const InstId same = bytes == 2   ? Inst::kIdVpcmpeqw
                      : bytes == 4 ? Inst::kIdVpcmpeqd
                                   : Inst::kIdVpcmpeqq;
  const InstId above = bytes == 2   ? Inst::kIdVpcmpgtw
                       : bytes == 4 ? Inst::kIdVpcmpgtd
                                    : Inst::kIdVpcmpgtq;
  std::array<x86::Ymm, 2> holds;
  for (unsigned h = 0; h < 2; ++h) {
    x86::Ymm a = in_register(i.o[1], h), b = in_register(i.o[2], h);
    if (by_order && !has_sign) {
      const x86::Mem lowest = everywhere(std::uint64_t{1} << (8 * bytes - 1), bytes);
      const x86::Ymm moved_a = temporary(), moved_b = temporary();
      put(Inst::kIdVpxor, moved_a, a, lowest);
      put(Inst::kIdVpxor, moved_b, b, lowest);
      a = moved_a;
      b = moved_b;
    }
    holds[h] = temporary();
    if (swapped)
      put(above, holds[h], b, a);
    else
      put(by_order ? above : same, holds[h], a, b);
  }
  const bool inverted = relation == less_or_equal || relation == not_equal || relation == not_less;
  gather_bits(bits(i.o[0]), holds, bytes, inverted);
}

void compiler::test(const instruction& i, unsigned bytes, bool is_zero) {
  std::array<x86::Ymm, 2> holds;
  const x86::Ymm zero = temporary();
  put(Inst::kIdVpxor, zero, zero, zero);
  for (unsigned h = 0; h < 2; ++h) {
    holds[h] = temporary();
    x86::Ymm both = half(i.o[1], h);
    if (!i.o[2].isReg() || i.o[2].id() != i.o[1].id()) {
      put(Inst::kIdVpand, holds[h], both, part(i.o[2], h));
      both = holds[h];
    }
    put(bytes == 4 ? Inst::kIdVpcmpeqd : Inst::kIdVpcmpeqq, holds[h], both, zero);
  }
  gather_bits(bits(i.o[0]), holds, bytes, !is_zero);
}

void compiler::gather_bits(const x86::Gp& to, const std::array<x86::Ymm, 2>& halves, unsigned bytes,
                           bool inverted) {
  const unsigned lanes = 32 / bytes;
  if (bytes == 2) {
    const x86::Ymm packed = temporary();
    put(Inst::kIdVpacksswb, packed, halves[0], halves[1]);
    put(Inst::kIdVpermq, packed, packed, asmjit::Imm(0xd8));
    put(Inst::kIdVpmovmskb, to, packed);
  } else {
    const InstId id = bytes == 4 ? Inst::kIdVmovmskps : Inst::kIdVmovmskpd;
    const x86::Gp upper = temporary_bits();
    put(id, to, halves[0]);
    put(id, upper, halves[1]);
    put(Inst::kIdShl, upper, asmjit::Imm(lanes));
    put(Inst::kIdOr, to, upper);
  }
  if (inverted)
    put(Inst::kIdXor, to,
        asmjit::Imm(static_cast<std::int32_t>(lanes == 16 ? ~0u : (1u << (2 * lanes)) - 1)));
}

std::array<x86::Ymm, 2> compiler::expand(const x86::Gp& bits, unsigned bytes) {
  const unsigned lanes = 32 / bytes;
  const std::array<x86::Ymm, 2> made{temporary(), temporary()};
  const x86::Ymm all = temporary();
  put(Inst::kIdVmovd, all.xmm(), bits.r32());
  if (bytes == 2) {
    const x86::Ymm upper = temporary();
    put(Inst::kIdVpsrld, upper.xmm(), all.xmm(), asmjit::Imm(16));
    const x86::Mem bit = each_lane<std::uint16_t>([](std::size_t i) { return 1u << i; });
    for (unsigned h = 0; h < 2; ++h) {
      put(Inst::kIdVpbroadcastw, made[h], (h == 0 ? all : upper).xmm());
      put(Inst::kIdVpand, made[h], made[h], bit);
      put(Inst::kIdVpcmpeqw, made[h], made[h], bit);
    }
    return made;
  }
  put(bytes == 8 ? Inst::kIdVpbroadcastq : Inst::kIdVpbroadcastd, all, all.xmm());
  for (unsigned h = 0; h < 2; ++h) {
    if (bytes == 8)
      put(Inst::kIdVpsllvq, made[h], all,
          each_lane<std::uint64_t>([&](std::size_t i) { return 63 - (lanes * h + i); }));
    else
      put(Inst::kIdVpsllvd, made[h], all,
          each_lane<std::uint32_t>([&](std::size_t i) { return 31 - (lanes * h + i); }));
  }
  return made;
}

void compiler::blend(const x86::Ymm& to, const x86::Ymm& otherwise, const Operand& chosen,
                     const x86::Ymm& where, unsigned bytes) {
  const InstId id = bytes == 2   ? Inst::kIdVpblendvb
                    : bytes == 4 ? Inst::kIdVblendvps
                                 : Inst::kIdVblendvpd;
  put(id, to, otherwise, chosen, where);
}

}  // namespace lockstep::simt::jit::avx2
