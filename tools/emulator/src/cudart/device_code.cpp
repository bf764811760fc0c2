#include "cudart/device_code.hpp"

#include <cuda_runtime_api.h>

#include "cudart/api_call.hpp"
#include "cudart/devices/occupancy.hpp"
#include "cudart/devices/properties.hpp"
#include "cudart/observations/caller.hpp"
#include "cudart/runtime.hpp"

namespace lockstep::cudart {
namespace {

class services final : public simt::device_services {
 public:
  std::uint32_t pending_launches() const override {
    return static_cast<std::uint32_t>(
        runtime::get().limits.values[cudaLimitDevRuntimePendingLaunchCount]);
  }

  protocol::source_place pending_launches_set_at() const override {
    protocol::access call = runtime::get().limits.pending_launches_set_by();
    find_place(call);
    return {call.file, call.line};
  }

  // A child cannot opt in to more shared memory: that is a call of the host.
  int check(const simt::kernel_facts& kernel, const simt::launch_options& options) const override {
    constexpr std::uint64_t most_shared = 48 << 10;  // bytes
    const cudaDeviceProp limits = properties_of(*runtime::get().device);
    std::uint64_t threads = 1;
    for (unsigned i = 0; i < 3; ++i) {
      if (options.grid[i] == 0 || options.grid[i] > unsigned(limits.maxGridSize[i]) ||
          options.block[i] == 0 || options.block[i] > unsigned(limits.maxThreadsDim[i]))
        return cudaErrorInvalidConfiguration;
      threads *= options.block[i];
    }
    const bool wrong_block =
        kernel.required_block[0] != 0 && kernel.required_block != options.block;
    if (threads > 1024 || threads > kernel.max_threads || wrong_block ||
        kernel.static_shared_bytes + std::uint64_t{options.dynamic_shared_bytes} > most_shared)
      return cudaErrorInvalidConfiguration;
    const simt::dimensions& cluster = cluster_of(options, kernel);
    for (unsigned i = 0; i < 3 && cluster[0] != 0; ++i)
      if (options.grid[i] % cluster[i] != 0) return cudaErrorInvalidConfiguration;
    return threads > max_threads_of(kernel) ? cudaErrorLaunchOutOfResources : cudaSuccess;
  }

  simt::launch_options supposed(const simt::kernel_facts& kernel,
                                const simt::launch_options& options,
                                const simt::dimensions& launching) const override {
    return runtime::get().supposed.shape_by_kernel(kernel, options, launching);
  }

  // The host's calls answer, except that their failures are not the host thread's.
  int attribute(int which, int device, int& value) const override {
    return on_host(
        [&] { return cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(which), device); });
  }

  int limit(int which, std::size_t& value) const override {
    return on_host([&] { return cudaDeviceGetLimit(&value, static_cast<cudaLimit>(which)); });
  }

  int blocks_per_multiprocessor(const simt::kernel_facts& kernel, int threads,
                                std::size_t dynamic_shared, int& blocks) const override {
    if (threads <= 0) return cudaErrorInvalidValue;
    const auto occupancy =
        occupancy_of(kernel, static_cast<std::uint32_t>(threads), dynamic_shared);
    if (!occupancy) return cudaErrorNotSupported;
    blocks = occupancy->blocks;
    return cudaSuccess;
  }

  int max_threads(const simt::kernel_facts& kernel) const override {
    return static_cast<int>(max_threads_of(kernel));
  }

  const char* error_name(int error) const override {
    return cudaGetErrorName(static_cast<cudaError_t>(error));
  }
  const char* error_text(int error) const override {
    return cudaGetErrorString(static_cast<cudaError_t>(error));
  }

 private:
  template <typename call_t>
  static int on_host(const call_t& call) {
    const cudaError_t before = cudaGetLastError();
    const cudaError_t error = call();
    cudaGetLastError();
    remember(before);
    return error;
  }
};

}  // namespace

std::shared_ptr<const simt::device_services> services_for_device_code() {
  return std::make_shared<services>();
}

}  // namespace lockstep::cudart
