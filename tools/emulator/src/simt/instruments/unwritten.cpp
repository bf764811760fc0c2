#include "simt/instruments/unwritten.hpp"

#include <algorithm>
#include <utility>

#include "checks/access_at.hpp"
#include "checks/race_report.hpp"
#include "simt/instruments/carried_lanes.hpp"
#include "simt/linking/address_windows.hpp"
#include "simt/state/cluster.hpp"

namespace lockstep::simt {
namespace {

using protocol::memory_space;
using ptx::state_space;
using held = unwritten_values::held;

checked_code& followed_code(const warp& w) { return *w.on->launch->code->checked; }
unwritten_values& values_of(const block& b) { return b.checked->unwritten; }

std::uint32_t thread_at(const warp& w, unsigned lane) { return w.number * lanes_per_warp + lane; }

// -- Code that follows, and code that does not

// Machine code follows nothing, so it is not entered then.
void replace_steps(const code& of) {
  for (const auto& entry : of.machine.entries) entry->at->run = entry->original;
  for (followed_step& f : of.checked->followed_steps)
    if (f.at != nullptr) f.at->run = &instruments::follow_unwritten;
  of.checked->follows_unwritten = true;
}

void restore_steps(const code& of) {
  for (followed_step& f : of.checked->followed_steps)
    if (f.at != nullptr) f.at->run = f.run;
  for (const auto& entry : of.machine.entries) entry->at->run = entry->entered;
  of.checked->follows_unwritten = false;
}

void begin_following(const warp& w, block& b) {
  unwritten_values& values = values_of(b);
  if (values.any) return;
  const running_launch& launch = *w.on->launch;
  values.any = true;
  values.values.assign(
      std::size_t{launch.warps} * (followed_code(w).registers + launch.code->parameter_area_bytes),
      {});
  if (followed_code(w).follows_unwritten) return;
  replace_steps(*launch.code);
  followed_code(w).following_in = launch.grid_number;
}

// -- Uses

void report(const warp& w, std::uint32_t source, unsigned lane, const protocol::access* use) {
  checks::monitor& monitor = *w.on->launch->monitor;
  const unwritten_values::source& from = values_of(*w.block).sources[source];
  if ((from.lanes >> lane & 1) == 0) lane = first_lane(from.lanes);
  checks::unwritten_read what;
  what.space = from.space;
  what.site = from.site;
  what.thread = from.warp * lanes_per_warp + lane;
  what.address = from.at[lane];
  what.block = &from.block;
  what.use = use;
  checks::report_uninitialised(monitor.time, monitor.found, w.block->checked->run, what);
}

void report_use(const warp& w, std::uint32_t instruction, std::uint32_t source, unsigned by,
                unsigned loaded_by) {
  const running_launch& launch = *w.on->launch;
  const std::uint32_t thread = thread_at(w, by);
  const protocol::access use =
      checks::access_at(followed_code(w).positions[instruction], w.block->index,
                        {thread % launch.block[0], thread / launch.block[0] % launch.block[1],
                         thread / launch.block[0] / launch.block[1]},
                        protocol::access_kind::use);
  report(w, source, loaded_by, &use);
}

// What is used is not followed any further.
void use(const warp& w, std::uint32_t instruction, held& value, lane_mask lanes) {
  const lane_mask used = value.lanes & lanes;
  for_lanes(used, [&](unsigned lane) { report_use(w, instruction, value.source, lane, lane); });
  value.lanes &= ~used;
}

// -- Memory

struct place {
  block* of = nullptr;  // nullptr: not followed there
  std::uint64_t key = 0;
};

place place_of(const warp& w, const observed_access& access, unsigned lane, std::uint64_t address) {
  state_space space = access.space;
  std::uint64_t offset = address;
  if (space == state_space::generic) space = resolve(address, offset);
  if (space == state_space::local)
    return {w.block, unwritten_values::of_local(thread_at(w, lane), offset)};
  if (space != state_space::shared) return {};
  const shared_location at = shared_location_of(w, offset);
  return at.of != nullptr && at.of->busy ? place{at.of, at.offset} : place{};
}

std::uint64_t address_of(const warp& w, const followed_step& f, const observed_access& access,
                         unsigned lane) {
  return access.narrow_address ? static_cast<std::uint32_t>(
                                     row<std::uint32_t>(w, f.address_row)[lane] + f.address_offset)
                               : row<std::uint64_t>(w, f.address_row)[lane] + f.address_offset;
}

// A byte that holds such a value; nullptr: none does.
const unwritten_values::stored* find(const place& at, std::uint32_t bytes) {
  const auto& memory = values_of(*at.of).memory;
  for (std::uint64_t i = 0; i < bytes && !memory.empty(); ++i)
    if (const auto found = memory.find(at.key + i); found != memory.end()) return &found->second;
  return nullptr;
}

void forget(const place& at, std::uint32_t bytes) {
  auto& memory = values_of(*at.of).memory;
  for (std::uint64_t i = 0; i < bytes && !memory.empty(); ++i) memory.erase(at.key + i);
}

std::uint32_t add_source(block& to, const unwritten_values::source& one) {
  auto& all = values_of(to).sources;
  const auto known = std::find_if(all.rbegin(), all.rend(), [&](const auto& s) {
    return s.site == one.site && s.warp == one.warp && s.space == one.space && s.block == one.block;
  });
  if (known != all.rend()) return static_cast<std::uint32_t>(all.rend() - known) - 1;
  all.push_back(one);
  return static_cast<std::uint32_t>(all.size()) - 1;
}

// A lane has loaded such a value.
std::uint32_t begin_source(const warp& w, std::uint32_t site, memory_space space, unsigned lane,
                           std::uint64_t address) {
  begin_following(w, *w.block);
  unwritten_values::source from;
  from.site = site;
  from.warp = w.number;
  from.space = space;
  from.block = w.block->index;
  const std::uint32_t number = add_source(*w.block, from);
  unwritten_values::source& known = values_of(*w.block).sources[number];
  known.lanes |= 1u << lane;
  known.at[lane] = address;
  return number;
}

void store_at(const warp& w, const place& to, std::uint32_t bytes, std::uint32_t source,
              unsigned lane) {
  begin_following(w, *to.of);
  if (to.of != w.block) source = add_source(*to.of, values_of(*w.block).sources[source]);
  for (std::uint32_t i = 0; i < bytes; ++i) values_of(*to.of).memory[to.key + i] = {source, lane};
}

void load(const warp& w, const followed_step& f, held* registers) {
  for (const std::uint32_t r : f.values.to) registers[r].lanes &= ~w.active;
  if (f.observed == unwritten_values::none) return;
  const observed_access& access = followed_code(w).observed[f.observed];
  if (access.space == state_space::global) return;
  for_lanes(w.active, [&](unsigned lane) {
    const place first = place_of(w, access, lane, address_of(w, f, access, lane));
    if (first.of == nullptr || values_of(*first.of).memory.empty()) return;
    for (std::size_t e = 0; e < access.fills.size(); ++e) {
      if (access.fills[e] == unwritten_values::none) continue;
      const place at{first.of, first.key + e * access.element_bytes};
      const auto* const found = find(at, access.element_bytes);
      if (found == nullptr) continue;
      held& to = registers[access.fills[e]];
      to.source = at.of == w.block ? found->source
                                   : add_source(*w.block, values_of(*at.of).sources[found->source]);
      to.lanes |= 1u << lane;
    }
  });
}

void store(const warp& w, const followed_step& f, std::uint32_t instruction, held* registers) {
  if (f.observed == unwritten_values::none) return;
  const observed_access& access = followed_code(w).observed[f.observed];
  lane_mask follows = 0;
  for (const followed_register& r : f.values.from)
    if (r.number != followed_register::none) follows |= registers[r.number].lanes;
  for_lanes(w.active, [&](unsigned lane) {
    const bool any = (follows >> lane & 1) != 0;
    const place first = access.space == state_space::global
                            ? place{}
                            : place_of(w, access, lane, address_of(w, f, access, lane));
    if (!any && (first.of == nullptr || values_of(*first.of).memory.empty())) return;
    for (std::size_t e = 0; e < f.values.from.size(); ++e) {
      const place at{first.of, first.key + e * access.element_bytes};
      const std::uint32_t number = f.values.from[e].number;
      const bool is_unwritten =
          number != followed_register::none && (registers[number].lanes >> lane & 1) != 0;
      if (at.of == nullptr && is_unwritten)
        use(w, instruction, registers[number], 1u << lane);
      else if (is_unwritten)
        store_at(w, at, access.element_bytes, registers[number].source, lane);
      else if (at.of != nullptr)
        forget(at, access.element_bytes);
    }
  });
}

// -- Registers and the parameter area

void carry(const warp& w, const followed_step& f, held* registers) {
  held result;
  result.lanes = carried_lanes(w, f.values, [&](const followed_register& r) {
    if (r.number == followed_register::none) return lane_mask{0};
    if ((registers[r.number].lanes & w.active) != 0) result.source = registers[r.number].source;
    return registers[r.number].lanes;
  });
  for (const std::uint32_t to : f.values.to) {
    registers[to].lanes = (registers[to].lanes & ~w.active) | (result.lanes & w.active);
    if ((result.lanes & w.active) != 0) registers[to].source = result.source;
  }
}

void copy(held& to, const held& from, lane_mask lanes) {
  to.lanes = (to.lanes & ~lanes) | (from.lanes & lanes);
  if ((from.lanes & lanes) != 0) to.source = from.source;
}

void copy_slot(held* area, const parameter_slot& to, const parameter_slot& from, lane_mask lanes) {
  for (std::uint32_t i = 0; i < std::min(to.bytes, from.bytes); ++i)
    copy(area[to.offset + i], area[from.offset + i], lanes);
}

// Elements follow each other in the parameter area.
void access_parameter(const warp& w, const followed_step& f, held* registers, held* area) {
  const bool is_store = f.does == followed_step::what::store_parameter;
  const std::size_t count = is_store ? f.values.from.size() : f.values.to.size();
  for (std::size_t e = 0; e < count; ++e) {
    held* const bytes = area + f.slot.offset + e * f.slot.bytes;
    if (is_store) {
      const std::uint32_t from = f.values.from[e].number;
      const held value = from == followed_register::none ? held{} : registers[from];
      for (std::uint32_t i = 0; i < f.slot.bytes; ++i) copy(bytes[i], value, w.active);
    } else if (f.values.to[e] != unwritten_values::none) {
      held value;
      for (std::uint32_t i = 0; i < f.slot.bytes; ++i) {
        if ((bytes[i].lanes & w.active) != 0) value.source = bytes[i].source;
        value.lanes |= bytes[i].lanes;
      }
      copy(registers[f.values.to[e]], value, w.active);
    }
  }
}

void call(const warp& w, const followed_step& f, held* area) {
  const struct code& code = *w.on->launch->code;
  const call_site& site = code.calls[f.call];
  const auto give = [&](const function_entry& callee, lane_mask lanes) {
    const auto& parameters = callee.parameters;
    for (std::size_t i = 0; i < std::min(parameters.size(), site.argument_slots.size()); ++i)
      copy_slot(area, parameters[i], site.argument_slots[i], lanes);
  };
  if (f.callee != unwritten_values::none) return give(code.functions[f.callee], w.active);
  if (f.is_by_pointer) {
    const auto* const address = row<std::uint64_t>(w, f.address_row);
    for (const function_entry& callee : code.functions) {
      lane_mask lanes = 0;
      for_lanes(w.active, [&](unsigned lane) {
        lanes |= static_cast<lane_mask>(callee.address == address[lane]) << lane;
      });
      if (lanes != 0 && callee.first != nullptr) give(callee, lanes);
    }
    return;
  }
  // Built in: nothing is followed there.
  for (std::uint32_t i = 0; i < code.parameter_area_bytes; ++i) area[i].lanes &= ~w.active;
}

bool is_called_by_itself(const warp& w, std::uint32_t function) {
  const auto& instructions = w.on->launch->code->instructions;
  for (const frame_ref* f = &w.frame; *f; f = &(*f)->parent)
    if (instructions[(*f)->return_to[-1].instruction].function == function) return true;
  return false;
}

// The registers of a function that has called itself are those of the caller, too, which gets them
// back as they were: what they hold is not followed any further.
void give_back(const warp& w, const followed_step& f, held* registers, held* area) {
  if (!w.frame) return;
  const checked_code& code = followed_code(w);
  const auto& results = w.on->launch->code->functions[f.callee].results;
  const auto& slots = w.frame->site->result_slots;
  for (std::size_t i = 0; i < std::min(results.size(), slots.size()); ++i)
    copy_slot(area, slots[i], results[i], w.active);
  if (!is_called_by_itself(w, f.callee)) return;
  const std::size_t next = std::size_t{f.callee} + 1;
  const std::uint32_t end =
      next < code.first_register.size() ? code.first_register[next] : code.registers;
  for (std::uint32_t r = code.first_register[f.callee]; r < end; ++r)
    registers[r].lanes &= ~w.active;
}

void follow(const warp& w, const step* s, const followed_step& f) {
  using what = followed_step::what;
  held* const registers = unwritten_registers(w);
  held* const area = registers + followed_code(w).registers;
  for (const std::uint32_t r : f.used) use(w, s->instruction, registers[r], w.active);
  switch (f.does) {
    case what::carry:
      return carry(w, f, registers);
    case what::load:
      return load(w, f, registers);
    case what::store:
      return store(w, f, s->instruction, registers);
    case what::load_parameter:
    case what::store_parameter:
      return access_parameter(w, f, registers, area);
    case what::call:
      return call(w, f, area);
    case what::give_back:
      return give_back(w, f, registers, area);
    case what::use:
      for (const std::uint32_t r : f.values.to) registers[r].lanes &= ~w.active;
      if (f.observed == unwritten_values::none) return;
      return for_lanes(w.active, [&](unsigned lane) {  // an atomic operation
        const observed_access& access = followed_code(w).observed[f.observed];
        const place at = place_of(w, access, lane, address_of(w, f, access, lane));
        if (at.of == nullptr) return;
        if (const auto* const found = find(at, access.bytes); found != nullptr && at.of == w.block)
          report_use(w, s->instruction, found->source, lane, found->lane);
        forget(at, access.bytes);
      });
    case what::nothing:
      return;
  }
}

}  // namespace

const step* instruments::follow_unwritten(warp& w, const step* s) {
  const followed_step& f = followed_code(w).followed_steps[s->instruction];
  if (values_of(*w.block).any) follow(w, s, f);
  return f.run(w, s);
}

void begin_unwritten(const running_launch& launch) {
  const checked_code& code = *launch.code->checked;
  if (code.follows_unwritten && code.following_in != launch.grid_number)
    restore_steps(*launch.code);
}

void begin_unwritten(block& b) {
  unwritten_values& values = values_of(b);
  if (!values.any) return;
  values.any = false;
  values.sources.clear();
  values.memory.clear();
}

void load_unwritten(warp& w, const observed_access& access, memory_space space, unsigned lane,
                    std::uint64_t address, std::size_t element) {
  const bool is_local = space == memory_space::local;
  if (access.fills.empty()) {
    checks::monitor& monitor = *w.on->launch->monitor;
    checks::unwritten_read what;
    what.space = space;
    what.site = access.site;
    what.thread = thread_at(w, lane);
    what.address = is_local ? address - local_front : address;
    return checks::report_uninitialised(monitor.time, monitor.found, w.block->checked->run, what);
  }
  const std::uint32_t to = access.fills[element];
  if (to == unwritten_values::none) return;
  const std::uint32_t number =
      begin_source(w, access.site, space, lane, is_local ? address - local_front : address);
  held& value = unwritten_registers(w)[to];
  value.lanes |= 1u << lane;
  value.source = number;
}

void copy_unwritten(warp& w, std::uint32_t site, unsigned lane, std::uint64_t from,
                    std::uint32_t bytes, block& to, std::uint64_t offset) {
  const std::uint32_t number = begin_source(w, site, memory_space::global, lane, from);
  store_at(w, {&to, offset}, bytes, number, lane);
}

void access_unwritten(warp& w, const step* s, unsigned lane, block& of, std::uint64_t offset,
                      std::uint32_t bytes, checks::action what) {
  const place at{&of, offset};
  if (values_of(of).memory.empty()) return;
  const auto* const found = what == checks::action::write ? nullptr : find(at, bytes);
  if (found != nullptr && &of == w.block)
    report_use(w, s->instruction, found->source, lane, found->lane);
  if (what != checks::action::read || found != nullptr) forget(at, bytes);
}

void forget_unwritten_local(const warp& w, unsigned lane, std::uint64_t offset,
                            std::uint32_t bytes) {
  forget({w.block, unwritten_values::of_local(thread_at(w, lane), offset)}, bytes);
}

std::vector<held> unwritten_of(const warp& w) {
  if (!values_of(*w.block).any) return {};
  const held* const first = unwritten_registers(w);
  return {first, first + followed_code(w).registers};
}

void put_back_unwritten(warp& w, const std::vector<held>& values) {
  std::copy(values.begin(), values.end(), unwritten_registers(w));
}

}  // namespace lockstep::simt
