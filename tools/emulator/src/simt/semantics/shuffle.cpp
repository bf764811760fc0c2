// shfl.sync (PTX ISA 9.7.9.6): d, a value, b lane or delta, immediate the row of the clamp operand,
// extra the predicate's row.
#include <cstring>

#include "simt/control/actions.hpp"
#include "simt/semantics/families.hpp"
#include "simt/semantics/lanes.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {
namespace {

using ptx::word;

enum class mode { up, down, butterfly, index };

// What may be read of a lane. That of a lane that takes no part is undefined; it is 0, which
// NVIDIA's sample "reduction" counts on (reduce7 sums eight lanes with the steps for 32).
void readable(const warp& w, const std::uint32_t* a, std::uint32_t* out) {
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane)
    out[lane] = a[lane] & -(w.active >> lane & 1);
}

// Each lane's source lane, in the words of the ISA manual: c holds the clamp and the segment mask.
// A lane whose source is out of range reads itself.
template <mode Mode>
const step* shuffle(warp& w, const step* s) {
  const auto *a = row<std::uint32_t>(w, s->a), *b = row<std::uint32_t>(w, s->b);
  const auto* c = row<std::uint32_t>(w, static_cast<std::uint32_t>(s->immediate));
  alignas(64) std::int32_t from[lanes_per_warp];
  alignas(64) std::uint32_t value[lanes_per_warp], source[lanes_per_warp];
  readable(w, a, source);
  lane_mask in_range = 0;
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane) {
    const auto here = static_cast<std::int32_t>(lane), by = static_cast<std::int32_t>(b[lane] & 31);
    const auto clamp = static_cast<std::int32_t>(c[lane] & 31),
               segment = static_cast<std::int32_t>(c[lane] >> 8 & 31);
    const std::int32_t bound = (here & segment) | (clamp & ~segment);
    std::int32_t wanted = 0;
    if constexpr (Mode == mode::up) wanted = here - by;
    if constexpr (Mode == mode::down) wanted = here + by;
    if constexpr (Mode == mode::butterfly) wanted = here ^ by;
    if constexpr (Mode == mode::index) wanted = (here & segment) | (by & ~segment);
    const bool inside = Mode == mode::up ? wanted >= bound : wanted <= bound;
    from[lane] = inside ? wanted : here;
    in_range |= static_cast<lane_mask>(inside) << lane;
  }
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane) value[lane] = source[from[lane] & 31];
  write<std::uint32_t>(w, s->d, [&](unsigned lane) { return value[lane]; });
  if (s->extra != no_predicate) set_predicate(w, s->extra, in_range);
  return s + 1;
}

// The usual case: all lanes exchange over the whole warp by the same distance.
template <mode Mode>
constexpr std::uint32_t whole_warp = Mode == mode::up ? 0 : 31;  // the clamp operand then

using eight = std::uint32_t __attribute__((vector_size(32)));

inline eight permuted(eight from, eight lanes) {
#ifdef __clang__  // which the fuzzers are built with: no such function for a pattern in a variable
  eight result;
  for (unsigned i = 0; i < 8; ++i) result[i] = from[lanes[i]];
  return result;
#else
  return __builtin_shuffle(from, lanes);
#endif
}

// Gives each lane its value, and returns which of them came from a lane within range. `out` is not
// `a`. Blocks of eight lanes are what the host's vectors hold.
template <mode Mode>
inline lane_mask exchange(const std::uint32_t* a, unsigned by, std::uint32_t* out) {
  if constexpr (Mode == mode::butterfly) {
    const eight lane = {0, 1, 2, 3, 4, 5, 6, 7};
    const eight within = lane ^ (by & 7);
    for (unsigned block = 0; block < 4; ++block) {
      eight value;
      std::memcpy(&value, a + 8 * (block ^ by >> 3), sizeof value);
      value = permuted(value, within);
      std::memcpy(out + std::size_t{8} * block, &value, sizeof value);
    }
    return all_lanes;
  } else if constexpr (Mode == mode::index) {
    for (unsigned lane = 0; lane < lanes_per_warp; ++lane) out[lane] = a[by];
    return all_lanes;
  } else {
    const std::size_t moved = (lanes_per_warp - by) * sizeof *a;
    std::memcpy(out, a, lanes_per_warp * sizeof *a);
    if constexpr (Mode == mode::down) {
      std::memcpy(out, a + by, moved);
      return all_lanes >> by;
    } else {
      std::memcpy(out + by, a, moved);
      return all_lanes << by;
    }
  }
}

template <mode Mode>
const step* shuffle_uniformly(warp& w, const step* s) {
  const auto *a = row<std::uint32_t>(w, s->a), *b = row<std::uint32_t>(w, s->b);
  const auto* c = row<std::uint32_t>(w, static_cast<std::uint32_t>(s->immediate));
  if ((c[0] & 0x1f1f) != whole_warp<Mode> || !uniform(b) || !uniform(c)) return shuffle<Mode>(w, s);
  alignas(64) std::uint32_t value[lanes_per_warp], source[lanes_per_warp];
  if (w.active != all_lanes) {
    readable(w, a, source);
    a = source;
  }
  const lane_mask in_range = exchange<Mode>(a, b[0] & 31, value);
  write<std::uint32_t>(w, s->d, [&](unsigned lane) { return value[lane]; });
  if (s->extra != no_predicate) set_predicate(w, s->extra, in_range);
  return s + 1;
}

// All lanes, by a constant distance (or lane) in the upper half of the immediate, over the whole
// warp.
template <mode Mode>
const step* shuffle_whole(warp& w, const step* s) {
  if (w.active != all_lanes) return control::rendezvous(w, s, &shuffle_uniformly<Mode>);
  const auto by = static_cast<unsigned>(s->immediate >> 32) & 31;
  const auto* a = row<std::uint32_t>(w, s->a);
  auto* d = row<std::uint32_t>(w, s->d);
  lane_mask in_range;
  if (a != d) {
    in_range = exchange<Mode>(a, by, d);
  } else {
    alignas(64) std::uint32_t value[lanes_per_warp];
    in_range = exchange<Mode>(a, by, value);
    std::memcpy(d, value, sizeof value);
  }
  if (s->extra != no_predicate) predicate(w, s->extra) = in_range;
  return s + 2;
}

template <mode Mode>
constexpr warp_actions actions{&control::together<&shuffle_uniformly<Mode>>,
                               &shuffle_uniformly<Mode>, &shuffle_whole<Mode>};

}  // namespace

warp_actions shuffle_actions(const ptx::decoded& i) {
  if (!i.has(word::sync)) return {};
  if (i.has(word::up)) return actions<mode::up>;
  if (i.has(word::down)) return actions<mode::down>;
  if (i.has(word::bfly)) return actions<mode::butterfly>;
  return actions<mode::index>;
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
