// Programs run with one small change: lockstep/protocol/supposition_abi.h.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "cudart/launches/launch_limits.hpp"
#include "lockstep/protocol/finding.hpp"
#include "lockstep/protocol/supposition_abi.h"
#include "simt/launch.hpp"

namespace lockstep::cudart {

class suppositions {
 public:
  // What may be supposed of the kernels of `file`; good until the next call.
  const std::vector<lockstep_supposition>& all(const std::string& file);
  // Supposes number `index`, counted from 1, until the next call; 0: nothing. False if there is no
  // such number.
  bool suppose(std::uint64_t index, std::chrono::milliseconds limit);
  bool active() const { return active_; }
  // Of the checks, if they look on.
  void add(const protocol::finding& found);
  std::uint64_t findings() const { return findings_; }
  // The shape of a launch, with what is supposed of it.
  launch_configuration shape(const registered_kernel& kernel,
                             const launch_configuration& launch) const;
  // Likewise, by a kernel whose grid has `launching` blocks.
  simt::launch_options shape_by_kernel(const simt::kernel_facts& kernel,
                                       const simt::launch_options& launch,
                                       const simt::dimensions& launching) const;

 private:
  // Of the launches of a kernel.
  using reshape = launch_configuration (*)(launch_configuration);
  struct shape_change {
    const char* words;
    reshape make;
  };
  static const std::vector<shape_change>& shapes();
  // Of its launches by kernels.
  using nested_reshape = simt::launch_options (*)(simt::launch_options,
                                                  const simt::dimensions& launching);
  struct nested_change {
    const char* words;
    nested_reshape make;
  };
  static const std::vector<nested_change>& nested_shapes();
  struct possibility {
    const simt::image* image = nullptr;
    simt::image::possible_change change;
    std::string file, kernel, name;  // name: mangled, of a launch
    const shape_change* shape = nullptr;
    const nested_change* nested_shape = nullptr;
  };

  void begin(const possibility& what, std::chrono::milliseconds limit, bool checked = false);
  void end();

  std::vector<possibility> possibilities_;
  std::vector<lockstep_supposition> listed_;
  const possibility* supposed_ = nullptr;
  bool active_ = false;
  std::atomic<std::uint64_t> findings_ = 0;  // errors among them
  std::atomic<bool> checked_ = false;
  cudaError_t fault_before_ = cudaSuccess;
};

}  // namespace lockstep::cudart
