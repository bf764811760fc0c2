#include "simt/textures/texels.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "simt/textures/srgb.hpp"

namespace lockstep::simt::textures {
namespace {

float float_of_half(std::uint16_t h) {
  const int exponent = h >> 10 & 31, mantissa = h & 1023;
  const float sign = (h >> 15) != 0 ? -1.0f : 1.0f;
  if (exponent == 31)
    return std::bit_cast<float>(static_cast<std::uint32_t>(h >> 15) << 31 | 0x7f800000u |
                                static_cast<std::uint32_t>(mantissa) << 13);
  return sign * (exponent == 0 ? std::ldexp(static_cast<float>(mantissa), -24)
                               : std::ldexp(1024.0f + static_cast<float>(mantissa), exponent - 25));
}

template <class T>
std::int64_t read_as(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return static_cast<std::int64_t>(value);
}

std::int64_t channel_of(element e, unsigned channel, const std::byte* from) {
  from += channel * bytes_of(e);
  switch (e) {
    case element::u8:
      return read_as<std::uint8_t>(from);
    case element::s8:
      return read_as<std::int8_t>(from);
    case element::u16:
    case element::f16:
      return read_as<std::uint16_t>(from);
    case element::s16:
      return read_as<std::int16_t>(from);
    case element::s32:
      return read_as<std::int32_t>(from);
    default:
      return read_as<std::uint32_t>(from);
  }
}

float largest_of(element e) {
  switch (e) {
    case element::u8:
      return 255;
    case element::s8:
      return 127;
    case element::u16:
      return 65535;
    default:
      return 32767;
  }
}

bool has_srgb(const texture& t, unsigned channel) {
  // Of two channels an H100 takes the second as it is.
  return t.srgb && t.as_fraction && t.of.of == element::u8 &&
         channel < (t.of.channels == 2 ? 1 : 3);
}

// The nearest float with 8 bits of significand.
float short_float(double value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
  return std::bit_cast<float>((bits + 0x7fff + (bits >> 16 & 1)) & 0xffff0000u);
}

// A channel of the border's colour as the format would hold it.
std::int64_t quantised_border(const texture& t, unsigned channel) {
  const float lowest = is_signed(t.of.of) ? -1.0f : 0.0f;
  return static_cast<std::int64_t>(std::trunc(double{std::clamp(t.border[channel], lowest, 1.0f)} *
                                              double{largest_of(t.of.of)}));
}

std::uint32_t bits_of(float f) { return std::bit_cast<std::uint32_t>(f); }

std::uint32_t border_channel(const texture& t, unsigned channel) {
  const float value = t.border[channel];
  const std::uint32_t bits = bits_of(value);
  if (t.of.of == element::f16)
    return bits_of(std::fabs(value) < std::ldexp(1.0f, -14)
                       ? std::ldexp(std::trunc(std::ldexp(value, 24)), -24)
                       : std::bit_cast<float>(bits & ~0x1fffu));
  if (has_srgb(t, channel)) return bits_of(short_float(std::clamp(value, 0.0f, 1.0f)));
  if (t.as_fraction)
    return bits_of(static_cast<float>(quantised_border(t, channel)) / largest_of(t.of.of));
  // Of integers the border's bits count, as far as they fit.
  std::byte raw[4];
  std::memcpy(raw, &bits, sizeof raw);
  return static_cast<std::uint32_t>(channel_of(t.of.of, 0, raw));
}

// A channel widened to 16 bits.
std::int32_t widened(element e, std::int64_t value) {
  const auto v = static_cast<std::int32_t>(value);
  if (e == element::u8) return v * 257;
  if (e != element::s8) return v;
  return v * 258 + (v >= 64 ? 1 : v < -64 ? -1 : 0);
}

}  // namespace

texel read_texel(const texture& t, const std::byte* from) {
  texel result{};
  for (unsigned c = 0; c < t.of.channels; ++c) {
    const std::int64_t value = channel_of(t.of.of, c, from);
    if (t.of.of == element::f16)
      result[c] = bits_of(float_of_half(static_cast<std::uint16_t>(value)));
    else if (has_srgb(t, c))
      result[c] = bits_of(linear_of_srgb(static_cast<std::uint8_t>(value)));
    else if (t.as_fraction)
      result[c] = bits_of(std::max(-1.0f, static_cast<float>(value) / largest_of(t.of.of)));
    else
      result[c] = static_cast<std::uint32_t>(value);
  }
  return result;
}

texel border_texel(const texture& t) {
  texel result{};
  for (unsigned c = 0; c < t.of.channels; ++c) result[c] = border_channel(t, c);
  return result;
}

bool is_fraction(const texture& t, unsigned channel) {
  return t.as_fraction && !has_srgb(t, channel);
}

std::int32_t read_fraction(const texture& t, unsigned channel, const std::byte* from) {
  return widened(t.of.of, channel_of(t.of.of, channel, from));
}

std::int32_t border_fraction(const texture& t, unsigned channel) {
  return widened(t.of.of, quantised_border(t, channel));
}

float from_fraction(const texture& t, std::int64_t fraction) {
  return is_signed(t.of.of)
             ? static_cast<float>(static_cast<double>(std::max<std::int64_t>(fraction, -32767)) /
                                  32767)
             : static_cast<float>(static_cast<double>(fraction) / 65535);
}

precision precision_of(const texture& t, unsigned channel) {
  if (has_srgb(t, channel)) return {11, 7};
  return t.of.of == element::f32 ? precision{24, 27} : precision{11, 14};
}

}  // namespace lockstep::simt::textures
