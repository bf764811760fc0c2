// The values that a traced access reads or writes, as records have them: bits, and how to read
// them.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "lockstep/protocol/named_values.hpp"

namespace lockstep::protocol {

enum class value_type : std::uint8_t {
  none,
  s8,
  u8,
  s16,
  u16,
  s32,
  u32,
  s64,
  u64,
  f32,
  f64,
  other
};

template <>
struct names_of<value_type> {
  static constexpr named_value<value_type> all[] = {
      {value_type::none, ""},   {value_type::s8, "s8"},   {value_type::u8, "u8"},
      {value_type::s16, "s16"}, {value_type::u16, "u16"}, {value_type::s32, "s32"},
      {value_type::u32, "u32"}, {value_type::s64, "s64"}, {value_type::u64, "u64"},
      {value_type::f32, "f32"}, {value_type::f64, "f64"}};
};

// An integer of 1, 2, 4 or 8 bytes, or a floating-point number of 4 or 8.
enum class value_reading : std::uint8_t { as_signed, as_unsigned, as_floating };
[[nodiscard]] value_type value_type_of(value_reading reading, unsigned bytes);

// A number; of floating-point numbers that JSON has no number for, their names: "nan", "inf",
// "-inf".
nlohmann::ordered_json json_of(value_type type, std::uint64_t bits);
// Nothing if it is no value of this type.
[[nodiscard]] std::optional<std::uint64_t> bits_from(value_type type,
                                                     const nlohmann::ordered_json& value);

}  // namespace lockstep::protocol
