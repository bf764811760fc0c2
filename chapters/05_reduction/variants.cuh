// The variants of this chapter, in the order in which they are told. Demo and tests go through this
// table.
#pragma once

#include <lockstep/lockstep.hpp>

#include "01_neighbored.cuh"
#include "02_neighbored_less.cuh"
#include "03_interleaved.cuh"
#include "04_shared_neighbored.cuh"
#include "05_shared_strided.cuh"
#include "06_shared_sequential.cuh"
#include "07_first_add.cuh"

struct variant {
  const char* name;
  // Launches the kernel with so many threads per block (a power of two from 2 to 1024) on `size`
  // elements, at least one and at most 2^31. Returns the number of partial sums that it writes.
  unsigned (*launch)(int* data, int* partial, unsigned size, unsigned block);
};

// `Kernel` reduces in global memory: one tile per block, no shared memory.
template <auto Kernel>
unsigned launch_in_place(int* data, int* partial, unsigned size, unsigned block) {
  const unsigned blocks = blocks_for(size, block);
  Kernel<<<blocks, block>>>(data, partial, size);
  return blocks;
}

// `Kernel` reduces in shared memory, after each thread has loaded `ElementsPerThread` elements.
template <auto Kernel, unsigned ElementsPerThread>
unsigned launch_shared(int* data, int* partial, unsigned size, unsigned block) {
  const unsigned blocks = blocks_for(size, ElementsPerThread * block);
  Kernel<<<blocks, block, block * sizeof(int)>>>(data, partial, size);
  return blocks;
}

inline const variant variants[] = {
    {"01 neighbored", launch_in_place<reduce_neighbored>},
    {"02 neighbored less", launch_in_place<reduce_neighbored_less>},
    {"03 interleaved", launch_in_place<reduce_interleaved>},
    {"04 shared neighbored", launch_shared<reduce_shared_neighbored, 1>},
    {"05 shared strided", launch_shared<reduce_shared_strided, 1>},
    {"06 shared sequential", launch_shared<reduce_shared_sequential, 1>},
    {"07 first add", launch_shared<reduce_first_add, 2>},
};

// A whole reduction: the kernel leaves one partial sum per block, the host adds those. `data` holds
// the elements (and may be overwritten); `partial` has room for a sum per block.
inline int reduce(const variant& v, lockstep::device_buffer<int>& data,
                  lockstep::device_buffer<int>& partial, unsigned block) {
  if (data.size() == 0) return 0;  // there is no grid of no blocks
  const unsigned count =
      v.launch(data.data(), partial.data(), static_cast<unsigned>(data.size()), block);
  CUDA_CHECK_LAUNCH();
  int sum = 0;
  for (const int value : partial.download(count)) sum += value;
  return sum;
}
