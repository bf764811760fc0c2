// How both sides name a function of an interface. Its file NAME_calls.def lists them:
//
//   APART_FUNCTION(result, name, (parameters), what of each goes over the wire (wire.hpp)...)
//   APART_SPECIALISATION: the same of a template's, such as add<int>
//   APART_CONSTANT(type, name)
//   #define APART_STANDARD_OUTPUT, if what the answer prints is its result
//   APART_KERNEL("mangled name", name, (parameters))
#pragma once

#include <cstdint>

namespace lockstep::apart {

// FNV-1a.
constexpr std::uint32_t hash(const char* text) {
  std::uint32_t value = 2166136261u;
  for (; *text != '\0'; ++text) value = (value ^ static_cast<unsigned char>(*text)) * 16777619u;
  return value;
}

}  // namespace lockstep::apart
