#include "simt/instruments/local_checks.hpp"

#include <algorithm>
#include <string>

#include "lockstep/protocol/phrase.hpp"
#include "simt/instruments/unwritten.hpp"
#include "simt/state/fault.hpp"

namespace lockstep::simt {
namespace {

using protocol::phrase;

enum local_byte : std::uint8_t { unowned, unwritten_byte, written };

// Nullptr if the kernel is not checked or uses no local memory.
std::uint8_t* bytes_of(const warp& w, unsigned lane) {
  if (w.block->checked == nullptr || w.block->checked->local == nullptr) return nullptr;
  return w.block->checked->local->data() +
         (std::uint64_t{w.number} * lanes_per_warp + lane) * local_stride;
}

void set(const warp& w, std::uint64_t offset, std::uint32_t bytes, lane_mask mask,
         local_byte value) {
  if (bytes == 0 || bytes_of(w, 0) == nullptr) return;
  for_lanes(mask, [&](unsigned lane) { std::fill_n(bytes_of(w, lane) + offset, bytes, value); });
}

std::string bytes_text(std::uint64_t count) {
  return phrase("bytes", count == 1 ? "{} byte" : "{} bytes", count);
}

// An access, and where it lies, from the nearest local variables of the thread.
std::string with_place(const std::string& does, const std::uint8_t* local, std::uint64_t offset,
                       std::uint32_t bytes) {
  constexpr std::uint64_t far = 1024;
  const auto is_owned = [&](std::uint64_t at) { return local[at] != unowned; };
  if (is_owned(offset))
    return phrase("local-across-end", "{}, across the end of the thread's variables there", does);
  for (std::uint64_t back = 1; back <= std::min(offset, far); ++back)
    if (is_owned(offset - back))
      return back == 1
                 ? phrase("local-behind-end",
                          "{}, just past the end of the thread's variables there", does)
                 : phrase("local-past-end", "{}, {} past the end of the thread's variables there",
                          does, bytes_text(back - 1));
  for (std::uint64_t ahead = 1; ahead <= far && offset + ahead < local_limit; ++ahead)
    if (is_owned(offset + ahead))
      return ahead <= bytes ? phrase("local-right-before",
                                     "{}, just before the thread's variables there", does)
                            : phrase("local-before", "{}, {} before the thread's variables there",
                                     does, bytes_text(ahead));
  return phrase("local-far", "{}, far from the thread's variables there", does);
}

// In a launch that goes on, the bytes of no variable stay what they are to everybody, 0, whatever
// is written there.
void look_outside(const warp& w, const step* s, const observed_access& access, unsigned lane,
                  std::uint64_t offset) {
  const bool writes = access.kind.writes();
  const std::string does = phrase("accesses-local-bytes", "{} {} of local memory",
                                  writes ? phrase("writes", "writes") : phrase("reads", "reads"),
                                  bytes_text(access.bytes));
  fault f = fault_at(w, s, lane, finding_kind::out_of_bounds,
                     with_place(does, bytes_of(w, lane), offset, access.bytes));
  f.space = memory_space::local;
  f.access = writes ? access_kind::write : access_kind::read;
  f.address = offset;
  f.bytes = access.bytes;
  if (w.on->launch->going_on == nullptr) raise(std::move(f));
  w.on->launch->going_on->instead_of(std::move(f));
  std::uint8_t* const states = bytes_of(w, lane) + offset;
  std::byte* const bytes = w.local + std::uint64_t{lane} * local_stride + offset;
  for (std::uint32_t i = 0; i < access.bytes; ++i) {
    if (states[i] == unowned)
      bytes[i] = std::byte{0};
    else if (writes)
      states[i] = written;
  }
}

}  // namespace

void begin_local(warp& w, std::uint32_t offset, std::uint32_t bytes, lane_mask mask) {
  set(w, offset, bytes, mask, unwritten_byte);
}

void end_local(warp& w, std::uint32_t offset, std::uint32_t bytes, lane_mask mask) {
  set(w, offset, bytes, mask, unowned);
}

void write_local(const warp& w, unsigned lane, std::uint64_t offset, std::uint32_t bytes) {
  set(w, offset, bytes, 1u << lane, written);
  if (w.block->checked != nullptr) forget_unwritten_local(w, lane, offset, bytes);
}

// A value that was written in part, such as a structure with gaps that is copied as a whole,
// passes; one of which nothing was written does not.
void look_at_local(warp& w, const step* s, const observed_access& access, const std::uint64_t* at,
                   lane_mask lanes) {
  const checks::monitor& monitor = *w.on->launch->monitor;
  const std::uint32_t each = std::max<std::uint32_t>(access.element_bytes, 1);
  for_lanes(lanes, [&](unsigned lane) {
    std::uint8_t* const local = bytes_of(w, lane);
    if (local == nullptr || at[lane] > local_limit - access.bytes) return;
    std::uint8_t* const first = local + at[lane];
    if (std::find(first, first + access.bytes, unowned) != first + access.bytes)
      return look_outside(w, s, access, lane, at[lane]);
    if (access.kind.writes()) {
      std::fill_n(first, access.bytes, written);
      return;
    }
    if (!monitor.uses().initialised || access.keeps != kept_bits::none) return;
    for (std::uint32_t e = 0; e < access.bytes; e += each) {
      if ((access.unused >> e / each & 1) != 0) continue;
      if (std::any_of(first + e, first + e + each, [](std::uint8_t b) { return b == written; }))
        continue;
      load_unwritten(w, access, protocol::memory_space::local, lane, at[lane] + e, e / each);
    }
  });
}

}  // namespace lockstep::simt
