// What the runtime needs to know of a kernel before it is launched, and how a kernel is refused.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "lockstep/protocol/dimensions.hpp"
#include "ptx/machine_code.hpp"

namespace lockstep::simt {

using protocol::dimensions;

// A kernel or instruction that the emulator does not know; what() names it, the kernel and the PTX
// line.
struct unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A kernel that needs more of something than there is on a GPU.
struct too_large : unsupported {
  using unsupported::unsupported;
};

// What the runtime needs to know of a kernel before it is launched.
struct kernel_facts {
  std::string name;                                               // mangled
  std::string display_name;                                       // demangled
  std::vector<std::uint32_t> parameter_offsets, parameter_sizes;  // bytes, in order
  std::uint32_t parameter_bytes = 0;
  std::uint32_t registers = 0;            // per thread, from the machine code; 0: not known
  std::uint32_t static_shared_bytes = 0;  // per block
  std::uint32_t local_bytes = 0;          // per thread
  std::uint32_t spilled_bytes = 0;        // of these
  ptx::spill_code spills;                 // how they are stored and loaded; empty: not known
  std::uint32_t max_threads = 1024;       // .maxntid or .reqntid if given
  dimensions required_block{};            // .reqntid, zeros if not given
  dimensions required_cluster{};          // .reqnctapercluster, the same
  std::string ptx_version, ptx_target;    // "9.0", "sm_90"
};

}  // namespace lockstep::simt
