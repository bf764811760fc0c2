// shfl.sync (PTX ISA 9.7.9.6): d, a value, b lane or delta, immediate the row of the clamp operand,
// extra the predicate's row.
#include <cstring>

#include "simt/control.hpp"
#include "simt/semantics/families.hpp"
#include "simt/semantics/lanes.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {
namespace {

using ptx::word;

enum class mode { up, down, butterfly, index };

// Each lane's source lane, in the words of the ISA manual: c holds the clamp and the segment mask.
// A lane whose source is out of range reads itself.
template <mode Mode>
const step* shuffle(warp& w, const step* s) {
  const auto *a = row<std::uint32_t>(w, s->a), *b = row<std::uint32_t>(w, s->b);
  const auto* c = row<std::uint32_t>(w, static_cast<std::uint32_t>(s->immediate));
  alignas(64) std::int32_t from[lane_count];
  alignas(64) std::uint32_t value[lane_count];
  lane_mask in_range = 0;
  for (unsigned lane = 0; lane < lane_count; ++lane) {
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
  for (unsigned lane = 0; lane < lane_count; ++lane) value[lane] = a[from[lane] & 31];
  write<std::uint32_t>(w, s->d, [&](unsigned lane) { return value[lane]; });
  if (s->extra != no_predicate) set_predicate(w, s->extra, in_range);
  return s + 1;
}

// The usual case: all lanes exchange over the whole warp by the same distance. Blocks of eight
// lanes are what the host's vectors hold.
using eight = std::uint32_t __attribute__((vector_size(32)));

void butterfly(const std::uint32_t* a, unsigned by, std::uint32_t* out) {
  const eight lane = {0, 1, 2, 3, 4, 5, 6, 7};
  const eight within = lane ^ (by & 7);
  for (unsigned block = 0; block < 4; ++block) {
    eight value;
    std::memcpy(&value, a + 8 * (block ^ by >> 3), sizeof value);
    value = __builtin_shuffle(value, within);
    std::memcpy(out + std::size_t{8} * block, &value, sizeof value);
  }
}

template <mode Mode>
const step* shuffle_uniformly(warp& w, const step* s) {
  const auto *a = row<std::uint32_t>(w, s->a), *b = row<std::uint32_t>(w, s->b);
  const auto* c = row<std::uint32_t>(w, static_cast<std::uint32_t>(s->immediate));
  constexpr std::uint32_t whole_warp = Mode == mode::up ? 0 : 31;
  if ((c[0] & 0x1f1f) != whole_warp || !uniform(b) || !uniform(c)) return shuffle<Mode>(w, s);
  const unsigned by = b[0] & 31;
  alignas(64) std::uint32_t value[lane_count];
  lane_mask in_range = all_lanes;
  if constexpr (Mode == mode::butterfly) {
    butterfly(a, by, value);
  } else if constexpr (Mode == mode::index) {
    for (unsigned lane = 0; lane < lane_count; ++lane) value[lane] = a[by];
  } else {
    std::memcpy(value, a, sizeof value);
    if constexpr (Mode == mode::down) {
      std::memcpy(value, a + by, (lane_count - by) * sizeof *a);
      in_range >>= by;
    } else {
      std::memcpy(value + by, a, (lane_count - by) * sizeof *a);
      in_range <<= by;
    }
  }
  write<std::uint32_t>(w, s->d, [&](unsigned lane) { return value[lane]; });
  if (s->extra != no_predicate) set_predicate(w, s->extra, in_range);
  return s + 1;
}

template <mode Mode>
constexpr warp_actions actions{&control::together<&shuffle_uniformly<Mode>>,
                               &shuffle_uniformly<Mode>};

}  // namespace

warp_actions shuffle_actions(const ptx::decoded& i) {
  if (!i.has(word::sync)) return {};
  if (i.has(word::up)) return actions<mode::up>;
  if (i.has(word::down)) return actions<mode::down>;
  if (i.has(word::bfly)) return actions<mode::butterfly>;
  return actions<mode::index>;
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
