// A lane's call of the device runtime: the thread's last error, and where it stands in the tree of
// launches.
#pragma once

#include <driver_types.h>

#include "lockstep/protocol/phrase.hpp"
#include "simt/device_runtime/builtin_call.hpp"
#include "simt/device_runtime/device_services.hpp"
#include "simt/device_runtime/launch_tree.hpp"

namespace lockstep::simt {

struct device_runtime_call : builtin_call {
  const running_launch& launch() const { return *w.on->launch; }
  launch_tree& tree() const { return *launch().tree; }
  const device_services& services() const {
    if (launch().services == nullptr)
      throw unsupported(protocol::phrase(
          "no-device-runtime", "kernel {} calls the device's runtime, which does not exist here",
          launch().kernel));
    return *launch().services;
  }

  launching_thread self() const {
    const auto& at = w.block->index;
    const auto& grid = launch().grid;
    return {launch().self, (std::uint64_t{at[2]} * grid[1] + at[1]) * grid[0] + at[0],
            w.number * lanes_per_warp + lane};
  }

  // block * threads per block + thread
  std::uint32_t thread_in_grid() const {
    const launching_thread thread = self();
    return static_cast<std::uint32_t>(thread.block * launch().threads + thread.thread);
  }

  // Each thread has its own last error.
  int& last_error() const {
    std::vector<int>& errors = w.block->device_errors;
    if (errors.empty()) errors.resize(launch().warps * lanes_per_warp, cudaSuccess);
    return errors[w.number * lanes_per_warp + lane];
  }

  // The call's result.
  void answer(int error) const {
    if (error != cudaSuccess) last_error() = error;
    give(static_cast<std::uint64_t>(error));
  }
};

// An action that calls f for each lane.
template <void (*F)(const device_runtime_call&)>
const step* device_function(warp& w, const step* s) {
  return for_each_call(w, s, [](const builtin_call& call) { F({call}); });
}

struct named_action {
  std::string_view name;
  action run;
};

template <std::size_t N>
action find_action(const named_action (&table)[N], std::string_view name) {
  for (const named_action& known : table)
    if (known.name == name) return known.run;
  return nullptr;
}

}  // namespace lockstep::simt
