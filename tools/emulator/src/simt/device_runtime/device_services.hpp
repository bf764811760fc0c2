// What device code may ask of the runtime library that launched it: its limits, and what it knows
// of devices and kernels. Errors are CUDA's numbers, 0 for success.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lockstep/protocol/finding.hpp"
#include "simt/state/launch_options.hpp"

namespace lockstep::simt {

struct kernel_facts;

class device_services {
 public:
  virtual ~device_services() = default;
  // Launches that may wait on the device (cudaLimitDevRuntimePendingLaunchCount).
  virtual std::uint32_t pending_launches() const = 0;
  // Where the program sets that limit; line 0: nowhere, or it is not known.
  virtual protocol::source_place pending_launches_set_at() const = 0;
  // Whether a kernel may be launched so.
  virtual int check(const kernel_facts& kernel, const launch_options& options) const = 0;
  // The shape of a launch by device code, if something is supposed of it. `launching`: the blocks
  // of the grid that launches.
  virtual launch_options supposed(const kernel_facts& kernel, const launch_options& options,
                                  const dimensions& launching) const = 0;
  virtual int attribute(int which, int device, int& value) const = 0;
  virtual int limit(int which, std::size_t& value) const = 0;
  virtual int blocks_per_multiprocessor(const kernel_facts& kernel, int threads,
                                        std::size_t dynamic_shared, int& blocks) const = 0;
  virtual int max_threads(const kernel_facts& kernel) const = 0;
  virtual const char* error_name(int error) const = 0;
  virtual const char* error_text(int error) const = 0;
};

}  // namespace lockstep::simt
