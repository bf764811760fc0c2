// Exercise 04_parallelism/grid_stride: right for any grid
//
// So far the grid had to fit the problem: too few threads, and elements were left over. Let the
// threads walk: each begins with an element of its own, and goes on by as many elements as the grid
// has threads. Then every grid is right, one block as well as a million.
//
// So the grid can fit the device. Launch as many blocks as it can hold at the same time, all of
// them at once; no block has to wait for another to end, and each is started once. How many blocks
// fit on an SM depends on the block, on the kernel's registers and on the device: the runtime can
// tell. For a small vector fewer blocks do.
//
// What is checked: the sum, for grids of 1 to 100 blocks, blocks of 1 to 1024 threads, and sizes
// around a warp, a block and a grid, 0 and random ones as well; that `a` and `b` stay as they are
// and nothing outside of them is read; that every element is read once, whatever the grid; that
// loads use what they touch (at least 95 % of the bytes that are moved are asked for); that
// add_vectors makes one launch, of as many blocks as it should.
//
// The parameters are described beside this file, in grid_stride.hpp.
#include <lockstep/check.hpp>

#include "04_parallelism/grid_stride.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned size) {
  // TODO (3 lines): with which element does this thread begin, and which is its next one?
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += blockDim.x)
    c[i] = a[i] + b[i];
}

void add_vectors(const float* a, const float* b, float* c, unsigned size, unsigned block_size) {
  // TODO (8 lines): how many blocks does the device hold, and how many have an element?
  if (size == 0) return;
  int processors = 0, per_processor = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  CUDA_CHECK(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, add_elements, block_size, 0));
  const unsigned needed = (size + block_size - 1) / block_size;
  const unsigned resident = processors * per_processor;
  const unsigned blocks = needed < resident ? needed : resident;

  add_elements<<<blocks, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
