// Calls and parameters (PTX ISA 9.7.12.5, 5.1.6).
//
// A function's registers have a fixed place in the warp's register file, as in a language without
// recursion; lanes in different calls of one function do not disturb each other, since each owns
// its column of the rows. A call that may lead back to its caller keeps the caller's rows in the
// call frame. Local memory, whose addresses programs hold, grows and shrinks with the frames.
#include <algorithm>
#include <cstring>

#include "lockstep/protocol/kernel_name.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "ptx/user_line.hpp"
#include "simt/control/actions.hpp"
#include "simt/control/schedule.hpp"
#include "simt/control/stack.hpp"
#include "simt/instruments/checking.hpp"
#include "simt/instruments/local_checks.hpp"
#include "simt/instruments/provenance.hpp"
#include "simt/instruments/work_shares.hpp"
#include "simt/linking/demangle.hpp"
#include "simt/linking/linked_image.hpp"
#include "simt/state/fault.hpp"

namespace lockstep::simt::control {
namespace {

std::byte* parameter(const warp& w, unsigned lane, std::uint32_t offset) {
  return w.parameters + std::size_t{lane} * w.on->launch->code->parameter_area_bytes + offset;
}

// What a slot of each lane holds, to another slot.
void copy_slot(const warp& w, const parameter_slot& to, const parameter_slot& from) {
  const std::size_t stride = w.on->launch->code->parameter_area_bytes;
  const std::uint32_t bytes = std::min(from.bytes, to.bytes);
  if (w.on->launch->code->recorded) record_handing_on(w, to.offset, from.offset, bytes);
  for_lanes(w.active, [&](unsigned lane) {
    std::byte* const area = w.parameters + lane * stride;
    if (bytes == 4)
      std::memmove(area + to.offset, area + from.offset, 4);
    else if (bytes == 8)
      std::memmove(area + to.offset, area + from.offset, 8);
    else
      std::memmove(area + to.offset, area + from.offset, bytes);
  });
}

void save(const warp& w, const call_site& site, std::vector<std::byte>& into) {
  const auto append = [&](const std::byte* from, std::size_t bytes) {
    into.insert(into.end(), from, from + bytes);
  };
  for (const row_range& range : site.saved_rows)
    append(w.rows + range.first, range.last - range.first);
  for (const parameter_slot& slot : site.saved_parameters) {
    for (unsigned lane = 0; lane < lanes_per_warp; ++lane)
      append(parameter(w, lane, slot.offset), slot.bytes);
  }
}

void restore(warp& w, const call_site& site, const std::vector<std::byte>& saved, lane_mask lanes) {
  const std::byte* from = saved.data();
  for (const row_range& range : site.saved_rows) {
    std::byte* to = w.rows + range.first;
    const std::size_t bytes = range.last - range.first;
    if (range.bytes == 0) {
      for (std::size_t i = 0; i < bytes; i += sizeof(lane_mask)) {
        lane_mask old, now;
        std::memcpy(&old, from + i, sizeof old);
        std::memcpy(&now, to + i, sizeof now);
        now = (now & ~lanes) | (old & lanes);
        std::memcpy(to + i, &now, sizeof now);
      }
    } else {
      for (std::size_t i = 0; i < bytes; i += std::size_t{range.bytes} * lanes_per_warp) {
        for_lanes(lanes, [&](unsigned lane) {
          std::memcpy(to + i + lane * range.bytes, from + i + lane * range.bytes, range.bytes);
        });
      }
    }
    from += bytes;
  }
  for (const parameter_slot& slot : site.saved_parameters) {
    for_lanes(lanes, [&](unsigned lane) {
      std::memcpy(parameter(w, lane, slot.offset), from + std::size_t{lane} * slot.bytes,
                  slot.bytes);
    });
    from += std::size_t{lanes_per_warp} * slot.bytes;
  }
}

constexpr std::uint32_t deepest_call = 4096;

// Where the user's own source calls, though it may be a header that calls again from there.
fault stack_overflow(const warp& w, const step* s, const function_entry& callee,
                     std::uint32_t depth) {
  const struct code& code = *w.on->launch->code;
  const auto is_of_user = [&](const step* call) {
    const ptx::source_line& line = code.instructions[call->instruction].line;
    return line.line != 0 && !ptx::is_installed_header(line.file);
  };
  const auto function_of = [&](const step* call) {
    return code.instructions[call->instruction].function;
  };
  std::vector<const step*> calls{s};
  for (const frame_ref* f = &w.frame; *f; f = &(*f)->parent) calls.push_back((*f)->return_to - 1);
  const auto found = std::find_if(calls.begin(), calls.end(), is_of_user);
  const step* const at = found == calls.end() ? s : *found;
  const std::uint32_t by = function_of(at);
  const function_entry* name = &callee;
  constexpr std::uint32_t kernel = 0;
  if (by != kernel) {
    name = &code.functions[by];
    depth = static_cast<std::uint32_t>(std::count_if(
        calls.begin(), calls.end(), [&](const step* c) { return function_of(c) == by; }));
    if (name == &callee) ++depth;
  }
  return fault_at(
      w, at, first_lane(w.active), finding_kind::stack_overflow,
      protocol::phrase("runs-out-of-stack", "calls {} {} levels deep and runs out of stack",
                       protocol::short_name(demangled(name->name)), depth));
}

const step* enter(warp& w, const step* s, const call_site& site, const function_entry& callee) {
  frame_ref frame(new call_frame);
  frame->return_to = s + 1;
  frame->parent = w.frame;
  frame->site = &site;
  frame->depth = (w.frame ? w.frame->depth : 0) + 1;
  frame->local_base = w.local_base() + site.local_room;
  const std::uint64_t end = std::uint64_t{frame->local_base} + callee.local_bytes;
  if (frame->depth > deepest_call || end > local_limit ||
      (w.on->launch->code->takes_stack && overlaps_stack(w, end))) {
    raise(stack_overflow(w, s, callee, frame->depth));
  }
  save(w, site, frame->saved);
  if (w.on->launch->code->recorded && !frame->saved.empty()) record_recursion(w, s);
  const std::size_t arguments = std::min(site.argument_slots.size(), callee.parameters.size());
  for (std::size_t i = 0; i < arguments; ++i)
    copy_slot(w, callee.parameters[i], site.argument_slots[i]);
  if (callee.takes_stack) frame->stack = std::make_unique<stack_tops>(w.stack);
  w.frame = std::move(frame);
  begin_local(w, w.local_base(), callee.local_bytes, w.active);
  find_horizon(w);
  return callee.first;
}

}  // namespace

const step* call(warp& w, const step* s) {
  const struct code& code = *w.on->launch->code;
  return enter(w, s, code.calls[s->extra], code.functions[s->immediate]);
}

const step* call_indirect(warp& w, const step* s) {
  const struct code& code = *w.on->launch->code;
  const auto* address = row<std::uint64_t>(w, s->a);
  const auto first = first_lane(w.active);
  lane_mask group = 0;
  for_lanes(w.active,
            [&](unsigned lane) { group |= address[lane] == address[first] ? 1u << lane : 0; });
  for (const function_entry& callee : code.functions) {
    if (callee.address != address[first] || callee.first == nullptr) continue;
    if (group != w.active) {
      put_aside(w, s, w.active & ~group);
      note_parting(w);
      w.active = group;
    }
    return enter(w, s, code.calls[s->extra], callee);
  }
  fault f = fault_at(
      w, s, first, finding_kind::trap,
      protocol::phrase("calls-nothing", "calls through a pointer that points to no function"));
  f.address = address[first];
  raise(std::move(f));
}

const step* return_from(warp& w, const step* s) {
  if (!w.frame) return exit_lanes(w, w.active, s + 1);
  const frame_ref frame = std::move(w.frame);
  const call_site& site = *frame->site;
  const function_entry& callee = w.on->launch->code->functions[s->immediate];
  end_local(w, frame->local_base, callee.local_bytes, w.active);
  if (frame->stack) return_stack(w, *frame->stack, w.active);
  w.frame = frame->parent;
  const auto& results = callee.results;
  const std::size_t count = std::min(results.size(), site.result_slots.size());
  if (frame->saved.empty()) {
    for (std::size_t i = 0; i < count; ++i) copy_slot(w, site.result_slots[i], results[i]);
    return reconverge(w, frame->return_to);
  }
  // The results first: a recursive function's own slots are among those that are restored.
  std::vector<std::byte> kept;
  for (std::size_t i = 0; i < count; ++i) {
    for_lanes(w.active, [&](unsigned lane) {
      const std::byte* from = parameter(w, lane, results[i].offset);
      kept.insert(kept.end(), from, from + results[i].bytes);
    });
  }
  restore(w, site, frame->saved, w.active);
  const std::byte* from = kept.data();
  for (std::size_t i = 0; i < count; ++i) {
    for_lanes(w.active, [&](unsigned lane) {
      std::memcpy(parameter(w, lane, site.result_slots[i].offset), from,
                  std::min(results[i].bytes, site.result_slots[i].bytes));
      from += results[i].bytes;
    });
  }
  return reconverge(w, frame->return_to);
}

const step* local_address(warp& w, const step* s) {
  auto* d = row<std::uint64_t>(w, s->d);
  const std::uint64_t value = w.local_base() + s->immediate;
  for_lanes(w.active, [&](unsigned lane) { d[lane] = value; });
  return s + 1;
}

namespace {

void widen(std::byte* to, const std::byte* from, access_size size) {
  std::uint64_t value = 0;
  std::memcpy(&value, from, size.bytes);
  if (size.sign && size.bytes < 8) {
    const unsigned unused = 64 - 8u * size.bytes;
    value = static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused) >> unused);
  }
  std::memcpy(to, &value, size.register_bytes);
}

std::uint64_t offset_of(const warp& w, const step* s, unsigned lane, access_size size) {
  return s->immediate + (size.indexed ? row<std::uint64_t>(w, s->a)[lane] : 0);
}

void check(const warp& w, const step* s, unsigned lane, std::uint64_t offset, std::uint32_t bytes,
           std::uint64_t limit, access_kind access) {
  if (offset > limit || bytes > limit - offset)
    raise_access(w, s, lane, offset, bytes, memory_space::parameter, access);
}

}  // namespace

const step* load_kernel_parameter(warp& w, const step* s) {
  const access_size size = access_size::unpack(s->extra);
  const std::vector<std::byte>& parameters = *w.on->launch->parameters;
  for_lanes(w.active, [&](unsigned lane) {
    const std::uint64_t offset = offset_of(w, s, lane, size);
    check(w, s, lane, offset, size.bytes, parameters.size(), access_kind::read);
    widen(w.rows + s->d + lane * size.register_bytes, parameters.data() + offset, size);
  });
  return s + 1;
}

namespace {

// The usual case: each lane has the parameter at one offset, in as many bytes as its register.
template <class F>
bool at_one_offset(warp& w, const step* s, access_size size, access_kind access, F use) {
  if (size.indexed) return false;
  check(w, s, first_lane(w.active), s->immediate, size.bytes,
        w.on->launch->code->parameter_area_bytes, access);
  std::byte* const first = parameter(w, 0, static_cast<std::uint32_t>(s->immediate));
  const std::size_t stride = w.on->launch->code->parameter_area_bytes;
  if (size.bytes != size.register_bytes) return false;
  const auto each = [&](auto bytes) {
    if (w.active == all_lanes)
      for (unsigned lane = 0; lane < lanes_per_warp; ++lane)
        use(first + lane * stride, lane, bytes);
    else
      for_lanes(w.active, [&](unsigned lane) { use(first + lane * stride, lane, bytes); });
    return true;
  };
  if (size.bytes == 4) return each(std::uint32_t{});
  if (size.bytes == 8) return each(std::uint64_t{});
  return false;
}

}  // namespace

const step* load_call_parameter(warp& w, const step* s) {
  const access_size size = access_size::unpack(s->extra);
  const bool done =
      at_one_offset(w, s, size, access_kind::read, [&](std::byte* at, unsigned lane, auto bytes) {
        std::memcpy(&row<decltype(bytes)>(w, s->d)[lane], at, sizeof bytes);
      });
  if (done) return s + 1;
  for_lanes(w.active, [&](unsigned lane) {
    const std::uint64_t offset = offset_of(w, s, lane, size);
    check(w, s, lane, offset, size.bytes, w.on->launch->code->parameter_area_bytes,
          access_kind::read);
    widen(w.rows + s->d + lane * size.register_bytes,
          parameter(w, lane, static_cast<std::uint32_t>(offset)), size);
  });
  return s + 1;
}

const step* store_call_parameter(warp& w, const step* s) {
  const access_size size = access_size::unpack(s->extra);
  const bool done =
      at_one_offset(w, s, size, access_kind::write, [&](std::byte* at, unsigned lane, auto bytes) {
        std::memcpy(at, &row<decltype(bytes)>(w, s->b)[lane], sizeof bytes);
      });
  if (done) return s + 1;
  for_lanes(w.active, [&](unsigned lane) {
    const std::uint64_t offset = offset_of(w, s, lane, size);
    check(w, s, lane, offset, size.bytes, w.on->launch->code->parameter_area_bytes,
          access_kind::write);
    std::memcpy(parameter(w, lane, static_cast<std::uint32_t>(offset)),
                w.rows + s->b + lane * size.register_bytes, size.bytes);
  });
  return s + 1;
}

}  // namespace lockstep::simt::control
