// Spilled registers are not in PTX. The machine code has their stores and loads; where it has as
// many loops as PTX, each is put into the loop that it belongs to, otherwise by its anchor in the
// whole.
#include <algorithm>
#include <utility>

#include "timing/program.hpp"

namespace lockstep::timing {
namespace {

// How far behind a load the instruction stands that needs its value.
constexpr std::size_t until_used = 8;

using anchor = std::pair<double, double>;  // in the machine code, in the regions' operations

bool is_issued(const operation& o) { return o.on != pipe::none; }

// Operations in front of each region, in the order of the blocks.
std::vector<double> begins_of(const program& code) {
  std::vector<double> begins = {0};
  for (const region& r : code.regions)
    begins.push_back(begins.back() + static_cast<double>(std::count_if(
                                         r.operations.begin(), r.operations.end(), is_issued)));
  return begins;
}

// The loops of PTX: from the region that a later one goes back to, to the end of that one.
std::vector<anchor> loops_of(const program& code, const ptx::decoded_function& kernel,
                             const std::vector<double>& begins) {
  std::vector<anchor> all;
  for (std::size_t n = 0; n < code.regions.size(); ++n) {
    for (const std::uint32_t to : kernel.blocks[code.regions[n].blocks.back()].successors) {
      const std::int32_t first = code.region_of[to];
      if (first >= 0 && static_cast<std::size_t>(first) <= n)
        all.emplace_back(begins[static_cast<std::size_t>(first)], begins[n + 1]);
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<anchor> anchors_of(const program& code, const ptx::decoded_function& kernel,
                               const ptx::spill_code& spills, const std::vector<double>& begins) {
  std::vector<anchor> all = {{0, 0}};
  const std::vector<anchor> loops = loops_of(code, kernel, begins);
  std::vector<ptx::machine_loop> of_machine = spills.loops;
  std::sort(of_machine.begin(), of_machine.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  if (loops.size() == of_machine.size()) {
    for (std::size_t n = 0; n < loops.size(); ++n) {
      all.emplace_back(of_machine[n].first, loops[n].first);
      all.emplace_back(of_machine[n].last + 1, loops[n].second);
    }
    std::sort(all.begin(), all.end());
    const bool is_ordered = std::is_sorted(
        all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    if (!is_ordered) all = {{0, 0}};
  }
  all.emplace_back(spills.instructions, begins.back());
  return all;
}

double position(const std::vector<anchor>& anchors, double at) {
  for (std::size_t n = 0; n + 1 < anchors.size(); ++n) {
    const anchor &a = anchors[n], &b = anchors[n + 1];
    if (at >= b.first || b.first <= a.first) continue;
    return a.second + (at - a.first) / (b.first - a.first) * (b.second - a.second);
  }
  return anchors.back().second;
}

void insert(program& code, region& r, std::size_t at, const ptx::spill_access& spill) {
  operation one;
  one.instruction =
      r.operations.empty() ? 0 : r.operations[std::min(at, r.operations.size() - 1)].instruction;
  one.on = pipe::memory;
  one.what = spill.is_load ? action::load : action::store;
  one.space = ptx::state_space::local;
  one.stack_offset = spill.offset;
  one.stack_bytes = spill.bytes;
  if (spill.is_load) {
    const std::uint32_t value = code.registers++;
    one.writes = {value};
    for (std::size_t n = std::min(at + until_used, r.operations.size()); n-- > at;) {
      if (!is_issued(r.operations[n])) continue;
      r.operations[n].reads.push_back(value);
      break;
    }
  }
  r.operations.insert(r.operations.begin() + static_cast<std::ptrdiff_t>(at), std::move(one));
}

}  // namespace

void insert_spills(program& into, const ptx::decoded_function& kernel,
                   const ptx::spill_code& spills) {
  const std::vector<double> begins = begins_of(into);
  const std::vector<anchor> anchors = anchors_of(into, kernel, spills, begins);
  // From the last one on, so that places in front stay what they are.
  for (auto spill = spills.accesses.rbegin(); spill != spills.accesses.rend(); ++spill) {
    const double at = position(anchors, spill->instruction);
    const auto behind = std::upper_bound(begins.begin(), begins.end() - 1, at);
    const auto n =
        static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, behind - begins.begin() - 1));
    region& r = into.regions[std::min(n, into.regions.size() - 1)];
    double left = at - begins[std::min(n, into.regions.size() - 1)];
    std::size_t place_in = 0;
    while (place_in < r.operations.size() && left >= 1) left -= is_issued(r.operations[place_in++]);
    insert(into, r, place_in, *spill);
  }
}

}  // namespace lockstep::timing
