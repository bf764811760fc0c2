// Who owns what: block b owns the tile of `width` elements that begins at b * width, where `width`
// is blockDim.x or a multiple of it. The last tile may be shorter.
#pragma once

namespace lockstep {

// Elements in the tile of this block: `width` in all blocks but the last. The grid must have no
// empty block.
__device__ inline unsigned tile_count(unsigned size, unsigned width) {
  const unsigned left = size - blockIdx.x * width;
  return left < width ? left : width;
}

// Blocks that cover `size` elements, `width` each.
inline unsigned blocks_for(unsigned size, unsigned width) {
  return size / width + (size % width != 0);
}

}  // namespace lockstep
