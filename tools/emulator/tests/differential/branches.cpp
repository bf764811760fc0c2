// Statements that diverge: two ways, a table of ways, and ways out.
#include "body.hpp"
#include "operations.hpp"

namespace differential {

void body::branch(const region& at) {
  const std::string c = condition();
  // Where lanes are known they may stop being so: unstructured code is for such regions.
  const bool voted = known(at) && !random_.one_in(3);
  std::string then_lanes, else_lanes;
  if (voted) {
    then_lanes = part_of(at, c);
    else_lanes = register_of("b32");
    line("xor.b32 " + else_lanes + ", " + at.lanes + ", " + then_lanes + ";");
  }
  const std::string otherwise = label(), end = label();
  line("@!" + c + " bra " + otherwise + ";");
  statements(inside(at, then_lanes), 1 + random_.below(4));
  if (random_.one_in(3)) {
    line(otherwise + ":");
    return;
  }
  line("bra " + end + ";\n" + otherwise + ":");
  statements(inside(at, else_lanes), 1 + random_.below(4));
  line(end + ":");
}

// All threads of the block go the same way.
void body::branch_of_block(const region& at) {
  const std::string c = register_of("pred"), end = label();
  line(fill("and.b32 %t0, %salt, [1|2|3|8];\nsetp.[eq|ne].u32 " + c + ", %t0, 0;", random_));
  line(fill("@" + c + " bra[.uni|] " + end + ";", random_));
  region r = at;
  ++r.depth;
  statements(r, 1 + random_.below(4));
  line(end + ":");
}

void body::branch_table(const region& at) {
  tables_ = true;
  const unsigned ways = 2 + random_.below(4);
  const std::string index = register_of("b32"), end = label(), table = label();
  line(fill("rem.u32 " + index + ", $r, " + std::to_string(ways) + ";", random_));
  std::string lanes;
  if (known(at) && !random_.one_in(3)) {
    lanes = register_of("b32");
    line("match.any.sync.b32 " + lanes + ", " + index + ", " + at.lanes + ";");
  }
  std::string targets;
  std::vector<std::string> labels;
  for (unsigned i = 0; i < ways; ++i) {
    labels.push_back(label());
    targets += (i == 0 ? "" : ", ") + labels.back();
  }
  line(table + ": .branchtargets " + targets + ";\nbrx.idx " + index + ", " + table + ";");
  for (unsigned i = 0; i < ways; ++i) {
    line(labels[i] + ":");
    const std::string mine = lanes;
    statements(inside(at, mine), 1 + random_.below(2));
    // Falls through into the next way now and then, where no lanes are voted on.
    if (!lanes.empty() || !random_.one_in(4)) line("bra " + end + ";");
  }
  line(end + ":");
}

// Break or continue from any depth.
void body::leave_loop(const region& at) {
  if (at.out.empty() || !at.lanes.empty()) return operation(false);
  const std::string c = condition();
  line("@" + c + " bra " + (random_.one_in(2) ? at.again : at.out) + ";");
}

// The threads that leave are not in any later set of lanes.
void body::leave_kernel(const region& at) {
  const std::string c = condition();
  if (known(at)) line("vote.sync.ballot.b32 " + at.lanes + ", !" + c + ", " + at.lanes + ";");
  line("@" + c + " st.global.u32 [%own+-16], 1;\n@" + c + " exit;");
  left_ = true;
}

}  // namespace differential
