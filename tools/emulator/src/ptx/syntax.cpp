#include "ptx/syntax.hpp"

#include <utility>

namespace lockstep::ptx {

std::size_t size_of(scalar type) {
  switch (type) {
    case scalar::b8:
    case scalar::u8:
    case scalar::s8:
    case scalar::e4m3:
    case scalar::e5m2:
      return 1;
    case scalar::b16:
    case scalar::u16:
    case scalar::s16:
    case scalar::f16:
    case scalar::bf16:
    case scalar::e4m3x2:
    case scalar::e5m2x2:
      return 2;
    case scalar::b32:
    case scalar::u32:
    case scalar::s32:
    case scalar::f16x2:
    case scalar::u16x2:
    case scalar::s16x2:
    case scalar::bf16x2:
    case scalar::f32:
    case scalar::tf32:
      return 4;
    case scalar::b64:
    case scalar::u64:
    case scalar::s64:
    case scalar::f64:
      return 8;
    case scalar::b128:
      return 16;
    case scalar::s4:
    case scalar::u4:
    case scalar::b1:
    case scalar::none:
    case scalar::pred:
    case scalar::other:
      return 0;
  }
  return 0;
}

scalar scalar_named(std::string_view name) {
  static constexpr std::pair<std::string_view, scalar> types[] = {
      {"b32", scalar::b32},       {"u32", scalar::u32},       {"s32", scalar::s32},
      {"f32", scalar::f32},       {"b64", scalar::b64},       {"u64", scalar::u64},
      {"s64", scalar::s64},       {"f64", scalar::f64},       {"pred", scalar::pred},
      {"b16", scalar::b16},       {"u16", scalar::u16},       {"s16", scalar::s16},
      {"f16", scalar::f16},       {"b8", scalar::b8},         {"u8", scalar::u8},
      {"s8", scalar::s8},         {"b128", scalar::b128},     {"f16x2", scalar::f16x2},
      {"bf16", scalar::bf16},     {"bf16x2", scalar::bf16x2}, {"tf32", scalar::tf32},
      {"e4m3x2", scalar::e4m3x2}, {"e5m2x2", scalar::e5m2x2}, {"u16x2", scalar::u16x2},
      {"s16x2", scalar::s16x2},   {"e4m3", scalar::e4m3},     {"e5m2", scalar::e5m2},
      {"s4", scalar::s4},         {"u4", scalar::u4},         {"b1", scalar::b1},
  };
  for (const auto& [word, type] : types) {
    if (word == name) return type;
  }
  return scalar::none;
}

}  // namespace lockstep::ptx
