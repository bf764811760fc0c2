// Totals that many threads change: by operations whose order does not matter.
#include "body.hpp"
#include "operations.hpp"

namespace differential {

// Each total has one operation, because add and xor do not commute with each other. Where an
// operation's results are used, they are the same numbers in any order, and only their sum is kept.
void body::add_to_total() {
  static constexpr std::string_view kinds[] = {
      "red.global.add.u32 [%totals], $r;",
      "red[.relaxed.gpu|].global.add.u64 [%totals+8], $w;",
      "[atom.global.min.s32 %t0,|red.global.min.s32] [%totals+16], $r;",
      "atom.global.max.u64 %u0, [%totals+24], $w;",
      "red.global.or.b32 [%totals+32], $r;",
      "atom.xor.b64 %u0, [%totals+40], $w;",
      "atom.global.inc.u32 %t0, [%totals+48], 1000; mul.lo.u32 %t0, %t0, %t0; cvt.u64.u32 %u0, "
      "%t0; red.global.add.u64 [%totals+56], %u0;",
      "atom.global.add.u32 %t0, [%totals+64], 3; xor.b32 %t0, %t0, 0x5555; cvt.u64.u32 %u0, %t0; "
      "red.global.add.u64 [%totals+56], %u0;",
      // Small whole numbers: their sum is exact.
      "and.b32 %t0, $r, 15; cvt.rn.f32.u32 %x0, %t0; red.global.add.f32 [%totals+72], %x0;",
      "and.b32 %t0, $r, 15; cvt.rn.f64.u32 %y0, %t0; red.global.add.f64 [%totals+80], %y0;",
      "red.shared.add.u32 [%shared+512], $r;",
      "red.shared.xor.b32 [%shared+516], $r;",
      "atom.shared.max.s32 %t0, [%shared+520], $r;",
  };
  // A loop of compare and swap: (total + 1) * odd - 1.
  if (random_.one_in(8)) {
    const std::string again = label();
    line(fill("or.b32 %t2, $r, 1;\nld.volatile.global.u32 %t0, [%totals+88];", random_));
    line(again +
         ":\nmad.lo.u32 %t1, %t0, %t2, %t2;\nsub.u32 %t1, %t1, 1;\n"
         "atom.global.cas.b32 %t3, [%totals+88], %t0, %t1;\nsetp.ne.u32 %q0, %t3, %t0;\n"
         "mov.b32 %t0, %t3;\n@%q0 bra " +
         again + ";");
    return;
  }
  line(fill(kinds[random_.below(std::size(kinds))], random_));
}

// A lock that the threads of all blocks take in turn.
void body::critical_section(const region&) {
  const std::string again = label();
  line(again +
       ":\natom.global.cas.b32 %t0, [%totals+96], 0, 1;\nsetp.ne.u32 %q0, %t0, 0;\n@%q0 bra " +
       again + ";\nmembar.gl;\nld.volatile.global.u32 %t0, [%totals+104];");
  line(fill("and.b32 %t1, $r, 255;\nadd.u32 %t0, %t0, %t1;", random_));
  line(
      "st.volatile.global.u32 [%totals+104], %t0;\nmembar.gl;\n"
      "atom.global.exch.b32 %t0, [%totals+96], 0;");
}

}  // namespace differential
