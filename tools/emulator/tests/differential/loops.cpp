// Loops of at most seven rounds, whose number differs by lane or is the block's.
#include "body.hpp"
#include "operations.hpp"

namespace differential {

void body::loop(const region& at) {
  const std::string rounds = register_of("b32"), c = register_of("pred");
  const std::string top = label(), out = label();
  line(fill("and.b32 " + rounds + ", $r, " + (at.loops == 0 ? "7" : "3") + ";", random_));
  region r = inside(at, "");
  ++r.loops;
  const bool voted = known(at) && !random_.one_in(3);
  if (voted) {
    r.again_together = true;
    r.lanes = register_of("b32");
    line("mov.b32 " + r.lanes + ", " + at.lanes + ";");
    r.again = r.out = "";
  } else {
    r.again = top;
    r.out = out;
  }
  line(top + ":\nsetp.eq.u32 " + c + ", " + rounds + ", 0;");
  if (voted) line("vote.sync.ballot.b32 " + r.lanes + ", !" + c + ", " + r.lanes + ";");
  line("@" + c + " bra " + out + ";\nsub.u32 " + rounds + ", " + rounds + ", 1;");
  statements(r, 1 + random_.below(4));
  if (voted && random_.one_in(3)) {  // some leave early, all others know
    const std::string gone = condition();
    line("vote.sync.ballot.b32 " + r.lanes + ", !" + gone + ", " + r.lanes + ";\n@" + gone +
         " bra " + out + ";");
    statements(r, 1);
  }
  line("bra " + top + ";\n" + out + ":");
}

void body::loop_of_block(const region& at) {
  const std::string rounds = register_of("b32"), c = register_of("pred"), top = label();
  line("shr.u32 " + rounds + ", %salt, " + std::to_string(random_.below(6)) + ";\nand.b32 " +
       rounds + ", " + rounds + ", 3;\n" + top + ":");
  region r = at;
  r.again_together = true;
  ++r.depth;
  ++r.loops;
  statements(r, 1 + random_.below(3));
  line("setp.ne.u32 " + c + ", " + rounds + ", 0;\nsub.u32 " + rounds + ", " + rounds + ", 1;\n@" +
       c + " bra.uni " + top + ";");
}

}  // namespace differential
