// Who owns what: block b owns the tile of blockDim.x elements that begins at b * blockDim.x. The
// last tile may be shorter.
#pragma once

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
