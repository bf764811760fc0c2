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

// Calls `launch` with the block size as a constant that templates can use. Published versions end
// at 512, the largest block of the first GPUs; it has been 1024 since 2010.
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

}  // namespace chapter_06
