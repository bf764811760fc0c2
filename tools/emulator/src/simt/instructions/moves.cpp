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

const step* pack_vector(warp& w, const step* s) {
  const auto& rows = w.on->launch->code->row_lists[s->extra];
  for_lanes(w.active, [&](unsigned lane) {
    std::byte whole[16];
    for (std::size_t e = 0; e < rows.size(); ++e)
      std::memcpy(whole + e * s->immediate, element(w, rows[e], lane, s->immediate), s->immediate);
    std::memcpy(element(w, s->d, lane, s->c), whole, s->c);
  });
  return s + 1;
}

const step* unpack_vector(warp& w, const step* s) {
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
