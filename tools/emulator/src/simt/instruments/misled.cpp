#include "simt/instruments/misled.hpp"

#include <algorithm>

#include "checks/monitor.hpp"
#include "simt/instruments/decisions.hpp"
#include "simt/state/checked_block.hpp"
#include "simt/state/checked_code.hpp"

namespace lockstep::simt {
namespace {

const value_reach& reach(const warp& w, std::uint32_t instruction) {
  auto& known = w.on->misled->reach_of;
  const auto at = known.find(instruction);
  if (at != known.end()) return at->second;
  return known.emplace(instruction, reach_of(*w.on->launch, instruction)).first->second;
}

// What nobody else has written.
void count_as_written(const warp& w, bool shared, std::uint64_t address, std::uint32_t bytes) {
  checks::monitor& monitor = *w.on->launch->monitor;
  checked_block& block = *w.block->checked;
  checks::shadow* const history = shared ? block.shared_history.get() : monitor.history_at(address);
  if (history == nullptr || !history->contains(address, bytes)) return;
  for (std::uint64_t at = address; at < address + bytes; ++at) {
    if (!shared && !history->is_written(at)) monitor.host_writes(at, 1);
    checks::record& word = *history->words(history->word(at), 1).writes;
    const checks::record born = checks::begin_of(block.run.begin);
    if (shared && !checks::is_split(word) && word < born) word = born;
  }
}

}  // namespace

void note_misled(const warp& w, std::uint32_t instruction, lane_mask lanes) {
  misled_lanes& misled = *w.on->misled;
  misled.any_decides = misled.any_decides || reach(w, instruction).decides;
  auto& reads = misled.reads[&w];
  const auto known = std::find_if(reads.begin(), reads.end(), [&](const misled_lanes::read& r) {
    return r.instruction == instruction;
  });
  if (known == reads.end())
    reads.push_back({instruction, lanes});
  else
    known->lanes |= lanes;
}

lane_mask misled_at(const warp& w, std::uint32_t instruction) {
  if (w.on->misled == nullptr) return 0;
  const auto reads = w.on->misled->reads.find(&w);
  if (reads == w.on->misled->reads.end()) return 0;
  const std::uint32_t function = w.on->launch->code->instructions[instruction].function;
  lane_mask found = 0;
  for (const misled_lanes::read& r : reads->second) {
    if ((r.lanes & w.active) == 0) continue;
    const value_reach& of = reach(w, r.instruction);
    const bool is_elsewhere = w.on->launch->code->instructions[r.instruction].function != function;
    if (of.everywhere || (!is_elsewhere && of.at[instruction])) found |= r.lanes;
  }
  return found;
}

bool is_misled(const block& b) {
  const worker& on = *b.warps.front().on;
  if (on.misled == nullptr) return false;
  return std::any_of(b.warps.begin(), b.warps.end(), [&](const warp& w) {
    const auto reads = on.misled->reads.find(&w);
    return reads != on.misled->reads.end() &&
           std::any_of(reads->second.begin(), reads->second.end(), [&](const auto& r) {
             const value_reach& of = reach(w, r.instruction);
             return of.decides || of.everywhere;
           });
  });
}

bool lacks_writes(const block& b, bool shared) {
  const misled_lanes* const misled = b.warps.front().on->misled.get();
  if (misled == nullptr) return false;
  return shared ? is_misled(b) : misled->any_decides;
}

void forget_misled(const block& b) {
  misled_lanes* const misled = b.warps.front().on->misled.get();
  if (misled == nullptr) return;
  for (const warp& w : b.warps) misled->reads.erase(&w);
}

lane_mask believed(warp& w, const step* s, const std::uint64_t* at) {
  const lane_mask misled = misled_at(w, s->instruction) & w.active;
  const observed_access& access = w.on->launch->code->checked->observed[s->extra];
  lane_mask left_out = 0;
  for_lanes(misled, [&](unsigned lane) {
    std::uint64_t address = at[lane];
    ptx::state_space space = access.space;
    if (space == ptx::state_space::generic) space = resolve(at[lane], address);
    if (space == ptx::state_space::local) return;  // a thread's own
    left_out |= 1u << lane;
    if (access.kind.writes())
      count_as_written(w, space == ptx::state_space::shared, address, access.bytes);
  });
  return w.active & ~left_out;
}

}  // namespace lockstep::simt
