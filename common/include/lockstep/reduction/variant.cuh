// A way to sum, as an entry of a table that demos, tests and benchmarks go through; and the
// launchers that most ways share.
#pragma once

#include <lockstep/buffer.hpp>
#include <lockstep/check.hpp>
#include <lockstep/reduction/tile.cuh>

#include <string>

namespace lockstep {
namespace reduction {

struct variant {
  const char* name;  // begins with its number on the ladder

  // Launches the kernel with so many threads per block (a power of two from `least_block` to 1024)
  // on `size` elements, at least one and at most 2^30. Returns the number of sums that it leaves at
  // the front of `partial`; behind those it may use as many words as the grid has blocks.
  unsigned (*launch)(int* data, int* partial, unsigned size, unsigned block);

  // The number of the variant that it improves on; empty: the one before it in the table.
  const char* after = "";
  unsigned least_block = 2;
  bool wrong = false;  // on purpose: what it gives is not promised
  // Whether the device at hand has what the kernel needs; null: every device has.
  bool (*device_has_it)() = nullptr;
};

inline bool runs_here(const variant& v) { return v.device_has_it == nullptr || v.device_has_it(); }

// "07" of "07 first add".
inline std::string number_of(const variant& v) {
  const std::string name = v.name;
  return name.substr(0, name.find(' '));
}

// `Kernel` reduces in global memory, in place: `Tiles` tiles of blockDim.x elements per block.
template <auto Kernel, unsigned Tiles>
unsigned launch_in_place(int* data, int* partial, unsigned size, unsigned block) {
  const unsigned blocks = blocks_for(size, Tiles * block);
  Kernel<<<blocks, block>>>(data, partial, size);
  return blocks;
}

// `Kernel` reduces in shared memory, after each thread has loaded `Tiles` elements.
template <auto Kernel, unsigned Tiles>
unsigned launch_shared(int* data, int* partial, unsigned size, unsigned block) {
  const unsigned blocks = blocks_for(size, Tiles * block);
  Kernel<<<blocks, block, block * sizeof(int)>>>(data, partial, size);
  return blocks;
}

// A whole reduction: the kernel leaves a few sums, the host adds those. `data` holds the elements
// (and may be overwritten); `partial` has room for a sum per block.
inline int reduce(const variant& v, device_buffer<int>& data, device_buffer<int>& partial,
                  unsigned block) {
  if (data.size() == 0) return 0;  // there is no grid of no blocks
  const unsigned count =
      v.launch(data.data(), partial.data(), static_cast<unsigned>(data.size()), block);
  CUDA_CHECK_LAUNCH();
  int sum = 0;
  for (const int value : partial.download(count)) sum += value;
  return sum;
}

}  // namespace reduction
}  // namespace lockstep
