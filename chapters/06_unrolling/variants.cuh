// The variants of this chapter: a ladder that goes on where chapter 05 ends. Demo and tests go
// through this table.
#pragma once

#include <lockstep/reduction/variant.cuh>

#include <algorithm>
#include <iterator>
#include <vector>

#include "08_unroll.cuh"
#include "09_last_warp_volatile.cuh"
#include "10_last_warp.cuh"
#include "11_complete_unroll.cuh"
#include "12_template.cuh"
#include "13_shared_last_warp.cuh"
#include "14_shared_template.cuh"
#include "15_grid_stride.cuh"
#include "16_shuffle.cuh"
#include "17_vector_loads.cuh"
#include "18_two_launches.cuh"
#include "19_atomic.cuh"
#include "20_last_block.cuh"
#include "21_grid_sync.cuh"
#include "22_redux.cuh"
#include "23_packed_atomic.cuh"
#include "24_early_launch.cuh"
#include "25_bulk_copy.cuh"
#include "26_cluster.cuh"
#include "launchers.cuh"

namespace chapter_06 {
using lockstep::blocks_for;
using lockstep::reduction::launch_in_place;
using lockstep::reduction::launch_shared;
using lockstep::reduction::runs_here;
using lockstep::reduction::variant;

inline unsigned launch_template(int* data, int* partial, unsigned size, unsigned block) {
  const unsigned blocks = blocks_for(size, 8 * block);
  with_block_size(block, [&](auto threads) {
    reduce_template<8, threads><<<blocks, block>>>(data, partial, size);
  });
  return blocks;
}

inline unsigned launch_shared_template(int* data, int* partial, unsigned size, unsigned block) {
  const unsigned blocks = blocks_for(size, 2 * block);
  with_block_size(block, [&](auto threads) {
    reduce_shared_template<threads><<<blocks, block>>>(data, partial, size);
  });
  return blocks;
}

template <unsigned Loads>
unsigned launch_grid_stride(int* data, int* partial, unsigned size, unsigned block) {
  unsigned blocks = 0;
  with_block_size(block, [&](auto threads) {
    blocks = grid_for<reduce_grid_stride<Loads, threads>>(size, block, 1);
    reduce_grid_stride<Loads, threads><<<blocks, block>>>(data, partial, size);
  });
  return blocks;
}

inline unsigned launch_shuffle(int* data, int* partial, unsigned size, unsigned block) {
  const unsigned blocks = grid_for<reduce_shuffle>(size, block, 1);
  reduce_shuffle<<<blocks, block>>>(data, partial, size);
  return blocks;
}

template <unsigned Loads>
unsigned launch_vector_loads(int* data, int* partial, unsigned size, unsigned block) {
  const unsigned blocks = grid_for<reduce_vector_loads<Loads>>(size, block, 4);
  reduce_vector_loads<Loads><<<blocks, block>>>(data, partial, size);
  return blocks;
}

inline unsigned launch_two_launches(int* data, int* partial, unsigned size, unsigned block) {
  const unsigned count = launch_vector_loads<4>(data, partial, size, block);
  reduce_partial_sums<<<1, 1024>>>(partial, count);
  return 1;
}

inline unsigned launch_atomic(int* data, int* partial, unsigned size, unsigned block) {
  CUDA_CHECK(cudaMemsetAsync(partial, 0, sizeof *partial));
  reduce_atomic<<<grid_for<reduce_atomic>(size, block, 4), block>>>(data, partial, size);
  return 1;
}

inline unsigned launch_last_block(int* data, int* partial, unsigned size, unsigned block) {
  reduce_last_block<<<grid_for<reduce_last_block>(size, block, 4), block>>>(data, partial, size);
  return 1;
}

inline unsigned launch_grid_sync(int* data, int* partial, unsigned size, unsigned block) {
  void* arguments[] = {&data, &partial, &size};
  const unsigned blocks = grid_for<reduce_grid_sync>(size, block, 4, 1);
  CUDA_CHECK(cudaLaunchCooperativeKernel(reduce_grid_sync, blocks, block, arguments));
  return 1;
}

inline unsigned launch_redux(int* data, int* partial, unsigned size, unsigned block) {
  CUDA_CHECK(cudaMemsetAsync(partial, 0, sizeof *partial));
  reduce_redux<<<grid_for<reduce_redux>(size, block, 4), block>>>(data, partial, size);
  return 1;
}

inline unsigned launch_packed_atomic(int* data, int* partial, unsigned size, unsigned block) {
  const unsigned blocks = grid_for<reduce_packed_atomic>(size, block, 4);
  reduce_packed_atomic<<<blocks, block>>>(data, partial, size);
  return 1;
}

inline unsigned launch_early(int* data, int* partial, unsigned size, unsigned block) {
  // One block of each multiprocessor, and room beside it for one of the launch that comes early.
  const auto multiprocessors =
      static_cast<unsigned>(lockstep::device_attribute(cudaDevAttrMultiProcessorCount));
  const unsigned blocks = std::min(blocks_for(size, 16 * block), multiprocessors);
  launch_with(reduce_early_launch, blocks, block, 0, early(), data, partial, size);
  return 1;
}

inline unsigned launch_bulk_copy(int* data, int* partial, unsigned size, unsigned block) {
  constexpr unsigned bytes = bulk_stages * bulk_vectors * sizeof(int4);
  static const unsigned resident = [] {
    CUDA_CHECK(cudaFuncSetAttribute(reduce_bulk_copy, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(bytes)));
    return 3 * static_cast<unsigned>(lockstep::device_attribute(cudaDevAttrMultiProcessorCount));
  }();
  const unsigned blocks = std::min(blocks_for(size, 4 * bulk_vectors), resident);
  reduce_bulk_copy<<<blocks, block, bytes>>>(data, partial, size);
  return 1;
}

inline unsigned launch_cluster(int* data, int* partial, unsigned size, unsigned block) {
  const unsigned wanted = grid_for<reduce_cluster>(size, block, 4);
  const unsigned blocks = blocks_for(wanted, cluster_blocks) * cluster_blocks;
  launch_with(reduce_cluster, blocks, block, 0, clusters_of(cluster_blocks), data, partial, size);
  return 1;
}

inline const variant variants[] = {
    {"08 unroll 2", launch_in_place<reduce_unroll<2>, 2>, "03"},
    {"08 unroll 4", launch_in_place<reduce_unroll<4>, 4>},
    {"08 unroll 8", launch_in_place<reduce_unroll<8>, 8>},
    {"08 unroll 16", launch_in_place<reduce_unroll<16>, 16>, "08 unroll 8"},
    {"10 last warp", launch_in_place<reduce_last_warp<8>, 8>, "08 unroll 8", 64},
    {"11 complete unroll", launch_in_place<reduce_complete_unroll<8>, 8>, "10", 64},
    {"12 template", launch_template, "11", 64},
    {"13 shared last warp", launch_shared<reduce_shared_last_warp, 2>, "07", 64},
    {"14 shared template", launch_shared_template, "13", 64},
    {"15 grid stride, 1 load", launch_grid_stride<1>, "14", 64},
    {"15 grid stride, 4 loads", launch_grid_stride<4>, "15", 64},
    {"16 shuffle", launch_shuffle, "15", 32},
    {"17 vectors, 1 load", launch_vector_loads<1>, "16", 32},
    {"17 vectors, 4 loads", launch_vector_loads<4>, "17", 32},
    {"18 two launches", launch_two_launches, "17", 32},
    {"19 atomic", launch_atomic, "18", 32},
    {"20 last block", launch_last_block, "18", 32},
    {"21 grid sync", launch_grid_sync, "18", 32, false, has_cooperative_launch},
    {"22 redux", launch_redux, "19", 32},
    {"23 packed atomic", launch_packed_atomic, "22", 32},
    {"24 early launch", launch_early, "23", 32, false, has_early_launch},
    {"25 bulk copy", launch_bulk_copy, "23", 32, false, has_bulk_copy},
    {"26 cluster", launch_cluster, "23", 32, false, has_clusters},
};

// Those that the device at hand can run.
inline std::vector<variant> usable_variants() {
  std::vector<variant> usable;
  std::copy_if(std::begin(variants), std::end(variants), std::back_inserter(usable), runs_here);
  return usable;
}

// Wrong on purpose: right only as long as the lanes of a warp stay together, which nothing
// promises.
inline const variant volatile_variant{"09 last warp, volatile",
                                      launch_in_place<reduce_last_warp_volatile<8>, 8>,
                                      "08 unroll 8", 64, true};

}  // namespace chapter_06
