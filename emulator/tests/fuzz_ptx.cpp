// libFuzzer harness of the PTX parser: any text either parses or is refused with a syntax_error.
//   clang++ -std=c++20 -O1 -g -fsanitize=fuzzer,address,undefined -Iemulator
//   emulator/tests/fuzz_ptx.cpp PTX_SOURCES -lzstd -llz4
#include <cstddef>
#include <cstdint>

#include "ptx/parser.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const auto m = lockstep::ptx::parse({reinterpret_cast<const char*>(data), size});
    for (std::uint32_t i = 0; i < m->locations.size(); ++i) m->user_line(i);
  } catch (const lockstep::ptx::syntax_error&) {
  }
  return 0;
}
