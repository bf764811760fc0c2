// Problem: every block has its own atomic, and all of them meet at one word of the L2 cache.
// Change:  clusters (since 9.0): 8 blocks add up through each other's shared memory, one brings it.
// Watch:   atomics: an eighth. Time: blocks that start and end together cost more than that saves.
#pragma once

#include "23_packed_atomic.cuh"

#include <cooperative_groups.h>

#include <utility>

constexpr unsigned cluster_blocks = 8;  // as many as every GPU with clusters grants

// *total = sum of everything. Launched in clusters of cluster_blocks; blockDim.x a multiple of 32.
__global__ void reduce_cluster(const int* data, int* total, unsigned size) {
  __shared__ int sums[cluster_blocks];  // those of the first block of a cluster are used
#if __CUDA_ARCH__ >= 900
  const auto cluster = cooperative_groups::this_cluster();
  const unsigned rank = cluster.block_rank();
  auto begun = cluster.barrier_arrive();
  const int sum = block_sum_redux(add_vectors<4>(data, size));
  cluster.barrier_wait(std::move(begun));  // its memory is there once that block has begun
  if (threadIdx.x == 0) cluster.map_shared_rank(sums, 0)[rank] = sum;  // into block 0's memory
  cluster.sync();  // a barrier for all blocks of the cluster, which makes that seen
  if (rank != 0 || threadIdx.x != 0) return;

  int all = 0;
  for (const int one : sums) all += one;
  const unsigned long long before = atomicAdd(&sum_and_count, pack(all, 1));
  if (count_of(before) == gridDim.x / cluster_blocks - 1) {
    *total = sum_of(before + pack(all, 0));
    sum_and_count = 0;
  }
#endif
}
