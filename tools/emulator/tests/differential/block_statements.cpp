// What the threads of a block do together: shared memory between barriers. Words 0 .. 127 of shared
// memory are exchanged, 128 .. 135 hold totals.
#include "body.hpp"
#include "operations.hpp"

namespace differential {

namespace {

const char* const own_word = "mul.wide.u32 %u0, %thread, 4;\nadd.u64 %u0, %u0, %shared;";

}  // namespace

void body::block_exchange() {
  const std::string threads = std::to_string(threads_);
  line(own_word);
  line(fill("st.shared.[b32|u32] [%u0], $r;\n[bar.sync 0|barrier.sync 1|barrier.cta.sync 0];",
            random_));
  line(fill("mad.lo.u32 %t0, %thread, [1|3|5|7], $i;", random_) + "\nrem.u32 %t0, %t0, " + threads +
       ";\nmul.wide.u32 %u1, %t0, 4;\nadd.u64 %u1, %u1, %shared;");
  line(
      fill("ld.shared.[b32|s32|u16|s8] $A, [%u1];\nld.shared.u32 $A, [%shared+[512|516|520]];"
           "\nbar.sync 0;",
           random_));
}

void body::block_vote() {
  line(fill(random_.one_in(2) ? "bar.red.popc.u32 $A, [0|2], [!|]$p;"
                              : "barrier.red.[and|or].pred $P, [0|5], [!|]$p;",
            random_));
}

// One barrier that the block's threads reach at different places.
void body::block_barrier_on_two_paths(const region& at) {
  const std::string c = condition(), otherwise = label(), end = label();
  line(own_word);
  line(fill("st.shared.b32 [%u0], $r;", random_));
  region r = inside(at, "");
  line("@" + c + " bra " + otherwise + ";");
  statements(r, 1);
  line("barrier.sync 4;");
  statements(r, 1);
  line("bra " + end + ";\n" + otherwise + ":");
  statements(r, 1);
  line("barrier.sync 4;\n" + end + ":");
  line("xor.b32 %t0, %thread, 1;\nmin.u32 %t0, %t0, " + std::to_string(threads_ - 1) +
       ";\nmul.wide.u32 %u1, %t0, 4;\nadd.u64 %u1, %u1, %shared;");
  line(fill("ld.shared.u32 $A, [%u1];\nbarrier.sync 0;", random_));
}

// Two warps: one arrives and goes on, the other waits for its words.
void body::producers_and_consumers(const region& at) {
  const std::string c = register_of("pred"), consume = label(), end = label();
  line(own_word);
  line("setp.ge.u32 " + c + ", %thread, 32;\n@" + c + " bra " + consume + ";");
  line(fill("st.shared.b32 [%u0], $r;\nbar.arrive 3, 64;", random_));
  statements(inside(at, at.lanes), 1);
  line("bra " + end + ";\n" + consume + ":");
  statements(inside(at, at.lanes), 1);
  line(own_word);
  line(fill("bar.sync 3, 64;\nld.shared.u32 $A, [%u0+-128];", random_));
  line(end + ":\nbar.sync 0;");
}

}  // namespace differential
