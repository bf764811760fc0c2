// How large clusters may be, and how many of them a device holds.
//
// The blocks of a cluster lie in one group of SMs (GPC), whose sizes the runtime does not tell: a
// device holds at most as many clusters as its SMs have room for blocks, and often fewer, as SMs
// are left over in each group. The emulator gives the first number.
#include <cuda_runtime_api.h>

#include "cudart/api_call.hpp"
#include "cudart/devices/occupancy.hpp"
#include "cudart/devices/properties.hpp"
#include "cudart/launches/launch_limits.hpp"
#include "cudart/runtime.hpp"

using namespace lockstep::cudart;

namespace {

// Blocks of such a launch that the device holds at once.
std::uint64_t resident_blocks(registered_kernel& kernel, const launch_configuration& launch) {
  const auto occupancy =
      occupancy_of(facts_of(kernel), launch.block.x * launch.block.y * launch.block.z,
                   launch.shared, dynamic_shared_limit(kernel));
  require(occupancy.has_value(), cudaErrorInvalidValue);
  return static_cast<std::uint64_t>(occupancy->blocks) *
         static_cast<std::uint64_t>(runtime::get().device->multiprocessors);
}

launch_configuration configuration(const cudaLaunchConfig_t& config) {
  launch_configuration launch{config.gridDim, config.blockDim, config.dynamicSmemBytes,
                              config.stream};
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    if (config.attrs[i].id != cudaLaunchAttributeClusterDimension) continue;
    const auto& cluster = config.attrs[i].val.clusterDim;
    launch.cluster = {cluster.x, cluster.y, cluster.z};
  }
  return launch;
}

void require_clusters() {
  require(properties_of(*runtime::get().device).clusterLaunch != 0, cudaErrorNotSupported);
}

}  // namespace

extern "C" cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, const void* function,
                                                            const cudaLaunchConfig_t* config) {
  return api_call(__func__, context_use::needed, [&] {
    require(size != nullptr && config != nullptr, cudaErrorInvalidValue);
    require_clusters();
    registered_kernel& kernel = runtime::get().registered.kernel(function);
    const std::uint64_t resident = resident_blocks(kernel, configuration(*config));
    unsigned most = most_blocks_of_cluster(kernel);
    while (most > resident) most /= 2;
    *size = static_cast<int>(most);
  });
}

extern "C" cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* function,
                                                      const cudaLaunchConfig_t* config) {
  return api_call(__func__, context_use::needed, [&] {
    require(clusters != nullptr && config != nullptr, cudaErrorInvalidValue);
    require_clusters();
    registered_kernel& kernel = runtime::get().registered.kernel(function);
    const launch_configuration launch = configuration(*config);
    const dim3 size = cluster_of(facts_of(kernel), launch);
    const std::uint64_t blocks = std::uint64_t{size.x} * size.y * size.z;
    require(blocks != 0 && blocks <= most_blocks_of_cluster(kernel), cudaErrorInvalidClusterSize);
    *clusters = static_cast<int>(resident_blocks(kernel, launch) / blocks);
  });
}
