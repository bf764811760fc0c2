// How the kernels of this chapter are launched: a switch over block sizes where the kernel wants to
// know its own, and a grid that fits the device where threads take as much as they get.
#pragma once

#include <lockstep/check.hpp>
#include <lockstep/device.hpp>
#include <lockstep/reduction/tile.cuh>

#include <algorithm>
#include <stdexcept>
#include <type_traits>

namespace chapter_06 {

template <unsigned Value>
using number = std::integral_constant<unsigned, Value>;

// Calls `launch` with the block size as a constant that templates can use. Published versions have
// no line for other sizes, and launch nothing.
template <typename Launch>
void with_block_size(unsigned block, Launch launch) {
  switch (block) {
    case 1024:
      return launch(number<1024>{});
    case 512:
      return launch(number<512>{});
    case 256:
      return launch(number<256>{});
    case 128:
      return launch(number<128>{});
    case 64:
      return launch(number<64>{});
  }
  throw std::invalid_argument("no kernel was compiled for this block size");
}

// How many times over the grid of 15 to 20 would fill the device. One wave has no blocks that wait
// for a place, and the fewest trees; several even out that some SMs are done before others.
inline unsigned waves = 1;

// Blocks of `Kernel` that are on the device at once. Asked once per block size: the question would
// cost time between two events.
template <auto Kernel>
unsigned resident_blocks(unsigned block) {
  static unsigned known[1024 / 32 + 1] = {};
  unsigned& answer = known[block / 32];
  if (answer == 0) {
    int per_multiprocessor = 0;
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, Kernel,
                                                             static_cast<int>(block), 0));
    answer = static_cast<unsigned>(per_multiprocessor *
                                   lockstep::device_attribute(cudaDevAttrMultiProcessorCount));
  }
  return answer;
}

// A grid of threads that take `elements` at a time, as often as needed.
template <auto Kernel>
unsigned grid_for(unsigned size, unsigned block, unsigned elements, unsigned times = waves) {
  return std::min(lockstep::blocks_for(size, elements * block),
                  times * resident_blocks<Kernel>(block));
}

// What the device at hand has.
inline bool has_cooperative_launch() {
  return lockstep::device_attribute(cudaDevAttrCooperativeLaunch) != 0;
}
inline bool has_clusters() { return lockstep::device_attribute(cudaDevAttrClusterLaunch) != 0; }
inline bool has_early_launch() {
  return lockstep::device_attribute(cudaDevAttrComputeCapabilityMajor) >= 9;
}
inline bool has_bulk_copy() { return has_early_launch(); }  // both came with Hopper

// Attributes of a launch beyond <<<...>>>.
inline cudaLaunchAttribute early() {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  return attribute;
}
inline cudaLaunchAttribute clusters_of(unsigned blocks) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = blocks;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  return attribute;
}

// kernel<<<blocks, block, shared_bytes>>>(arguments...) with an attribute.
template <typename... Parameters, typename... Arguments>
void launch_with(void (*kernel)(Parameters...), unsigned blocks, unsigned block,
                 std::size_t shared_bytes, cudaLaunchAttribute attribute, Arguments... arguments) {
  cudaLaunchConfig_t how{};
  how.gridDim = dim3(blocks);
  how.blockDim = dim3(block);
  how.dynamicSmemBytes = shared_bytes;
  how.attrs = &attribute;
  how.numAttrs = 1;
  CUDA_CHECK(cudaLaunchKernelEx(&how, kernel, static_cast<Parameters>(arguments)...));
}

}  // namespace chapter_06
