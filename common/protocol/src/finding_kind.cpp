#include "lockstep/protocol/finding_kind.hpp"

#include <algorithm>

namespace lockstep::protocol {

const std::vector<kind_facts>& known_kinds() {
  // Never destroyed: leaks are reported when the program ends.
  static const auto& all = *new std::vector<kind_facts>{
#define KIND(name, tool, why, advice) {finding_kind::name, #name, #tool, why, advice},
#include "lockstep/protocol/finding_kinds.def"
#undef KIND
  };
  return all;
}

const kind_facts& facts_of(finding_kind kind) {
  static constexpr kind_facts unknown{finding_kind::other, "", "execution", "", ""};
  const auto& all = known_kinds();
  const auto at =
      std::find_if(all.begin(), all.end(), [&](const auto& known) { return known.kind == kind; });
  return at == all.end() ? unknown : *at;
}

}  // namespace lockstep::protocol
