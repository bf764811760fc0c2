#include "simt/control/stack.hpp"

#include <algorithm>
#include <string>

#include "lockstep/protocol/phrase.hpp"
#include "simt/instruments/local_checks.hpp"
#include "simt/linking/variable_layout.hpp"
#include "simt/state/fault.hpp"

namespace lockstep::simt {
namespace {

// Where the variables of the functions end that a lane of the running split is in.
std::uint64_t end_of_variables(const warp& w, const step* s) {
  const struct code& code = *w.on->launch->code;
  const std::uint32_t function = code.instructions[s->instruction].function;
  return std::uint64_t{w.local_base()} + code.functions[function].local_room;
}

void give_back(warp& w, unsigned lane, std::uint32_t top) {
  end_local(w, w.stack[lane], top - w.stack[lane], 1u << lane);
  w.stack[lane] = top;
}

[[noreturn]] void raise_overflow(const warp& w, const step* s, unsigned lane, std::string message) {
  raise(fault_at(w, s, lane, finding_kind::stack_overflow, std::move(message)));
}

}  // namespace

void empty_stack(warp& w) {
  for_lanes(all_lanes, [&](unsigned lane) { give_back(w, lane, local_limit); });
}

void return_stack(warp& w, const stack_tops& tops, lane_mask lanes) {
  for_lanes(lanes, [&](unsigned lane) { give_back(w, lane, tops[lane]); });
}

bool overlaps_stack(const warp& w, std::uint64_t end) {
  bool meets = false;
  for_lanes(w.active, [&](unsigned lane) { meets = meets || end > w.stack[lane]; });
  return meets;
}

namespace control {

template <class T>
const step* allocate_stack(warp& w, const step* s) {
  const auto* bytes = row<T>(w, s->a);
  auto* address = row<T>(w, s->d);
  const std::uint64_t begin = end_of_variables(w, s);
  for_lanes(w.active, [&](unsigned lane) {
    const std::uint64_t room = w.stack[lane] - std::min<std::uint64_t>(begin, w.stack[lane]);
    const std::uint64_t size = bytes[lane], around = local_gap + s->immediate;
    if (size > room || around > room - size)
      raise_overflow(
          w, s, lane,
          protocol::phrase("takes-stack",
                           "takes {} bytes of stack by alloca, and of {} bytes {} are left", size,
                           local_limit - local_front, room));
    // A gap behind what is taken, so that an index that is a little too large is noticed.
    const auto end = static_cast<std::uint32_t>(w.stack[lane] - local_gap);
    const auto first = static_cast<std::uint32_t>((end - size) / s->immediate * s->immediate);
    begin_local(w, first, static_cast<std::uint32_t>(size), 1u << lane);
    w.stack[lane] = first;
    address[lane] = first;
  });
  return s + 1;
}

template <class T>
const step* save_stack(warp& w, const step* s) {
  auto* d = row<T>(w, s->d);
  for_lanes(w.active, [&](unsigned lane) { d[lane] = w.stack[lane]; });
  return s + 1;
}

template <class T>
const step* restore_stack(warp& w, const step* s) {
  const auto* a = row<T>(w, s->a);
  for_lanes(w.active, [&](unsigned lane) {
    if (a[lane] < w.stack[lane] || a[lane] > local_limit)
      raise_overflow(
          w, s, lane,
          protocol::phrase("restores-stack",
                           "restores the stack (stackrestore) to a state that it has not had"));
    give_back(w, lane, static_cast<std::uint32_t>(a[lane]));
  });
  return s + 1;
}

template const step* allocate_stack<std::uint32_t>(warp&, const step*);
template const step* allocate_stack<std::uint64_t>(warp&, const step*);
template const step* save_stack<std::uint32_t>(warp&, const step*);
template const step* save_stack<std::uint64_t>(warp&, const step*);
template const step* restore_stack<std::uint32_t>(warp&, const step*);
template const step* restore_stack<std::uint64_t>(warp&, const step*);

}  // namespace control
}  // namespace lockstep::simt
