// What an executable file says of itself before it runs.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tutor {

inline constexpr std::string_view driver_library = "libcuda.so.1";

struct elf_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct elf_facts {
  std::vector<std::string> needed;  // shared libraries
  bool has_device_code = false;     // a section .nv_fatbin
  bool is_linked_dynamically = false;
};

// Throws elf_error: not an ELF file, another machine, damaged.
elf_facts parse_elf(std::span<const std::byte> file);

// The same, of a file that can be read.
elf_facts elf_facts_of(const std::filesystem::path& file);

// Throws failure unless `program` is an executable for this machine that can find its CUDA runtime
// in libcudart.so.13. A program without device code of its own passes: a library of its may bring
// some.
void require_runnable(const std::filesystem::path& program);

}  // namespace lockstep::tutor
