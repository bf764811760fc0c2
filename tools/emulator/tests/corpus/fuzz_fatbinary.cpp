// libFuzzer harness of the fatbinary reader: any bytes are either read or refused with bad_image.
// CONTRIBUTING.md says how to build and run it.
#include <cstddef>
#include <cstdint>
#include <span>

#include "ptx/fatbinary.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  lockstep::ptx::fatbinary_contents contents;
  try {
    lockstep::ptx::read_container(bytes, contents);
  } catch (const lockstep::ptx::bad_image&) {
  }
  try {
    static_cast<void>(lockstep::ptx::resources_of(bytes));
  } catch (const lockstep::ptx::bad_image&) {
  }
  return 0;
}
