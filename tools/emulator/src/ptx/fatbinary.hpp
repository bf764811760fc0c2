// What nvcc embeds in an executable: the wrapper that host code registers, the container behind it,
// the PTX and machine code within.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "ptx/machine_code.hpp"

namespace lockstep::ptx {

// The image is damaged or of a kind that is not known; what() says in what way.
struct bad_image : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What the machine code of a kernel takes for each thread.
struct thread_resources {
  std::uint32_t registers = 0;    // 0: the image does not say
  std::uint32_t stack_bytes = 0;  // in local memory: its variables there, and spilled registers
  spill_code stack = {};  // what of its accesses the machine code has, where there is a stack
  bool operator==(const thread_resources&) const = default;
};

struct fatbinary_contents {
  std::vector<std::string> ptx;  // one per translation unit, decompressed, without the final NUL
  std::vector<std::vector<std::byte>> cubins;  // machine code images found beside it, decompressed
  std::vector<std::uint32_t> cubin_architectures;     // 90 for sm_90, in the same order
  std::map<std::string, thread_resources> resources;  // by mangled kernel name
  std::uint32_t ptx_architecture = 0;  // of the PTX taken (the highest that the container has)
};

// `wrapper` is what __cudaRegisterFatBinary was given. The memory behind it is trusted only as far
// as its own sizes say. Throws bad_image. No PTX at all is not an error here: `ptx` is empty.
[[nodiscard]] fatbinary_contents read_wrapper(const void* wrapper);

// One container ({magic, version, header size, size}, then entries); `data` must cover it whole.
void read_container(std::span<const std::byte> data, fatbinary_contents& into);

// By kernel or function of one cubin (ELF image), from `.nv.info`. Empty if the cubin does not say.
[[nodiscard]] std::map<std::string, thread_resources> resources_of(
    std::span<const std::byte> cubin);

}  // namespace lockstep::ptx
