#include "simt/instruments/race_context.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "memory/address_space.hpp"
#include "ptx/control_flow.hpp"
#include "simt/instruments/decisions.hpp"
#include "simt/instruments/function_of_code.hpp"
#include "simt/linking/linked_image.hpp"
#include "simt/state/checked_code.hpp"

namespace lockstep::simt {
namespace {

using ptx::decoded;
using ptx::decoded_function;
using kind = ptx::operand::kind_t;

bool is_barrier_of_block(const decoded& i) {
  return (i.operation == ptx::op::bar || i.operation == ptx::op::barrier) &&
         !i.has(ptx::word::warp) && !i.has(ptx::word::arrive);
}

std::uint32_t block_of(const decoded_function& f, std::uint32_t instruction) {
  for (std::uint32_t b = 0; b < f.blocks.size(); ++b)
    if (instruction >= f.blocks[b].first && instruction < f.blocks[b].last) return b;
  return 0;
}

bool is_barrier_of_warp(const decoded& i) {
  return i.operation == ptx::op::bar && i.has(ptx::word::warp);
}

bool is_fence(const decoded& i) {
  return i.operation == ptx::op::membar || i.operation == ptx::op::fence;
}

using instruction_test = bool (*)(const decoded&);
bool nothing(const decoded&) { return false; }

// Whether one of `to` can come behind `from`, with nothing on the way that `stops`.
bool leads_to(const decoded_function& f, std::uint32_t from, const std::vector<bool>& to,
              instruction_test stops) {
  std::vector<bool> seen(f.blocks.size(), false);
  std::vector<std::uint32_t> open;
  const auto walk = [&](std::uint32_t block, std::uint32_t first) {
    for (std::uint32_t i = first; i < f.blocks[block].last; ++i) {
      if (to[i]) return true;
      if (stops(f.instructions[i])) return false;
    }
    for (const std::uint32_t next : f.blocks[block].successors)
      if (next < seen.size() && !seen[next]) seen[next] = true, open.push_back(next);
    return false;
  };
  if (walk(block_of(f, from), from + 1)) return true;
  while (!open.empty()) {
    const std::uint32_t block = open.back();
    open.pop_back();
    if (walk(block, f.blocks[block].first)) return true;
  }
  return false;
}

bool leads_to(const decoded_function& f, std::uint32_t from, std::uint32_t to,
              instruction_test stops) {
  std::vector<bool> only(f.instructions.size(), false);
  only[to] = true;
  return leads_to(f, from, only, stops);
}

// The first instruction of a kind on a way from one to another, to which nothing `stops` the way;
// ~0u: there is none.
std::uint32_t find_between(const decoded_function& f, std::uint32_t from, std::uint32_t to,
                           instruction_test is_it, instruction_test stops) {
  for (std::uint32_t n = 0; n < f.instructions.size(); ++n)
    if (is_it(f.instructions[n]) && leads_to(f, from, n, stops) && leads_to(f, n, to, nothing))
      return n;
  return ~0u;
}

bool is_atomic(const decoded& i) {
  return i.operation == ptx::op::atom && i.space() != ptx::state_space::shared;
}

// Somebody looks at what the instruction gives.
bool is_answer_used(const decoded_function& f, std::uint32_t instruction) {
  const auto& all = f.instructions[instruction].source->operands;
  if (all.empty() || all[0].kind != kind::reg) return false;
  return std::any_of(f.instructions.begin(), f.instructions.end(), [&](const decoded& i) {
    const auto reads = ptx::sources_of(i);
    return std::find(reads.begin(), reads.end(), all[0].index) != reads.end();
  });
}

// Of a statement that reads and writes in a loop, unrolled or not, whether a barrier stands between
// each round and the next. `lines`: of the function's instructions.
void note_rounds(checks::code_around& found, const decoded_function& f,
                 const instruction_site* lines, std::uint32_t access) {
  std::vector<bool> reads(f.instructions.size(), false);
  std::vector<std::uint32_t> writes;
  for (std::uint32_t i = 0; i < f.instructions.size(); ++i) {
    const ptx::source_line &here = lines[i].line, &there = lines[access].line;
    if (here.line != there.line || here.column != there.column || here.file != there.file ||
        f.instructions[i].space() != f.instructions[access].space())
      continue;
    reads[i] = f.instructions[i].operation == ptx::op::ld;
    if (f.instructions[i].operation == ptx::op::st) writes.push_back(i);
  }
  // Two statements may stand in one line: one that is done again writes again, too.
  const bool is_again =
      writes.size() > 1 || (writes.size() == 1 && leads_to(f, writes[0], writes[0], nothing));
  if (!is_again) return;
  const auto again = [&](instruction_test stops) {
    return std::any_of(writes.begin(), writes.end(),
                       [&](std::uint32_t w) { return leads_to(f, w, reads, stops); });
  };
  // A few copies need not be of a loop that is unrolled: statements in one line have one place.
  constexpr std::size_t least_of_unrolled = 3;
  const bool is_loop = writes.size() >= least_of_unrolled ||
                       std::any_of(writes.begin(), writes.end(),
                                   [&](std::uint32_t w) { return leads_to(f, w, w, nothing); });
  found.has_joined_rounds = again(is_barrier_of_block);
  found.has_parted_rounds = is_loop && again(nothing) && !found.has_joined_rounds;
}

// Of two accesses in different lines, between which barriers stand in one direction only: the way
// back to the first line, if that is the one without.
checks::code_around::way_back way_back(const decoded_function& f, const instruction_site* lines,
                                       std::uint32_t one, std::uint32_t other,
                                       instruction_test is_barrier) {
  const ptx::source_line *here = &lines[one].line, *there = &lines[other].line;
  if (here->file != there->file || here->line == there->line) return {};
  if (here->line > there->line) std::swap(one, other), std::swap(here, there);
  const auto at = [&](const ptx::source_line& line) {
    std::vector<bool> all(f.instructions.size(), false);
    for (std::uint32_t i = 0; i < f.instructions.size(); ++i)
      all[i] = lines[i].line.line == line.line && lines[i].line.file == line.file &&
               f.instructions[i].space() == f.instructions[one].space() &&
               (f.instructions[i].operation == ptx::op::ld ||
                f.instructions[i].operation == ptx::op::st);
    return all;
  };
  const std::vector<bool> first = at(*here), second = at(*there);
  const auto leads = [&](const std::vector<bool>& from, const std::vector<bool>& to,
                         instruction_test stops) {
    for (std::uint32_t i = 0; i < f.instructions.size(); ++i)
      if (from[i] && leads_to(f, i, to, stops)) return true;
    return false;
  };
  if (!leads(first, second, nothing) || leads(first, second, is_barrier) ||
      !leads(second, first, is_barrier))
    return {};
  return {line_name(*there, here->file), line_name(*here, here->file),
          leads_to(f, one, one, nothing)};
}

// The special register that a register holds from its only definition on; empty: it holds another
// value.
std::string_view special_in(const decoded_function& f, const ptx::operand& o) {
  if (o.kind == kind::special) return o.text;
  if (o.kind != kind::reg) return {};
  std::string_view found;
  for (const decoded& i : f.instructions) {
    const auto& all = i.source->operands;
    if (all.empty() || all[0].kind != kind::reg || all[0].index != o.index) continue;
    if (!found.empty() || i.operation != ptx::op::mov || all[1].kind != kind::special) return {};
    found = all[1].text;
  }
  return found;
}

// blockIdx.x * blockDim.x is among what registers are made of.
bool begins_by_block(const decoded_function& f, const std::vector<bool>& made_of) {
  return std::any_of(f.instructions.begin(), f.instructions.end(), [&](const decoded& i) {
    const auto& all = i.source->operands;
    if (i.operation != ptx::op::mad && i.operation != ptx::op::mul) return false;
    if (all.size() < 3 || all[0].kind != kind::reg || !made_of[all[0].index]) return false;
    const std::string_view a = special_in(f, all[1]), b = special_in(f, all[2]);
    return (a == "%ctaid.x" && b == "%ntid.x") || (a == "%ntid.x" && b == "%ctaid.x");
  });
}

// `to` is `from` plus a step: in the next round, it is `from` again.
bool comes_back(const decoded_function& f, std::uint32_t to, std::uint32_t from) {
  return to == from ||
         std::any_of(f.instructions.begin(), f.instructions.end(), [&](const decoded& i) {
           const auto& all = i.source->operands;
           return i.operation == ptx::op::mov && all[0].kind == kind::reg && all[0].index == from &&
                  all[1].kind == kind::reg && all[1].index == to;
         });
}

// The instruction by which the index of an access goes on by blockDim.x, although the blocks begin
// blockDim.x apart; ~0u: there is none.
std::uint32_t step_of_a_block(const decoded_function& f, std::uint32_t access) {
  std::vector<std::uint32_t> address;
  for (const ptx::operand& o : f.instructions[access].source->operands)
    if (o.kind == kind::address && o.base == kind::reg) address.push_back(o.index);
  const std::vector<bool> made_of = ptx::ingredients(f, address);
  if (!begins_by_block(f, made_of)) return ~0u;
  for (std::uint32_t n = 0; n < f.instructions.size(); ++n) {
    const decoded& i = f.instructions[n];
    const auto& all = i.source->operands;
    if (i.operation != ptx::op::add || all.size() != 3 || all[0].kind != kind::reg ||
        !made_of[all[0].index])
      continue;
    for (const std::size_t step : {1, 2}) {
      const ptx::operand& other = all[3 - step];
      if (special_in(f, all[step]) == "%ntid.x" && other.kind == kind::reg &&
          comes_back(f, all[0].index, other.index))
        return n;
    }
  }
  return ~0u;
}

// Two parameters of the launch point into the allocation.
bool is_passed_twice(const running_launch& launch, std::uint64_t address) {
  const memory::allocation* const in = launch.memory->nearest(address);
  const kernel_facts* const facts = launch.image->find(launch.code->functions.front().name);
  if (in == nullptr || address - in->address >= in->size || facts == nullptr ||
      launch.parameters == nullptr)
    return false;
  unsigned count = 0;
  for (std::size_t n = 0; n < facts->parameter_sizes.size(); ++n) {
    const std::size_t offset = facts->parameter_offsets[n];
    std::uint64_t value = 0;
    if (facts->parameter_sizes[n] != sizeof value ||
        offset + sizeof value > launch.parameters->size())
      continue;
    std::memcpy(&value, launch.parameters->data() + offset, sizeof value);
    count += value == in->address;
  }
  return count > 1;
}

// One is a load, and the other one the store by which the thread writes back what it has read.
bool is_update(const running_launch& launch, std::uint32_t one, std::uint32_t other) {
  const auto opcode = [&](std::uint32_t n) { return launch.code->instructions[n].source->opcode; };
  if (opcode(one) == "st") std::swap(one, other);
  return opcode(one) == "ld" && opcode(other) == "st" &&
         launch.code->checked->writes_back(one, other);
}

}  // namespace

checks::code_around code_around(const running_launch& launch, std::uint32_t later,
                                std::uint32_t earlier, std::uint64_t address) {
  checks::code_around found;
  const branches_around around = branches_around_both(launch, later, earlier);
  const auto& instructions = launch.code->instructions;
  const ptx::source_line& here = instructions[later].line;
  if (around.parts_in) found.parted_in = line_name(*around.parts_in, here.file);
  if (around.leaves_in) found.left_in = line_name(*around.leaves_in, here.file);
  found.is_update = is_update(launch, later, earlier);
  found.is_passed_twice = is_passed_twice(launch, address);
  if (instructions[later].function != instructions[earlier].function) return found;
  const auto [function, first] = function_around(launch, later);
  const decoded_function& f = *function;
  std::uint32_t to = later - first, from = earlier - first;
  // In the order of the code: a warp may be behind another one.
  if (!leads_to(f, from, to, nothing)) std::swap(from, to);
  const auto line_of = [&](std::uint32_t n) {
    return n == ~0u ? std::string() : line_name(instructions[first + n].line, here.file);
  };
  const auto is_read = [&](std::uint32_t n) { return f.instructions[n].operation == ptx::op::ld; };
  if (is_read(to) != is_read(from))
    found.can_read_first =
        is_read(from) ? leads_to(f, from, to, nothing) : leads_to(f, to, from, nothing);
  note_rounds(found, f, instructions.data() + first, to);
  found.of_block = way_back(f, instructions.data() + first, to, from, is_barrier_of_block);
  found.of_warp = way_back(f, instructions.data() + first, to, from, [](const decoded& i) {
    return is_barrier_of_block(i) || is_barrier_of_warp(i);
  });
  found.steps_by_block_in = line_of(step_of_a_block(f, to));
  found.warp_barrier_in =
      line_of(find_between(f, from, to, is_barrier_of_warp, is_barrier_of_block));
  if (const auto atomic = find_between(f, from, to, is_atomic, is_fence);
      atomic != ~0u && is_answer_used(f, atomic))
    found.unfenced_atomic_in = line_of(atomic);
  return found;
}

}  // namespace lockstep::simt
