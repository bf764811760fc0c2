#include "simt/textures/sample.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "simt/textures/coordinates.hpp"
#include "simt/textures/texels.hpp"
#include "simt/textures/weighted_sum.hpp"

namespace lockstep::simt::textures {
namespace {

// Up to four texels of one slice of one level, and what part of the result they make up.
struct footprint {
  const level* of = nullptr;
  neighbours x, y;
  std::int32_t slice = 0;
  std::int32_t share = 256;
};

constexpr unsigned most_footprints = 4;  // two slices in each of two levels

struct footprints {
  footprint all[most_footprints];
  unsigned count = 0;
  void add(const footprint& f) { all[count++] = f; }
};

const std::byte* texel_at(const texture& t, const footprint& f, unsigned corner,
                          texel_memory& memory) {
  const std::int32_t x = f.x.texel[corner & 1], y = f.y.texel[corner >> 1];
  if (x == outside || y == outside || f.slice == outside) return nullptr;
  const std::uint64_t address = f.of->address + static_cast<std::uint64_t>(f.slice) * f.of->slice +
                                static_cast<std::uint64_t>(y) * f.of->row +
                                static_cast<std::uint64_t>(x) * texel_bytes(t.of);
  return memory.at(address, texel_bytes(t.of));
}

texel texel_of(const texture& t, const std::byte* from) {
  return from == nullptr ? border_texel(t) : read_texel(t, from);
}

footprint around(const texture& t, const level& l, const float* at, bool linear) {
  footprint f;
  f.of = &l;
  const auto along = [&](float coordinate, std::int32_t size, addressing mode) {
    return linear ? around(coordinate, size, t.normalised, mode)
                  : nearest(coordinate, size, t.normalised, mode);
  };
  f.x = along(at[0], l.width, t.address[0]);
  // A texture of one dimension has one row, and lies in it at 0: half in the border, if there is
  // one.
  f.y = t.of.dimensions > 1 ? along(at[1], l.height, t.address[1]) : along(0, 1, t.address[1]);
  return f;
}

void add_level(const texture& t, unsigned number, const float* at, std::int32_t slice,
               std::int32_t share, footprints& out) {
  const level& l = t.of.levels[number];
  footprint f = around(t, l, at, t.linear);
  f.share = share;
  f.slice = slice;
  if (t.of.dimensions < 3) return out.add(f);
  const neighbours z = t.linear ? around(at[2], l.depth, t.normalised, t.address[2])
                                : nearest(at[2], l.depth, t.normalised, t.address[2]);
  f.slice = z.texel[0];
  if (!t.linear) return out.add(f);
  const std::int32_t behind = share_down(share * z.weight);
  f.share = share - behind;
  out.add(f);
  f.slice = z.texel[1];
  f.share = behind;
  out.add(f);
}

// The level of detail in steps of 1/256.
std::int64_t detail_of(const texture& t, const point& p) {
  constexpr double steps = 256;
  double level = 0;
  if (p.by == detail::level) {
    level = p.level;
  } else if (p.by == detail::gradient) {
    const struct level& base = t.of.levels.front();
    const double size[] = {double(base.width), double(base.height), double(base.depth)};
    double across = 0, down = 0;
    for (unsigned i = 0; i < t.of.dimensions; ++i) {
      const double scale = t.normalised ? size[i] : 1;
      across += std::pow(double{p.across[i]} * scale, 2);
      down += std::pow(double{p.down[i]} * scale, 2);
    }
    level = std::log2(std::max(across, down)) / 2;
  }
  if (std::isnan(level)) level = 0;
  double at = std::trunc(std::clamp(level, -1000.0, 1000.0) * steps);
  if (p.by != detail::none) at += std::trunc(t.bias * steps);
  at = std::max(at, std::floor(t.lowest * steps));
  at = std::min(at, std::floor(t.highest * steps));
  const double last = static_cast<double>(t.of.levels.size() - 1) * steps;
  return static_cast<std::int64_t>(std::clamp(at, 0.0, last));
}

bool has_share(const footprint& f, unsigned corner) {
  return ((corner & 1) == 0 || f.x.weight != 0) && ((corner >> 1) == 0 || f.y.weight != 0);
}

bool is_in_centre(const footprint& f) { return f.x.weight == 0 && f.y.weight == 0; }

// The filter makes -0 a 0, and adds NaNs up; other floats that it takes whole it leaves as they
// are.
bool passes_filter(const texture& t, const texel& whole) {
  return std::all_of(whole.begin(), whole.begin() + t.of.channels, [](std::uint32_t bits) {
    const float value = std::bit_cast<float>(bits);
    return std::isfinite(value) && value != 0;
  });
}

float float_at(const texture& t, const std::byte* from, unsigned channel) {
  if (from == nullptr || t.of.of != element::f32)
    return std::bit_cast<float>(texel_of(t, from)[channel]);
  float value;
  std::memcpy(&value, from + channel * sizeof value, sizeof value);
  return value;
}

float filtered(const texture& t, const footprints& f,
               const std::byte* const (&from)[most_footprints][4], unsigned channel) {
  const precision bits = precision_of(t, channel);
  std::int64_t fractions = 0;
  weighted_sum total;
  for (unsigned k = 0; k < f.count; ++k) {
    const four_shares shares(f.all[k].share, f.all[k].x.weight, f.all[k].y.weight);
    float values[4];
    for (unsigned i = 0; i < 4; ++i) {
      const std::byte* const texel = from[k][i];
      values[i] = 0;
      if (!has_share(f.all[k], i)) continue;
      if (is_fraction(t, channel))
        fractions +=
            std::int64_t{shares.of[i]} *
            (texel == nullptr ? border_fraction(t, channel) : read_fraction(t, channel, texel));
      else
        values[i] = float_at(t, texel, channel);
    }
    if (!is_fraction(t, channel)) total += weighted_sum(values, shares, bits.aligned);
  }
  return is_fraction(t, channel) ? from_fraction(t, (fractions + 128) >> 8)
                                 : total.rounded(bits.result);
}

struct placed {
  float at[3];
  std::int32_t slice;
};

placed place(const texture& t, const point& p) {
  placed result{{p.at[0], p.at[1], p.at[2]}, 0};
  const std::uint32_t layer = t.of.layered ? std::min(p.layer, t.of.layers - 1) : 0;
  result.slice = static_cast<std::int32_t>(layer);
  if (t.of.cube) {
    const place_on_cube on = on_cube(p.at[0], p.at[1], p.at[2]);
    result.at[0] = on.x;
    result.at[1] = on.y;
    result.slice = static_cast<std::int32_t>(layer * 6 + on.face);
  }
  return result;
}

}  // namespace

texel sample(const texture& t, const point& p, texel_memory& memory) {
  const placed where = place(t, p);
  const bool has_levels = t.of.levels.size() > 1;
  if (!has_levels && t.of.dimensions < 3) {
    footprint one = around(t, t.of.levels.front(), where.at, t.linear);
    one.slice = where.slice;
    if (!t.linear || (is_in_centre(one) && t.of.of == element::f32)) {
      const texel whole = texel_of(t, texel_at(t, one, 0, memory));
      if (!t.linear || passes_filter(t, whole)) return whole;
    }
  }
  footprints f;
  const std::int64_t detail = has_levels ? detail_of(t, p) : 0;
  if (has_levels && t.linear_between_levels) {
    const auto number = static_cast<unsigned>(detail >> 8);
    const auto share = static_cast<std::int32_t>(detail & 255);
    add_level(t, number, where.at, where.slice, 256 - share, f);
    if (share != 0) add_level(t, number + 1, where.at, where.slice, share, f);
  } else {
    add_level(t, static_cast<unsigned>((detail + 128) >> 8), where.at, where.slice, 256, f);
  }
  if (!t.linear && f.count == 1) return texel_of(t, texel_at(t, f.all[0], 0, memory));
  const std::byte* from[most_footprints][4] = {};
  for (unsigned k = 0; k < f.count; ++k) {
    const footprint& around_it = f.all[k];
    for (unsigned i = 0; i < 4; ++i)
      if (has_share(around_it, i)) from[k][i] = texel_at(t, around_it, i, memory);
  }
  texel result{};
  for (unsigned c = 0; c < t.of.channels; ++c)
    result[c] = std::bit_cast<std::uint32_t>(filtered(t, f, from, c));
  return result;
}

texel gather(const texture& t, const point& p, unsigned channel, texel_memory& memory) {
  const placed where = place(t, p);
  footprint f = around(t, t.of.levels.front(), where.at, true);
  f.slice = where.slice;
  constexpr unsigned corners[] = {2, 3, 1, 0};
  texel result{};
  if (channel >= t.of.channels) return result;
  for (unsigned i = 0; i < 4; ++i) {
    const std::byte* const from = texel_at(t, f, corners[i], memory);
    // Fractions pass the filter's 16 bits on their way.
    result[i] = is_fraction(t, channel) ? std::bit_cast<std::uint32_t>(from_fraction(
                                              t, from == nullptr ? border_fraction(t, channel)
                                                                 : read_fraction(t, channel, from)))
                                        : texel_of(t, from)[channel];
  }
  return result;
}

texel fetch(const texture& t, std::int32_t index, texel_memory& memory) {
  const level& l = t.of.levels.front();
  if (index < 0 || index >= l.width) return {};
  const std::uint64_t offset = static_cast<std::uint64_t>(index) * texel_bytes(t.of);
  return read_texel(t, memory.at(l.address + offset, texel_bytes(t.of)));
}

}  // namespace lockstep::simt::textures
