#include "lockstep/protocol/trace_value.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace lockstep::protocol {
namespace {

using nlohmann::ordered_json;

// The shortest number that is read as the same float.
double shortest(float value) { return std::stod(fmt::format("{}", value)); }

ordered_json json_of_floating(double value, double written) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return written;
}

std::optional<double> floating_from(const ordered_json& value) {
  if (value.is_number()) return value.get<double>();
  if (value == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (value == "inf") return std::numeric_limits<double>::infinity();
  if (value == "-inf") return -std::numeric_limits<double>::infinity();
  return std::nullopt;
}

}  // namespace

value_type value_type_of(value_reading reading, unsigned bytes) {
  using enum value_type;
  if (reading == value_reading::as_floating && bytes >= 4) return bytes == 8 ? f64 : f32;
  const bool is_signed = reading == value_reading::as_signed;
  switch (bytes) {
    case 1:
      return is_signed ? s8 : u8;
    case 2:
      return is_signed ? s16 : u16;
    case 4:
      return is_signed ? s32 : u32;
    case 8:
      return is_signed ? s64 : u64;
    default:
      return none;
  }
}

ordered_json json_of(value_type type, std::uint64_t bits) {
  switch (type) {
    case value_type::s8:
      return static_cast<std::int8_t>(bits);
    case value_type::u8:
      return static_cast<std::uint8_t>(bits);
    case value_type::s16:
      return static_cast<std::int16_t>(bits);
    case value_type::u16:
      return static_cast<std::uint16_t>(bits);
    case value_type::s32:
      return static_cast<std::int32_t>(bits);
    case value_type::u32:
      return static_cast<std::uint32_t>(bits);
    case value_type::s64:
      return static_cast<std::int64_t>(bits);
    case value_type::f32: {
      const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
      return json_of_floating(value, std::isfinite(value) ? shortest(value) : 0);
    }
    case value_type::f64: {
      const auto value = std::bit_cast<double>(bits);
      return json_of_floating(value, value);
    }
    default:
      return bits;
  }
}

std::optional<std::uint64_t> bits_from(value_type type, const ordered_json& value) {
  if (type == value_type::f32 || type == value_type::f64) {
    const auto number = floating_from(value);
    if (!number) return std::nullopt;
    return type == value_type::f64 ? std::bit_cast<std::uint64_t>(*number)
                                   : std::bit_cast<std::uint32_t>(static_cast<float>(*number));
  }
  if (value.is_number_unsigned()) return value.get<std::uint64_t>();
  if (value.is_number_integer()) return static_cast<std::uint64_t>(value.get<std::int64_t>());
  return std::nullopt;
}

}  // namespace lockstep::protocol
