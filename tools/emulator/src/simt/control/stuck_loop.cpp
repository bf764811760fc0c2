#include "simt/control/stuck_loop.hpp"

#include <algorithm>
#include <cstddef>

namespace lockstep::simt {
namespace {

// An instruction by its place in the text of its function.
struct placed {
  const instruction_site* site;
  std::ptrdiff_t at;
  std::ptrdiff_t to;  // of a branch: where it leads; -1: it is none
  bool is_conditional;
};

std::vector<placed> instructions_of(const code& of, std::uint32_t function) {
  std::vector<placed> all;
  const ptx::instruction* first = nullptr;
  for (const instruction_site& i : of.instructions)
    if (i.function == function && (first == nullptr || i.source < first)) first = i.source;
  for (const instruction_site& i : of.instructions) {
    if (i.function != function) continue;
    const bool branches = i.source->opcode == "bra" && !i.source->operands.empty();
    all.push_back({&i, i.source - first,
                   branches ? static_cast<std::ptrdiff_t>(i.source->operands[0].index) : -1,
                   i.source->guard >= 0});
  }
  return all;
}

}  // namespace

std::optional<stuck_loop> loop_around(const code& of, std::uint32_t instruction) {
  const instruction_site& here = of.instructions[instruction];
  const std::vector<placed> all = instructions_of(of, here.function);
  const auto mine =
      std::find_if(all.begin(), all.end(), [&](const placed& p) { return p.site == &here; });
  const placed* back = nullptr;
  for (const placed& p : all) {
    if (p.to < 0 || p.to > p.at || mine->at < p.to || mine->at > p.at) continue;
    if (back == nullptr || p.at - p.to < back->at - back->to) back = &p;
  }
  if (back == nullptr) return {};
  stuck_loop loop;
  loop.back = back->site->line;
  for (const placed& p : all) {
    const bool inside = p.at >= back->to && p.at <= back->at;
    const bool leads_out = p.to >= 0 && (p.to < back->to || p.to > back->at);
    if (!inside || !p.is_conditional || !(leads_out || &p == back)) continue;
    if (std::none_of(loop.conditions.begin(), loop.conditions.end(), [&](const auto& known) {
          return known.file == p.site->line.file && known.line == p.site->line.line;
        }))
      loop.conditions.push_back(p.site->line);
  }
  return loop;
}

}  // namespace lockstep::simt
