// Answers in the structs of a C interface.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace lockstep::cudart {

template <std::size_t size>
void copy_text(char (&to)[size], std::string_view from) {
  const std::size_t length = std::min(from.size(), size - 1);
  std::memcpy(to, from.data(), length);
  to[length] = '\0';
}

// The caller may have been built against an older, shorter struct.
template <typename record_t>
void copy_out(const record_t& from, record_t& to) {
  const std::uint32_t size = std::min<std::uint32_t>(to.struct_size, sizeof(record_t));
  const std::uint32_t callers = to.struct_size;
  std::memcpy(&to, &from, size);
  to.struct_size = callers;
}

}  // namespace lockstep::cudart
