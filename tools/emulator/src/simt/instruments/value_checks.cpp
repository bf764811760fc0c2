#include "simt/instruments/value_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "checks/access_at.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "simt/instruments/carried_lanes.hpp"
#include "simt/instruments/decisions.hpp"
#include "simt/instruments/unwritten.hpp"
#include "simt/linking/address_windows.hpp"
#include "simt/state/checked_code.hpp"

namespace lockstep::simt {
namespace {

using undefined_value = checked_block::undefined_value;

const checked_code& code_of(const warp& w) { return *w.on->launch->code->checked; }

// The usual case: no shuffle of the block has read from a lane that took no part.
bool all_defined(const warp& w) { return !w.block->checked->has_undefined; }

undefined_value* values_of(const warp& w) {
  return w.block->checked->undefined.data() + std::size_t{w.number} * code_of(w).followed;
}

undefined_value value_in(const warp& w, const followed_register& r) {
  return r.number == followed_register::none ? undefined_value{} : values_of(w)[r.number];
}

// The lane that each reads (PTX ISA 9.7.9.6).
unsigned source_of(const warp& w, const step* s, followed_shuffle::mode mode, unsigned lane) {
  const auto by = static_cast<int>(row<std::uint32_t>(w, s->b)[lane] & 31);
  const std::uint32_t c = row<std::uint32_t>(w, static_cast<std::uint32_t>(s->immediate))[lane];
  const auto here = static_cast<int>(lane), clamp = static_cast<int>(c & 31),
             segment = static_cast<int>(c >> 8 & 31);
  const int bound = (here & segment) | (clamp & ~segment);
  const int wanted = mode == followed_shuffle::mode::up     ? here - by
                     : mode == followed_shuffle::mode::down ? here + by
                     : mode == followed_shuffle::mode::butterfly
                         ? here ^ by
                         : (here & segment) | (by & ~segment);
  const bool inside = mode == followed_shuffle::mode::up ? wanted >= bound : wanted <= bound;
  return inside ? static_cast<unsigned>(wanted & 31) : lane;
}

const checks::site* site_at(const warp& w, std::uint32_t instruction) {
  return &code_of(w).positions[instruction];
}

bool is_in_toolkit(const checks::site& at) {
  return at.file.find("/cccl/") != std::string::npos ||
         at.file.find("/include/cub/") != std::string::npos ||
         at.file.find("/include/thrust/") != std::string::npos;
}

protocol::access side_at(const warp& w, std::uint32_t instruction, unsigned lane,
                         protocol::access_kind kind) {
  const running_launch& launch = *w.on->launch;
  const std::uint32_t thread = w.number * lanes_per_warp + lane;
  return checks::access_at(*site_at(w, instruction), w.block->index,
                           {thread % launch.block[0], thread / launch.block[0] % launch.block[1],
                            thread / launch.block[0] / launch.block[1]},
                           kind);
}

// Lanes that left the kernel in a branch stand at its end until the others come there.
bool has_left(const warp& w, unsigned lane) {
  if ((w.live >> lane & 1) == 0) return true;
  const auto& instructions = w.on->launch->code->instructions;
  return std::any_of(w.others.begin(), w.others.end(), [&](const split& s) {
    const instruction_site& at = instructions[s.at->instruction];
    return (s.mask >> lane & 1) != 0 && !s.frame && s.waits == waiting::no &&
           (at.source->opcode == "ret" || at.source->opcode == "exit") && at.source->guard < 0;
  });
}

// The lane that a shuffle reads from, and why it takes no part.
std::string absent_source(const warp& w, const step* use, const checked_block::outside_read& read) {
  const running_launch& launch = *w.on->launch;
  const auto& instructions = launch.code->instructions;
  const std::string source = protocol::phrase("lane", "lane {}", read.source);
  if (w.number * lanes_per_warp + read.source >= launch.threads)
    return protocol::phrase("no-such-thread", "{}, which does not exist: the block has {} threads",
                            source, launch.threads);
  call_chain chain = chain_of(use, w.frame);
  chain.front() = read.instruction;
  if (read.source_left &&
      instructions[read.instruction].function == instructions[use->instruction].function) {
    if (const auto parted = parting_before(launch, chain))
      return parted->is_return
                 ? protocol::phrase(
                       "lane-left-at", "{}, which left the kernel at the condition on line {}",
                       source, line_name(parted->line, instructions[read.instruction].line.file))
                 : protocol::phrase(
                       "lane-kept-away", "{}, which the condition on line {} keeps away", source,
                       line_name(parted->line, instructions[read.instruction].line.file));
  }
  return protocol::phrase("lane-takes-no-part", "{}, which does not take part", source);
}

void report_use(const warp& w, const step* s, const used_values& use, const undefined_value& what,
                lane_mask lanes) {
  const running_launch& launch = *w.on->launch;
  if (!launch.monitor->uses().barriers) return;
  const auto& read =
      w.block->checked->outside_reads[w.number * code_of(w).shuffles.size() + what.shuffle];
  const checks::site* const here = site_at(w, read.instruction);
  if (is_in_toolkit(*here)) return;
  const checks::site* const there = site_at(w, s->instruction);
  launch.monitor->found.add(
      {protocol::finding_kind::warp_mask, protocol::memory_space::none, here, there}, [&] {
        protocol::finding f;
        f.kind = protocol::finding_kind::warp_mask;
        f.kernel = launch.kernel;
        f.launch = {launch.grid, launch.block};
        f.where = side_at(w, read.instruction, read.lane, protocol::access_kind::read);
        f.other = side_at(w, s->instruction, first_lane(lanes), use.kind);
        f.message = protocol::phrase("shuffles-from-absent",
                                     "uses a value that lane {} of a warp shuffled from {} (mask "
                                     "of the lanes that take part: {})",
                                     read.lane, absent_source(w, s, read),
                                     fmt::format("{:#x}", read.took_part));
        f.why =
            protocol::phrase("why-shuffle-undefined",
                             "A shuffle from a lane that does not take part returns an undefined "
                             "value (PTX ISA, shfl.sync): if the result is right, it is by luck.");
        f.advice =
            w.number * lanes_per_warp + read.source >= launch.threads
                ? protocol::phrase("no-such-thread-advice",
                                   "the block has no such thread: launch blocks of a multiple of "
                                   "32 threads, or exchange only among the threads that exist")
                : protocol::phrase(
                      "all-lanes-shuffle",
                      "let all 32 lanes shuffle, with the full mask: those past the end of the "
                      "data contribute a neutral value, such as 0 in a sum. Or use a lane's result "
                      "only if its source lane is in the mask");
        return f;
      });
}

}  // namespace

const step* instruments::follow_shuffle(warp& w, const step* s) {
  const checked_code& code = code_of(w);
  const std::uint32_t number = code.shuffle_of[s->instruction];
  const followed_shuffle& shuffle = code.shuffles[number];
  if (w.block->checked->unwritten.any)
    shuffle_unwritten(w, shuffle.unwritten_from, shuffle.unwritten_to,
                      [&](unsigned lane) { return source_of(w, s, shuffle.by, lane); });
  if (w.active == all_lanes && all_defined(w)) return shuffle.work(w, s);
  undefined_value* const values = values_of(w);
  if (shuffle.in_range != followed_register::none) values[shuffle.in_range].lanes &= ~w.active;
  if (shuffle.to == followed_register::none) return shuffle.work(w, s);
  const undefined_value from =
      shuffle.from == followed_register::none ? undefined_value{} : values[shuffle.from];
  undefined_value& to = values[shuffle.to];
  to.lanes &= ~w.active;
  if (w.active == all_lanes && from.lanes == 0) return shuffle.work(w, s);
  lane_mask outside = 0, passed_on = 0;
  for_lanes(w.active, [&](unsigned lane) {
    const unsigned source = source_of(w, s, shuffle.by, lane);
    if ((w.active >> source & 1) == 0) {
      if (outside == 0) {
        auto& reads = w.block->checked->outside_reads;
        reads.resize(std::size_t{w.on->launch->warps} * code.shuffles.size());
        w.block->checked->has_undefined = true;
        reads[w.number * code.shuffles.size() + number] = {
            s->instruction, w.active, static_cast<std::uint8_t>(lane),
            static_cast<std::uint8_t>(source), has_left(w, source)};
      }
      outside |= 1u << lane;
    } else if ((from.lanes >> source & 1) != 0) {
      passed_on |= 1u << lane;
    }
  });
  if ((outside | passed_on) != 0) {
    to.lanes |= outside | passed_on;
    to.shuffle = passed_on != 0 ? from.shuffle : number;
  }
  return shuffle.work(w, s);
}

const step* instruments::carry_values(warp& w, const step* s) {
  if (all_defined(w)) return s + 1;
  const carried_values& carried = code_of(w).carried[s->extra];
  undefined_value result;
  result.lanes = carried_lanes(w, carried, [&](const followed_register& r) {
    const undefined_value value = value_in(w, r);
    if (value.lanes != 0) result.shuffle = value.shuffle;
    return value.lanes;
  });
  undefined_value* const values = values_of(w);
  for (const std::uint32_t to : carried.to) {
    values[to].lanes = (values[to].lanes & ~w.active) | (result.lanes & w.active);
    if ((result.lanes & w.active) != 0) values[to].shuffle = result.shuffle;
  }
  return s + 1;
}

const step* instruments::use_values(warp& w, const step* s) {
  if (all_defined(w)) return s + 1;
  const used_values& use = code_of(w).used[s->extra];
  const undefined_value* const values = values_of(w);
  undefined_value found;
  const auto take = [&](std::uint32_t number) {
    const lane_mask lanes = values[number].lanes & w.active;
    if (lanes == 0) return;
    found.lanes |= lanes;
    found.shuffle = values[number].shuffle;
  };
  for (const std::uint32_t number : use.values) take(number);
  if (use.address != followed_register::none) take(use.address);
  if (found.lanes != 0 && use.may_be_local) {
    const auto* const at = row<std::uint64_t>(w, use.at);
    for_lanes(found.lanes, [&](unsigned lane) {
      std::uint64_t offset;
      if (resolve(at[lane] + use.offset, offset) == ptx::state_space::local)
        found.lanes &= ~(1u << lane);
    });
  }
  if (found.lanes != 0) report_use(w, s, use, found, found.lanes);
  return s + 1;
}

const step* instruments::look_at_chance(warp& w, const step* s) {
  const running_launch& launch = *w.on->launch;
  if (w.active == w.live || !launch.monitor->uses().barriers) return s + 1;
  const checks::site* const here = site_at(w, s->instruction);
  launch.monitor->found.add(
      {protocol::finding_kind::warp_mask, protocol::memory_space::none, here, nullptr, true}, [&] {
        const std::string_view op = launch.code->instructions[s->instruction].source->opcode;
        protocol::finding f;
        f.kind = protocol::finding_kind::warp_mask;
        f.severity = protocol::finding_severity::warning;
        f.kernel = launch.kernel;
        f.launch = {launch.grid, launch.block};
        f.where = side_at(w, s->instruction, first_lane(w.active), protocol::access_kind::none);
        f.message = protocol::phrase("by-chance",
                                     "{} under __activemask() where the warp has diverged (the "
                                     "mask is {} here, and lanes {} run elsewhere)",
                                     op == "vote"   ? protocol::phrase("votes", "votes")
                                     : op == "shfl" ? protocol::phrase("shuffles", "shuffles")
                                                    : protocol::phrase("reduces", "reduces"),
                                     fmt::format("{:#x}", w.active),
                                     fmt::format("{:#x}", w.live & ~w.active));
        f.why = protocol::phrase(
            "why-active-mask",
            "__activemask() returns the lanes that happen to run together at that point. After a "
            "branch or in a loop nothing keeps the lanes of one path together, so a GPU may return "
            "another mask, and with it give another result.");
        f.advice = protocol::phrase(
            "say-which-lanes",
            "state which lanes you mean: compute the mask before the branch, where all lanes are "
            "together, with __ballot_sync(0xffffffff, condition), and in a loop keep all lanes "
            "running until the last one has finished. If any group will do, let its first lane act "
            "for it (__ffs(mask) - 1), or use cooperative_groups::coalesced_threads()");
        return f;
      });
  return s + 1;
}

action work_of(const warp& w, const step* s) {
  if (s->run != &instruments::follow_shuffle) return s->run;
  return code_of(w).shuffles[code_of(w).shuffle_of[s->instruction]].work;
}

void begin_values(block& b) {
  const running_launch& launch = *b.warps.front().on->launch;
  const checked_code& code = *launch.code->checked;
  checked_block& checked = *b.checked;
  const std::size_t count = std::size_t{launch.warps} * code.followed;
  if (!checked.outside_reads.empty() || checked.undefined.size() != count)
    checked.undefined.assign(count, {});
  checked.outside_reads.clear();
  checked.has_undefined = false;
}

unfollowed_exchange::unfollowed_exchange(warp& w) : w_(w) {
  if (w.block->checked != nullptr) unwritten_ = unwritten_of(w);
  if (w.block->checked == nullptr || w.block->checked->undefined.empty()) return;
  const undefined_value* const first = values_of(w);
  kept_.assign(first, first + code_of(w).followed);
}

unfollowed_exchange::~unfollowed_exchange() {
  if (!kept_.empty()) std::copy(kept_.begin(), kept_.end(), values_of(w_));
  if (!unwritten_.empty()) put_back_unwritten(w_, unwritten_);
}

void unfollowed_exchange::meet(const step* at, lane_mask lanes) {
  if (kept_.empty() && unwritten_.empty()) return;
  const checked_code& code = code_of(w_);
  if (at->instruction >= code.shuffle_of.size() || at[1].run != &instruments::follow_shuffle)
    return;
  const followed_shuffle& shuffle = code.shuffles[code.shuffle_of[at->instruction]];
  if (!unwritten_.empty() && shuffle.unwritten_to != followed_register::none)
    unwritten_[shuffle.unwritten_to].lanes &= ~lanes;
  if (kept_.empty()) return;
  for (const std::uint32_t to : {shuffle.to, shuffle.in_range})
    if (to != followed_register::none) kept_[to].lanes &= ~lanes;
}

}  // namespace lockstep::simt
