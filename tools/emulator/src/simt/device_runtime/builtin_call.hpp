// What a built-in function sees of the call: its arguments, memory behind pointers, its result.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

#include "simt/instruments/checking.hpp"
#include "simt/semantics/address.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt {

// One lane's call; `s` is the call's step (extra: code::calls).
struct builtin_call {
  warp& w;
  const step* s;
  unsigned lane;

  const call_site& site() const { return w.on->launch->code->calls[s->extra]; }

  std::byte* parameter(parameter_slot slot) const {
    return w.parameters + std::size_t{lane} * w.on->launch->code->parameter_area_bytes +
           slot.offset;
  }

  // The argument `index`, its first bytes if it has more than T; zero if there is none.
  template <class T = std::uint64_t>
  T argument(std::size_t index) const {
    T value{};
    if (index < site().argument_slots.size()) {
      const parameter_slot slot = site().argument_slots[index];
      std::memcpy(&value, parameter(slot), std::min<std::size_t>(slot.bytes, sizeof value));
    }
    return value;
  }

  void give(std::uint64_t value) const {
    if (site().result_slots.empty()) return;
    const parameter_slot slot = site().result_slots.front();
    std::memcpy(parameter(slot), &value, std::min<std::size_t>(slot.bytes, sizeof value));
  }

  template <class T>
  T read(std::uint64_t address) const {
    T value;
    std::memcpy(&value,
                baseline::generic_lane(w, s, lane, address, sizeof value, access_kind::read),
                sizeof value);
    return value;
  }

  template <class T>
  void write(std::uint64_t address, const T& value) const {
    std::memcpy(baseline::generic_lane(w, s, lane, address, sizeof value, access_kind::write),
                &value, sizeof value);
    note_written(w, lane, address, sizeof value);
  }

  std::string text(std::uint64_t address) const {
    constexpr std::size_t longest = 64 * 1024;
    std::string result;
    while (result.size() < longest) {
      const char c = read<char>(address + result.size());
      if (c == '\0') break;
      result += c;
    }
    return result;
  }
};

template <class F>
const step* for_each_call(warp& w, const step* s, F f) {
  for_lanes(w.active, [&](unsigned lane) { f(builtin_call{w, s, lane}); });
  return s + 1;
}

}  // namespace lockstep::simt
