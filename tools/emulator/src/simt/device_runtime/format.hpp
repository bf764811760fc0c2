// printf's format string, on the arguments that device code passes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace lockstep::simt {

// `arguments(offset, bytes)` gives the `bytes` bytes at `offset` of the argument buffer,
// `text(address)` the string at a device address (for %s). Arguments lie at multiples of their own
// size: 4 bytes for int and smaller, 8 for the rest (CUDA C++ Programming Guide, "Formatted
// output").
std::string formatted(
    std::string_view format,
    const std::function<std::uint64_t(std::size_t offset, std::size_t bytes)>& arguments,
    const std::function<std::string(std::uint64_t address)>& text);

}  // namespace lockstep::simt
