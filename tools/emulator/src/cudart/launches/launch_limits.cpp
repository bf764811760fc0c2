#include "cudart/launches/launch_limits.hpp"

#include <fmt/format.h>

#include <cstring>

#include "cudart/api_call.hpp"
#include "cudart/devices/occupancy.hpp"
#include "cudart/devices/properties.hpp"
#include "cudart/runtime.hpp"
#include "cudart/streams/stream.hpp"
#include "lockstep/protocol/kernel_name.hpp"
#include "lockstep/protocol/phrase.hpp"

namespace lockstep::cudart {
namespace {

[[noreturn]] void reject(cudaError_t error, const simt::kernel_facts& facts, std::string why,
                         std::string advice) {
  report_api_error(protocol::finding_kind::launch_error,
                   protocol::phrase("not-launched", "kernel {} is not launched: {}",
                                    protocol::short_name(facts.display_name), why),
                   std::move(advice));
  throw failure{error};
}

const cudaDeviceProp& device_limits_of_launches() {
  static const cudaDeviceProp& known = *new cudaDeviceProp(properties_of(*runtime::get().device));
  return known;
}

std::string shape(const dim3& size) { return fmt::format("({}, {}, {})", size.x, size.y, size.z); }

// A division of two integers that leaves the grid without blocks, if just one number that the
// launch passes can be what is divided; otherwise empty.
std::string rounded_down(const simt::kernel_facts& facts, const std::vector<std::byte>& parameters,
                         const launch_configuration& launch) {
  const unsigned block = launch.grid.x == 0   ? launch.block.x
                         : launch.grid.y == 0 ? launch.block.y
                                              : launch.block.z;
  std::uint32_t divided = 0;
  for (std::size_t n = 0; n < facts.parameter_sizes.size(); ++n) {
    std::uint32_t passed = 0;
    if (facts.parameter_sizes[n] != sizeof passed ||
        facts.parameter_offsets[n] + sizeof passed > parameters.size())
      continue;
    std::memcpy(&passed, parameters.data() + facts.parameter_offsets[n], sizeof passed);
    if (passed == 0 || passed >= block || passed == divided) continue;
    if (divided != 0) return {};
    divided = passed;
  }
  return divided == 0 ? std::string()
                      : protocol::phrase("rounded-down",
                                         "for {}, an integer division rounds down to 0", divided);
}

std::string grid_without_blocks(const std::string& grid, const std::string& why) {
  return why.empty() ? protocol::phrase("grid-without-blocks", "its grid {} has no blocks", grid)
                     : protocol::phrase("grid-without-blocks-because",
                                        "its grid {} has no blocks: {}", grid, why);
}

}  // namespace

void check_stream(const simt::kernel_facts& facts, cudaStream_t stream) {
  if (is_stream(stream)) return;
  reject(cudaErrorInvalidResourceHandle, facts,
         protocol::phrase("stream-gone", "its stream does not exist, or has been destroyed"),
         protocol::phrase(
             "use-a-live-stream",
             "launch into a stream that cudaStreamCreate made and that has not been destroyed"));
}

void check_shape(registered_kernel& kernel, const simt::kernel_facts& facts,
                 const launch_configuration& launch, const std::vector<std::byte>& parameters) {
  const cudaDeviceProp& limits = device_limits_of_launches();
  const dim3 &grid = launch.grid, &block = launch.block;
  const auto exceeds = [](const dim3& size, const int(&most)[3]) {
    return size.x > unsigned(most[0]) || size.y > unsigned(most[1]) || size.z > unsigned(most[2]);
  };
  constexpr std::uint32_t most_parameter_bytes = 32764;  // CUDA C++ Programming Guide, "__global__"
  if (facts.parameter_bytes > most_parameter_bytes)
    reject(cudaErrorInvalidValue, facts,
           protocol::phrase("parameters-too-large", "its parameters take {} bytes, more than {}",
                            facts.parameter_bytes, most_parameter_bytes),
           protocol::phrase("pass-in-device-memory", "pass large values in device memory"));
  if (grid.x == 0 || grid.y == 0 || grid.z == 0)
    reject(cudaErrorInvalidValue, facts,
           grid_without_blocks(shape(grid), rounded_down(facts, parameters, launch)),
           protocol::phrase("no-launch-for-nothing",
                            "round up: (n + k - 1) / k is the number of groups of k that n "
                            "elements need; and launch no kernel for an empty input"));
  if (block.x == 0 || block.y == 0 || block.z == 0)
    reject(
        cudaErrorInvalidValue, facts,
        protocol::phrase("block-without-threads", "its block {} has no threads", shape(block)),
        protocol::phrase("give-a-thread", "give the block at least one thread in each dimension"));
  if (exceeds(grid, limits.maxGridSize))
    reject(cudaErrorInvalidValue, facts,
           protocol::phrase("grid-too-large", "its grid {} is larger than ({}, {}, {}) blocks",
                            shape(grid), limits.maxGridSize[0], limits.maxGridSize[1],
                            limits.maxGridSize[2]),
           protocol::phrase("dimension-into-x",
                            "put the large dimension into x, or let each thread do more"));
  const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
  if (threads > 1024 || exceeds(block, limits.maxThreadsDim))
    reject(cudaErrorInvalidValue, facts,
           protocol::phrase("block-too-large",
                            "its block {} has {} threads; a block has at most 1024, and at most "
                            "(1024, 1024, 64) by dimension",
                            shape(block), threads),
           protocol::phrase("smaller-blocks-more-of-them", "use smaller blocks and more of them"));
  if (threads > facts.max_threads)
    reject(cudaErrorInvalidValue, facts,
           protocol::phrase("beyond-launch-bounds",
                            "its block has {} threads, but __launch_bounds__ allows {}", threads,
                            facts.max_threads),
           protocol::phrase("launch-within-bounds-or-raise",
                            "launch smaller blocks, or raise the first argument of "
                            "__launch_bounds__: the largest number of threads in a block"));
  if (facts.required_block[0] != 0 &&
      facts.required_block != simt::dimensions{block.x, block.y, block.z})
    reject(
        cudaErrorInvalidValue, facts,
        protocol::phrase("other-block-compiled",
                         "its block is {}, but it was compiled for ({}, {}, {})", shape(block),
                         facts.required_block[0], facts.required_block[1], facts.required_block[2]),
        protocol::phrase("launch-required-block",
                         "launch it with the block that __block_size__ requires"));
  const std::size_t most = dynamic_shared_limit(kernel);
  if (launch.shared > most)
    reject(cudaErrorInvalidValue, facts,
           protocol::phrase("too-much-shared",
                            "it asks for {} bytes of dynamic shared memory on top of {} static "
                            "bytes, but may have only {}",
                            launch.shared, facts.static_shared_bytes, most),
           protocol::phrase("less-shared-or-raise",
                            "ask for less, or raise the limit: cudaFuncSetAttribute with "
                            "cudaFuncAttributeMaxDynamicSharedMemorySize"));
  if (threads > max_threads_of(facts))
    reject(
        cudaErrorLaunchOutOfResources, facts,
        protocol::phrase("too-many-registers", "{} threads of {} registers are more than an SM has",
                         threads, facts.registers),
        protocol::phrase(
            "smaller-blocks-or-bounds",
            "use smaller blocks, or __launch_bounds__ to make the compiler use fewer registers"));
}

dim3 cluster_of(const simt::kernel_facts& facts, const launch_configuration& launch) {
  if (launch.cluster.x != 0) return launch.cluster;
  return {facts.required_cluster[0], facts.required_cluster[1], facts.required_cluster[2]};
}

unsigned most_blocks_of_cluster(const registered_kernel& kernel) {
  return kernel.allows_large_clusters ? most_cluster : most_portable_cluster;
}

void check_cluster(const registered_kernel& kernel, const simt::kernel_facts& facts,
                   const launch_configuration& launch) {
  const dim3 size = cluster_of(facts, launch), &grid = launch.grid;
  if (size.x == 0) return;
  const std::uint64_t blocks = std::uint64_t{size.x} * size.y * size.z;
  if (blocks > 1 && device_limits_of_launches().clusterLaunch == 0)
    reject(cudaErrorNotSupported, facts,
           protocol::phrase("no-clusters", "a {} has no clusters",
                            std::string(runtime::get().device->name)),
           protocol::phrase(
               "choose-device-clusters",
               "choose another device with LOCKSTEP_DEVICE; check cudaDevAttrClusterLaunch"));
  const auto& required = facts.required_cluster;
  if (required[0] != 0 && required != simt::dimensions{size.x, size.y, size.z})
    reject(cudaErrorInvalidClusterSize, facts,
           protocol::phrase("other-cluster-compiled",
                            "its cluster is {}, but it was compiled for ({}, {}, {})", shape(size),
                            required[0], required[1], required[2]),
           protocol::phrase(
               "launch-required-cluster",
               "launch it with the cluster that __cluster_dims__ requires, or without naming one"));
  if (grid.x % size.x != 0 || grid.y % size.y != 0 || grid.z % size.z != 0)
    reject(cudaErrorInvalidClusterSize, facts,
           protocol::phrase("cluster-does-not-divide", "its cluster {} does not divide its grid {}",
                            shape(size), shape(grid)),
           protocol::phrase(
               "round-up-to-cluster",
               "round the number of blocks up to a multiple of the cluster's, in each dimension"));
  if (const unsigned most = most_blocks_of_cluster(kernel); blocks > most)
    reject(cudaErrorInvalidClusterSize, facts,
           protocol::phrase("cluster-too-large", "its cluster {} has {} blocks, more than {}",
                            shape(size), blocks, most),
           most == most_cluster
               ? protocol::phrase("smaller-clusters", "use smaller clusters")
               : protocol::phrase(
                     "smaller-clusters-or-allow",
                     "use smaller clusters, or allow up to 16 blocks: cudaFuncSetAttribute with "
                     "cudaFuncAttributeNonPortableClusterSizeAllowed"));
}

void check_cooperative(const simt::kernel_facts& facts, const launch_configuration& launch) {
  if (device_limits_of_launches().cooperativeLaunch == 0)
    reject(cudaErrorNotSupported, facts,
           protocol::phrase("no-cooperative", "a {} has no cooperative launches",
                            std::string(runtime::get().device->name)),
           protocol::phrase(
               "choose-device-cooperative",
               "choose another device with LOCKSTEP_DEVICE; check cudaDevAttrCooperativeLaunch"));
  const std::uint64_t blocks = std::uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
  const auto resident =
      occupancy_of(facts, launch.block.x * launch.block.y * launch.block.z, launch.shared);
  if (!resident) return;
  const auto most = static_cast<std::uint64_t>(resident->blocks) *
                    static_cast<std::uint64_t>(runtime::get().device->multiprocessors);
  if (blocks > most)
    reject(
        cudaErrorCooperativeLaunchTooLarge, facts,
        protocol::phrase("cooperative-too-large",
                         "{} blocks are more than the {} that a cooperative launch can have",
                         blocks, most),
        protocol::phrase("as-many-as-resident",
                         "use at most as many blocks as "
                         "cudaOccupancyMaxActiveBlocksPerMultiprocessor times the number of SMs"));
}

}  // namespace lockstep::cudart
