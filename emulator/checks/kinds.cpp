#include "checks/kinds.hpp"

#include <algorithm>

namespace lockstep::checks {
namespace {

// Races differ in what leaves them open.
std::string why_race(const finding& found) {
  if (!found.other) return {};
  if (found.severity == "warning")
    return "All write the same value, so that today's GPUs give the right result; the memory model "
           "promises nothing about writes at the same time.";
  if (found.where.block != found.other->block)
    return "Blocks run in any order, or at the same time: which access comes first changes from "
           "run to run, and the result with it.";
  return "Warps of a block run in any order: which access comes first changes from run to run, and "
         "the result with it.";
}

}  // namespace

const std::vector<kind_facts>& known_kinds() {
  // Never destroyed: leaks are told when the program ends.
  static const auto& all = *new std::vector<kind_facts>{
#define KIND(name, tool, why, advice) {#name, #tool, why, advice},
#include "checks/kinds.def"
#undef KIND
  };
  return all;
}

const kind_facts* find_kind(std::string_view name) {
  const auto& all = known_kinds();
  const auto at = std::find_if(all.begin(), all.end(), [&](auto& one) { return one.name == name; });
  return at == all.end() ? nullptr : &*at;
}

std::string why(const finding& found) {
  if (!found.why.empty()) return found.why;
  if (found.kind == "race") {
    if (std::string text = why_race(found); !text.empty()) return text;
  }
  const kind_facts* known = find_kind(found.kind);
  return known == nullptr ? std::string() : std::string(known->why);
}

std::string advice(const finding& found) {
  if (!found.advice.empty()) return found.advice;
  const kind_facts* known = find_kind(found.kind);
  return known == nullptr ? std::string() : std::string(known->advice);
}

}  // namespace lockstep::checks
