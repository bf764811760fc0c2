// Machine code that brings its PTX along, in a section of its own (compilers/cubin_with_ptx.hpp).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace lockstep::ptx {

constexpr std::string_view ptx_section = ".lockstep.ptx";

// The bytes of the ELF file that begins there, by its own headers.
[[nodiscard]] std::span<const std::byte> cubin_at(const std::byte* data);

// Empty: it has none. Throws bad_image.
[[nodiscard]] std::string ptx_in_cubin(std::span<const std::byte> cubin);

}  // namespace lockstep::ptx
