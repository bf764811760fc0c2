// What a launch may ask for.
#pragma once

#include <driver_types.h>
#include <vector_types.h>

#include <cstddef>

#include "cudart/registry.hpp"
#include "simt/launch.hpp"

namespace lockstep::cudart {

struct launch_configuration {
  dim3 grid, block;
  std::size_t shared = 0;  // dynamic shared memory, bytes
  cudaStream_t stream = nullptr;
  dim3 cluster{0, 0, 0};  // blocks; zeros: as the kernel requires
  bool early = false;     // it may begin before what is in front of it has ended
};

// The clusters that a launch will have; zeros if it has none.
dim3 cluster_of(const simt::kernel_facts& facts, const launch_configuration& launch);
// Blocks of a cluster: every device with clusters has this many; with
// cudaFuncAttributeNonPortableClusterSizeAllowed a kernel may use more where the device has them.
constexpr unsigned most_portable_cluster = 8, most_cluster = 16;
unsigned most_blocks_of_cluster(const registered_kernel& kernel);

// They throw failure, after a finding that says what is wrong with the launch. The codes are those
// of CUDA 13.0 on an H200: cudaErrorInvalidValue for most, where older versions said
// cudaErrorInvalidConfiguration.
void check_stream(const simt::kernel_facts& facts, cudaStream_t stream);
void check_shape(registered_kernel& kernel, const simt::kernel_facts& facts,
                 const launch_configuration& launch, const std::vector<std::byte>& parameters);
// Clusters divide the grid, and are not too large.
void check_cluster(const registered_kernel& kernel, const simt::kernel_facts& facts,
                   const launch_configuration& launch);
// All blocks of a cooperative launch must be resident at once.
void check_cooperative(const simt::kernel_facts& facts, const launch_configuration& launch);

}  // namespace lockstep::cudart
