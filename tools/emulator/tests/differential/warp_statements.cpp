// What the lanes of a warp do together.
#include "body.hpp"
#include "operations.hpp"

namespace differential {

std::string body::lane_of(const region& at) {
  const std::string lane = register_of("b32");
  switch (random_.below(4)) {
    case 0:  // the first
      line("brev.b32 %t0, " + at.lanes + ";\nclz.b32 " + lane + ", %t0;");
      break;
    case 1:  // the last
      line("bfind.u32 " + lane + ", " + at.lanes + ";");
      break;
    case 2:  // the next one below this lane, or the last
      line("mov.u32 %t0, %lanemask_lt;\nand.b32 %t0, %t0, " + at.lanes +
           ";\nsetp.eq.u32 %q0, %t0, 0;\nselp.b32 %t0, " + at.lanes + ", %t0, %q0;\nbfind.u32 " +
           lane + ", %t0;");
      break;
    default:  // the next one above, or itself
      line("mov.u32 %t0, %lanemask_gt;\nand.b32 %t0, %t0, " + at.lanes +
           ";\nbrev.b32 %t0, %t0;\nclz.b32 %t0, %t0;\nsetp.gt.u32 %q0, %t0, 31;\nselp.b32 " + lane +
           ", %lane, %t0, %q0;");
      break;
  }
  return lane;
}

void body::warp_operation(const region& at) {
  static constexpr std::string_view kinds[] = {
      "vote.sync.ballot.b32 $A, [!|]$p, LANES;",
      "vote.sync.[all|any|uni].pred $P, [!|]$p, LANES;",
      "redux.sync.[add|min|max].[s32|u32] $A, $r, LANES;",
      "redux.sync.[and|or|xor].b32 $A, $r, LANES;",
      "and.b32 %t0, $r, 3; match.any.sync.b32 $A, %t0, LANES;",
      "and.b64 %u0, $w, 0x0000000300000001; match.any.sync.b64 $A, %u0, LANES;",
      "and.b32 %t0, $r, [0|1|8]; match.all.sync.b32 $A|$P, %t0, LANES;",
      "bar.warp.sync LANES;",
  };
  const unsigned kind = random_.below(std::size(kinds) + 3);
  if (kind >= std::size(kinds)) {
    const std::string from = lane_of(at);
    line(fill("shfl.sync.idx.b32 $A, $r, " + from + ", 31, " + at.lanes + ";", random_));
    return;
  }
  std::string text = fill(kinds[kind], random_);
  text.replace(text.find("LANES"), 5, at.lanes);
  line(text);
}

void body::whole_warp_shuffle() {
  static constexpr std::string_view kinds[] = {
      "shfl.sync.up.b32 $A|$P, $r, [$i|$r|1|2|4], [0|0x1000|0x1800|0x1c00], -1;",
      "shfl.sync.[down|bfly|idx].b32 $A|$P, $r, [$i|$r|1|3|16], [31|0x181f|0x1c1f|0x1e1f], -1;",
  };
  line(fill(kinds[random_.below(std::size(kinds))], random_));
}

// Through shared memory; each such place has a word for every thread of the block.
void body::exchange_of_warp(const region& at) {
  if (parts_.exchanges == 8) return warp_operation(at);
  const std::string area = std::to_string(1024 + parts_.exchanges++ * threads_ * 4);
  const std::string from = lane_of(at);
  line(
      "mul.wide.u32 %u0, %thread, 4;\nadd.u64 %u0, %u0, %shared;\nsub.u32 %t0, %thread, %lane;\n"
      "add.u32 %t0, %t0, " +
      from + ";\nmul.wide.u32 %u1, %t0, 4;\nadd.u64 %u1, %u1, %shared;");
  line(fill("st.shared.[b32|u32] [%u0+" + area + "], $r;", random_));
  line("bar.warp.sync " + at.lanes + ";");
  line(fill("ld.shared.[b32|s32] $A, [%u1+" + area + "];", random_));
  line("bar.warp.sync " + at.lanes + ";");
}

}  // namespace differential
