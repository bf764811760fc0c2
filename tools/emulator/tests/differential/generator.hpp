// A kernel made from a seed: PTX that computes the same on every device.
//
// Whatever a kernel does is defined, whichever lane runs first. Words of memory belong to one
// thread between two barriers, or are changed by operations that commute; a warp's operation names
// exactly the lanes that come to it. For this a kernel carries the set of lanes on the same path in
// a register (a `region`): where lanes diverge they vote on who goes which way.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace differential {

struct generated_kernel {
  std::uint64_t seed = 0;
  std::string name;  // kernel_SEED
  std::string text;  // its functions and its entry, without the module's header
  std::uint32_t blocks = 1, threads = 32;
  unsigned statements = 0;
  // Does also what the driver's compiler gets wrong where it optimises (README.md). The GPU's
  // program has this kernel compiled at level 0.
  bool unoptimised = false;
};

// Bytes of the kernel's buffers. Its parameters: u64 input, u64 output, u64 totals, u32 salt (any
// number; loops and branches of whole blocks depend on it).
inline constexpr std::uint32_t input_bytes = 4096, bytes_per_thread = 192, totals_bytes = 128;

// without: numbers of statements that are left out; what remains is a kernel like any other.
generated_kernel generate(std::uint64_t seed, const std::set<unsigned>& without = {});

std::string module_of(const std::vector<generated_kernel>& kernels);

}  // namespace differential
