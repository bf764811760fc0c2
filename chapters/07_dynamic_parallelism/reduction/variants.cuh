// The nested reductions, and chapter 05's first kernel to set them beside. Demo and tests go
// through this table.
#pragma once

#include <lockstep/lockstep.hpp>
#include <lockstep/reduction/01_neighbored.cuh>
#include <lockstep/reduction/tile.cuh>

#include "01_tail_per_block.cuh"
#include "02_tail_no_barrier.cuh"
#include "03_fire_and_forget.cuh"
#include "04_grid_per_level.cuh"

struct variant {
  const char* name;
  // Launches the kernel on `size` elements, at least one, by `blocks` tiles of `width` (a power of
  // two from 2 to 1024).
  void (*launch)(int* data, int* partial, unsigned size, unsigned blocks, unsigned width);
  // How many launches may wait at the same time, for `blocks` tiles and `levels` below the first.
  std::uint64_t (*pending)(std::uint64_t blocks, std::uint64_t levels);
};

template <auto Kernel>
void launch_per_block(int* data, int* partial, unsigned size, unsigned blocks, unsigned width) {
  Kernel<<<blocks, width>>>(data, partial, size);
}

inline void launch_per_level(int* data, int* partial, unsigned size, unsigned blocks,
                             unsigned width) {
  reduce_grid_per_level<<<blocks, width / 2>>>(data, partial, size, width);
}

namespace pending {
// A chain of tail launches holds one place per block, and two more while it is handed on.
inline std::uint64_t tail_per_block(std::uint64_t blocks, std::uint64_t) { return blocks + 2; }
// A child that is no tail launch holds its place until its own children are complete.
inline std::uint64_t nested(std::uint64_t blocks, std::uint64_t levels) { return blocks * levels; }
inline std::uint64_t few(std::uint64_t, std::uint64_t) { return 3; }
}  // namespace pending

inline const variant variants[] = {
    {"neighbored (05)", launch_per_block<reduce_neighbored>, pending::few},
    {"01 tail per block", launch_per_block<reduce_tail_per_block>, pending::tail_per_block},
    {"02 tail, no barrier", launch_per_block<reduce_tail_no_barrier>, pending::tail_per_block},
    {"03 fire and forget", launch_per_block<reduce_fire_and_forget>, pending::nested},
    {"04 grid per level", launch_per_level, pending::few},
};

// Launches by kernels: levels below the first.
inline unsigned levels_below(unsigned width) {
  unsigned levels = 0;
  for (; width > 2; width /= 2) ++levels;
  return levels;
}

// The limit under which no launch is lost.
inline std::uint64_t pending_limit(const variant& v, unsigned blocks, unsigned width) {
  return std::max(lockstep::default_pending_launches, v.pending(blocks, levels_below(width)));
}

// A whole reduction: the kernels leave one partial sum per block, the host adds those. `data` holds
// the elements and is overwritten; `partial` has room for a sum per block.
inline int reduce(const variant& v, lockstep::device_buffer<int>& data,
                  lockstep::device_buffer<int>& partial, unsigned width) {
  if (data.size() == 0) return 0;  // there is no grid of no blocks
  const auto size = static_cast<unsigned>(data.size());
  const unsigned blocks = lockstep::blocks_for(size, width);
  v.launch(data.data(), partial.data(), size, blocks, width);
  CUDA_CHECK_LAUNCH();
  int sum = 0;
  for (const int value : partial.download(blocks)) sum += value;
  return sum;
}
