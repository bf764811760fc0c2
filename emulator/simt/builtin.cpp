#include "simt/builtin.hpp"

#include <cstring>
#include <string>

#include "simt/control.hpp"
#include "simt/fault.hpp"
#include "simt/format.hpp"
#include "simt/semantics/address.hpp"

namespace lockstep::simt {
namespace {

constexpr std::size_t longest_text = 64 * 1024;

const call_site& site_of(const warp& w, const step* s) {
  return w.on->launch->code->calls[s->extra];
}

std::uint64_t argument(const warp& w, const step* s, unsigned lane, std::size_t index) {
  const call_site& site = site_of(w, s);
  std::uint64_t value = 0;
  if (index < site.argument_slots.size()) {
    const parameter_slot slot = site.argument_slots[index];
    std::memcpy(
        &value,
        w.parameters + std::size_t{lane} * w.on->launch->code->parameter_area_bytes + slot.offset,
        std::min<std::size_t>(slot.bytes, 8));
  }
  return value;
}

void give(const warp& w, const step* s, unsigned lane, std::uint64_t value) {
  const call_site& site = site_of(w, s);
  if (site.result_slots.empty()) return;
  const parameter_slot slot = site.result_slots.front();
  std::memcpy(
      w.parameters + std::size_t{lane} * w.on->launch->code->parameter_area_bytes + slot.offset,
      &value, std::min<std::size_t>(slot.bytes, 8));
}

std::string text_at(warp& w, const step* s, unsigned lane, std::uint64_t address) {
  std::string text;
  while (text.size() < longest_text) {
    const char c =
        static_cast<char>(*baseline::generic_lane(w, s, lane, address + text.size(), 1, "read"));
    if (c == '\0') break;
    text += c;
  }
  return text;
}

template <class F>
const step* for_each(warp& w, const step* s, F f) {
  for (lane_mask rest = w.active; rest != 0; rest &= rest - 1)
    f(static_cast<unsigned>(__builtin_ctz(rest)));
  return s + 1;
}

const step* print(warp& w, const step* s) {
  std::string out;
  for_each(w, s, [&](unsigned lane) {
    const std::uint64_t buffer = argument(w, s, lane, 1);
    const auto bytes_at = [&](std::size_t offset, std::size_t bytes) {
      std::uint64_t value = 0;
      std::memcpy(&value,
                  baseline::generic_lane(w, s, lane, buffer + offset,
                                         static_cast<std::uint32_t>(bytes), "read"),
                  bytes);
      return value;
    };
    out += formatted(text_at(w, s, lane, argument(w, s, lane, 0)), bytes_at,
                     [&](std::uint64_t address) { return text_at(w, s, lane, address); });
    give(w, s, lane, 0);
  });
  (*w.on->launch->print)(out);
  return s + 1;
}

// void __assertfail(const char *expression, const char *file, unsigned line, const char *function,
// size_t char_size)
const step* assert_fail(warp& w, const step* s) {
  const auto lane = static_cast<unsigned>(__builtin_ctz(w.active));
  fault f;
  f.kind = "assert";
  f.message = "fails the assertion `" + text_at(w, s, lane, argument(w, s, lane, 0)) + "` in " +
              text_at(w, s, lane, argument(w, s, lane, 3)) + " (" +
              text_at(w, s, lane, argument(w, s, lane, 1)) + ":" +
              std::to_string(static_cast<std::uint32_t>(argument(w, s, lane, 2))) + ")";
  f.where = &w;
  f.at = s;
  f.lane = lane;
  f.lanes = static_cast<std::uint32_t>(__builtin_popcount(w.active));
  raise(std::move(f));
}

const step* allocate(warp& w, const step* s) {
  return for_each(w, s, [&](unsigned lane) {
    const memory::allocation* made =
        w.on->launch->memory->allocate(memory::allocation_kind::heap, argument(w, s, lane, 0));
    give(w, s, lane, made == nullptr ? 0 : made->address);
  });
}

const step* release(warp& w, const step* s) {
  return for_each(w, s, [&](unsigned lane) {
    const std::uint64_t address = argument(w, s, lane, 0);
    if (address == 0 || w.on->launch->memory->release(address)) return;
    fault f;
    f.kind = "invalid_free";
    f.message = "frees an address that malloc did not give, or frees it twice";
    f.where = &w;
    f.at = s;
    f.lane = lane;
    f.address = address;
    raise(std::move(f));
  });
}

}  // namespace

action builtin(std::string_view name) {
  if (name == "vprintf") return &print;
  if (name == "__assertfail") return &assert_fail;
  if (name == "malloc") return &allocate;
  if (name == "free") return &release;
  return nullptr;
}

}  // namespace lockstep::simt
