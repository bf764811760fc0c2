#include "simt/instructions/moves.hpp"

#include <cstring>

#include "simt/semantics/semantics.hpp"

namespace lockstep::simt {
namespace {

void set_predicate(warp& w, std::uint32_t d, lane_mask value) {
  lane_mask& p = predicate(w, d);
  p = (p & ~w.active) | (value & w.active);
}

// A row list's element: rows of 1-byte elements have their own width too.
std::byte* element(const warp& w, std::uint32_t row, unsigned lane, std::size_t bytes) {
  return w.rows + row + lane * bytes;
}

}  // namespace

const step* move_predicate(warp& w, const step* s) {
  set_predicate(w, s->d, predicate(w, s->a) ^ static_cast<lane_mask>(s->immediate));
  return s + 1;
}

namespace {

// d[lane] = value(lane) for the active lanes.
template <class T, class F>
void give(warp& w, std::uint32_t d, F value) {
  T* const out = row<T>(w, d);
  const lane_mask active = w.active;
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane) {
    const T v = value(lane);
    out[lane] = (active >> lane & 1) != 0 ? v : out[lane];
  }
}

template <class Part, class Whole>
constexpr unsigned count_of = sizeof(Whole) / sizeof(Part);
template <class Part>
constexpr unsigned bits_of = 8 * sizeof(Part);

template <class Part, class Whole>
const step* pack(warp& w, const step* s) {
  const auto& rows = w.on->launch->code->row_lists[s->extra];
  const Part* parts[count_of<Part, Whole>];
  for (unsigned e = 0; e < count_of<Part, Whole>; ++e) parts[e] = row<Part>(w, rows[e]);
  give<Whole>(w, s->d, [&](unsigned lane) {
    Whole whole = 0;
    for (unsigned e = 0; e < count_of<Part, Whole>; ++e)
      whole = static_cast<Whole>(whole | static_cast<Whole>(parts[e][lane]) << e * bits_of<Part>);
    return whole;
  });
  return s + 1;
}

template <class Part, class Whole>
const step* unpack(warp& w, const step* s) {
  const auto& rows = w.on->launch->code->row_lists[s->extra];
  const Whole* const whole = row<Whole>(w, s->a);
  for (unsigned e = 0; e < count_of<Part, Whole>; ++e) {
    if (rows[e] != no_row)
      give<Part>(w, rows[e], [&](unsigned lane) {
        return static_cast<Part>(whole[lane] >> e * bits_of<Part>);
      });
  }
  return s + 1;
}

// Parts of less than two bytes have rows of their own width: lane by lane.
const step* pack_bytes(warp& w, const step* s) {
  const auto& rows = w.on->launch->code->row_lists[s->extra];
  for_lanes(w.active, [&](unsigned lane) {
    std::byte whole[16];
    for (std::size_t e = 0; e < rows.size(); ++e)
      std::memcpy(whole + e * s->immediate, element(w, rows[e], lane, s->immediate), s->immediate);
    std::memcpy(element(w, s->d, lane, s->c), whole, s->c);
  });
  return s + 1;
}

const step* unpack_bytes(warp& w, const step* s) {
  const auto& rows = w.on->launch->code->row_lists[s->extra];
  for_lanes(w.active, [&](unsigned lane) {
    std::byte whole[16];
    std::memcpy(whole, element(w, s->a, lane, s->c), s->c);
    for (std::size_t e = 0; e < rows.size(); ++e) {
      if (rows[e] != no_row)
        std::memcpy(element(w, rows[e], lane, s->immediate), whole + e * s->immediate,
                    s->immediate);
    }
  });
  return s + 1;
}

}  // namespace

action vector_move(bool packs, unsigned part, unsigned whole) {
  using u16 = std::uint16_t;
  using u32 = std::uint32_t;
  using u64 = std::uint64_t;
  const auto either = [packs](action pack, action unpack) { return packs ? pack : unpack; };
  if (part == 4 && whole == 8) return either(&pack<u32, u64>, &unpack<u32, u64>);
  if (part == 2 && whole == 4) return either(&pack<u16, u32>, &unpack<u16, u32>);
  if (part == 2 && whole == 8) return either(&pack<u16, u64>, &unpack<u16, u64>);
  return either(&pack_bytes, &unpack_bytes);
}

const step* is_in_space(warp& w, const step* s) {
  const auto* a = row<std::uint64_t>(w, s->a);
  const std::uint64_t room = s->extra != 0 ? std::uint64_t{1} << rank_shift : window_bytes;
  lane_mask inside = 0;
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane) {
    const bool in_window =
        s->immediate != 0 ? a[lane] - s->immediate < room
                          : a[lane] < shared_window || a[lane] >= parameter_window + window_bytes;
    inside |= static_cast<lane_mask>(in_window) << lane;
  }
  set_predicate(w, s->d, inside);
  return s + 1;
}

}  // namespace lockstep::simt
