// Launches whose time is estimated while the program runs: lockstep/protocol/model_time_abi.h.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>

#include <driver_types.h>

#include "cudart/registry.hpp"
#include "lockstep/protocol/model_time_abi.h"
#include "lockstep/protocol/time_estimate.hpp"
#include "simt/launch.hpp"

namespace lockstep::cudart {

class trial {
 public:
  // False if it has begun already. `after_fill`: launches find in L2 what a fill has left there.
  bool begin(bool after_fill = false);
  // False if it had not begun.
  bool end(lockstep_model_time& out);
  bool active() const { return active_; }
  bool is_after_fill() const { return active_ && after_fill_; }

  // In place of the launch itself.
  void run(const registered_kernel& kernel, const simt::launch_options& options,
           const std::vector<std::byte>& parameters);
  // What the launch was found to take.
  void add(const protocol::time_estimate& estimate);
  // A copy or a fill was done.
  void add_other_work();

 private:
  void refuse(const std::string& why);

  std::atomic<bool> active_{false};
  std::atomic<bool> after_fill_{false};
  std::mutex mutex_;
  lockstep_model_time sum_{};
  double longest_ = 0;
  cudaError_t fault_before_ = cudaSuccess;
};

}  // namespace lockstep::cudart
