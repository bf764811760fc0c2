// Between elements of different width, and between floating point and integers without a sign.
#include "simt/jit/avx2/compiler.hpp"

namespace lockstep::simt::jit::avx2 {

bool compiler::emit_conversion(const instruction& i) {
  if (i.lanes) return false;
  switch (i.id) {
    case Inst::kIdVpmovsxbw:
    case Inst::kIdVpmovzxbw:
    case Inst::kIdVpmovsxbd:
    case Inst::kIdVpmovzxbd:
    case Inst::kIdVpmovsxbq:
    case Inst::kIdVpmovzxbq:
    case Inst::kIdVpmovsxwd:
    case Inst::kIdVpmovzxwd:
    case Inst::kIdVpmovsxwq:
    case Inst::kIdVpmovzxwq:
    case Inst::kIdVpmovsxdq:
    case Inst::kIdVpmovzxdq:
    case Inst::kIdVcvtdq2pd:
    case Inst::kIdVcvtps2pd:
      widen(i);
      return true;
    case Inst::kIdVcvtudq2pd:
      widen_unsigned(i);
      return true;
    case Inst::kIdVpmovwb:
    case Inst::kIdVpmovdb:
    case Inst::kIdVpmovqb:
    case Inst::kIdVpmovdw:
    case Inst::kIdVpmovqw:
    case Inst::kIdVpmovqd:
      i.o[0].isMem() ? store_narrowed(i) : narrow(i);
      return true;
    case Inst::kIdVcvtpd2ps:
    case Inst::kIdVcvttpd2dq:
    case Inst::kIdVcvttpd2udq:
      narrow_doubles(i);
      return true;
    case Inst::kIdVcvttps2udq:
      to_unsigned(i);
      return true;
    case Inst::kIdVcvtudq2ps:
      from_unsigned(i);
      return true;
    default:
      return false;
  }
}

// The upper half first: the source may be the lower half of the result.
void compiler::widen(const instruction& i) {
  for (unsigned h = 2; h-- > 0;) {
    if (i.o[1].isReg()) {
      const x86::Ymm from = lower(i.o[1]);
      put(i.id, half(i.o[0], h), (h == 0 ? from : upper_quarter(from)).xmm());
      continue;
    }
    x86::Mem from = i.o[1].as<x86::Mem>();
    const std::uint32_t bytes = from.size() / 2;
    from.addOffset(static_cast<std::int64_t>(bytes) * h);
    from.setSize(bytes);
    put(i.id, half(i.o[0], h), from);
  }
}

// The bits of 2^52 and of the integer are those of their sum.
void compiler::widen_unsigned(const instruction& i) {
  constexpr std::uint64_t two_to_52 = 0x4330000000000000;
  const x86::Ymm from = lower(i.o[1]);
  for (unsigned h = 2; h-- > 0;) {
    const x86::Ymm sum = temporary();
    put(Inst::kIdVpmovzxdq, sum, (h == 0 ? from : upper_quarter(from)).xmm());
    put(Inst::kIdVpor, sum, sum, everywhere(two_to_52, 8));
    put(Inst::kIdVsubpd, half(i.o[0], h), sum, everywhere(two_to_52, 8));
  }
}

// The lower half of each of 8 elements.
x86::Ymm compiler::narrow_quads(const Operand& from) {
  const x86::Ymm made = temporary();
  put(Inst::kIdVshufps, made, half(from, 0), half(from, 1), asmjit::Imm(0x88));
  put(Inst::kIdVpermq, made, made, asmjit::Imm(0xd8));
  return made;
}

// Of 16 elements the bits `keeps`, in 16 bits each.
x86::Ymm compiler::narrow_to_words(const instruction& i, std::uint32_t keeps) {
  const x86::Ymm low = temporary(), high = temporary();
  put(Inst::kIdVpand, low, half(i.o[1], 0), everywhere(keeps, 4));
  put(Inst::kIdVpand, high, half(i.o[1], 1), everywhere(keeps, 4));
  put(Inst::kIdVpackusdw, low, low, high);
  put(Inst::kIdVpermq, low, low, asmjit::Imm(0xd8));
  return low;
}

void compiler::narrow(const instruction& i) {
  const x86::Ymm made =
      i.id == Inst::kIdVpmovqd ? narrow_quads(i.o[1]) : narrow_to_words(i, 0xffff);
  put(Inst::kIdVmovdqa, lower(i.o[0]), made);
}

void compiler::store_narrowed(const instruction& i) {
  const auto& to = i.o[0].as<x86::Mem>();
  switch (i.id) {
    case Inst::kIdVpmovdw:
      return put(Inst::kIdVmovdqu, to, narrow_to_words(i, 0xffff));
    case Inst::kIdVpmovqd:
      return put(Inst::kIdVmovdqu, to, narrow_quads(i.o[1]));
    case Inst::kIdVpmovdb: {
      const x86::Ymm words = narrow_to_words(i, 0xff), upper = upper_quarter(words);
      put(Inst::kIdVpackuswb, words.xmm(), words.xmm(), upper.xmm());
      return put(Inst::kIdVmovdqu, to, words.xmm());
    }
    case Inst::kIdVpmovwb: {
      const x86::Ymm low = temporary(), high = temporary();
      put(Inst::kIdVpand, low, half(i.o[1], 0), everywhere(0xff, 2));
      put(Inst::kIdVpand, high, half(i.o[1], 1), everywhere(0xff, 2));
      put(Inst::kIdVpackuswb, low, low, high);
      put(Inst::kIdVpermq, low, low, asmjit::Imm(0xd8));
      return put(Inst::kIdVmovdqu, to, low);
    }
    default: {  // from 64 bits to 16 or 8
      const bool to_words = i.id == Inst::kIdVpmovqw;
      const x86::Ymm made = narrow_quads(i.o[1]);
      put(Inst::kIdVpand, made, made, everywhere(to_words ? 0xffff : 0xff, 4));
      const x86::Ymm upper = upper_quarter(made);
      put(Inst::kIdVpackusdw, made.xmm(), made.xmm(), upper.xmm());
      if (to_words) return put(Inst::kIdVmovdqu, to, made.xmm());
      put(Inst::kIdVpackuswb, made.xmm(), made.xmm(), made.xmm());
      return put(Inst::kIdVmovq, to, made.xmm());
    }
  }
}

void compiler::narrow_doubles(const instruction& i) {
  constexpr std::uint64_t two_to_52 = 0x4330000000000000;
  constexpr int to_zero = 3;
  std::array<x86::Ymm, 2> made;
  for (unsigned h = 0; h < 2; ++h) {
    made[h] = temporary();
    const x86::Ymm from = half(i.o[1], h);
    if (i.id != Inst::kIdVcvttpd2udq) {
      put(i.id, made[h].xmm(), from);
      continue;
    }
    // Below 2^32: the lower bits of the sum with 2^52. What is larger comes from a division by 0
    // only, whose result the emitter replaces.
    put(Inst::kIdVroundpd, made[h], from, asmjit::Imm(to_zero));
    put(Inst::kIdVaddpd, made[h], made[h], everywhere(two_to_52, 8));
    const x86::Ymm upper = upper_quarter(made[h]);
    put(Inst::kIdVshufps, made[h].xmm(), made[h].xmm(), upper.xmm(), asmjit::Imm(0x88));
  }
  put(Inst::kIdVinserti128, lower(i.o[0]), made[0], made[1].xmm(), asmjit::Imm(1));
}

// From f32, to zero. What is too large has all bits. What is negative, or NaN, the emitter
// replaces.
void compiler::to_unsigned(const instruction& i) {
  constexpr std::uint32_t two_to_31 = 0x4f000000, two_to_32 = 0x4f800000;
  constexpr int not_below = 0x1d;
  for (unsigned h = 0; h < 2; ++h) {
    const x86::Ymm from = in_register(i.o[1], h);
    const x86::Ymm low = temporary(), rest = temporary(), is_high = temporary();
    put(Inst::kIdVcvttps2dq, low, from);
    put(Inst::kIdVsubps, rest, from, everywhere(two_to_31, 4));
    put(Inst::kIdVcvttps2dq, rest, rest);
    put(Inst::kIdVpxor, rest, rest, everywhere(0x80000000, 4));
    put(Inst::kIdVcmpps, is_high, from, everywhere(two_to_31, 4), asmjit::Imm(not_below));
    blend(low, low, rest, is_high, 4);
    put(Inst::kIdVcmpps, is_high, from, everywhere(two_to_32, 4), asmjit::Imm(not_below));
    put(Inst::kIdVpor, half(i.o[0], h), low, is_high);
  }
}

// To f32: both halves of the integer behind a power of two, whose sum is rounded once.
void compiler::from_unsigned(const instruction& i) {
  constexpr std::uint32_t two_to_23 = 0x4b000000, two_to_39 = 0x53000000, both = 0x53000080;
  for (unsigned h = 0; h < 2; ++h) {
    const x86::Ymm from = in_register(i.o[1], h);
    const x86::Ymm low = temporary(), high = temporary();
    put(Inst::kIdVpand, low, from, everywhere(0xffff, 4));
    put(Inst::kIdVpor, low, low, everywhere(two_to_23, 4));
    put(Inst::kIdVpsrld, high, from, asmjit::Imm(16));
    put(Inst::kIdVpor, high, high, everywhere(two_to_39, 4));
    put(Inst::kIdVsubps, high, high, everywhere(both, 4));
    put(Inst::kIdVaddps, half(i.o[0], h), high, low);
  }
}

}  // namespace lockstep::simt::jit::avx2
