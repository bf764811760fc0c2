// Clusters: shared memory of other blocks, and the barrier of all of them.
#include "cases.hpp"

#include <cooperative_groups.h>

using namespace check_cases;
namespace cg = cooperative_groups;

namespace {

constexpr unsigned THREADS = 64, SIZE = 4;

// Everybody reads what the next block has stored, between barriers of the cluster.
template <bool Before, bool After>
__global__ void __cluster_dims__(SIZE, 1, 1) read_neighbour(int* data) {
  __shared__ int s[THREADS];
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned t = threadIdx.x, next = (cluster.block_rank() + 1) % SIZE;
  const unsigned i = blockIdx.x * THREADS + t;
  s[t] = data[i];
  if (Before) {
    cluster.sync();
  } else {
    __syncthreads();
    asm volatile("barrier.cluster.arrive.relaxed;" ::: "memory");
    asm volatile("barrier.cluster.wait;" ::: "memory");
  }
  data[i] = cluster.map_shared_rank(s, next)[t];
  if (After) cluster.sync();
}
// The first block waits for the last one's threads to have gone.
__global__ void __cluster_dims__(SIZE, 1, 1) read_what_is_gone(int* data, int* gone) {
  __shared__ int s[THREADS];
  const cg::cluster_group cluster = cg::this_cluster();
  s[threadIdx.x] = data[threadIdx.x];
  cluster.sync();
  if (cluster.block_rank() == SIZE - 1) {
    __threadfence();
    atomicAdd(gone, 1);
  } else if (cluster.block_rank() == 0) {
    while (atomicAdd(gone, 0) < int(THREADS)) {
    }
    for (int i = 0; i < 10'000; ++i) __nanosleep(1);
    data[threadIdx.x] = cluster.map_shared_rank(s, SIZE - 1)[threadIdx.x];
  }
  if (cluster.block_rank() != SIZE - 1) cluster.sync();
}
__global__ void __cluster_dims__(SIZE, 1, 1) read_unwritten(int* data) {
  __shared__ int s[THREADS];
  const cg::cluster_group cluster = cg::this_cluster();
  if (cluster.block_rank() != 1) s[threadIdx.x] = 1;
  cluster.sync();
  data[blockIdx.x * THREADS + threadIdx.x] = cluster.map_shared_rank(s, 1)[threadIdx.x];
  cluster.sync();
}
// All blocks write to the same word of the first one.
template <bool Atomic>
__global__ void __cluster_dims__(SIZE, 1, 1) count_in_first(int* out) {
  __shared__ int count;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) count = 0;
  cluster.sync();
  int* const first = cluster.map_shared_rank(&count, 0);
  if (Atomic)
    atomicAdd(first, 1);
  else if (threadIdx.x == 0)
    *first = *first + 1;
  cluster.sync();
  if (threadIdx.x == 0) out[blockIdx.x] = *first;
  cluster.sync();
}
__global__ void __cluster_dims__(SIZE, 1, 1) reach_beyond(int* data) {
  __shared__ int s[THREADS];
  const cg::cluster_group cluster = cg::this_cluster();
  s[threadIdx.x] = 1;
  cluster.sync();
  data[threadIdx.x] = cluster.map_shared_rank(s, 1)[threadIdx.x + 1];
  cluster.sync();
}
// One block fills an array, and sets a flag in the shared memory of another, which waits for it.
template <bool Releases>
__global__ void __cluster_dims__(SIZE, 1, 1) flag_in_neighbour(int* data, int* out) {
  __shared__ unsigned flag;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) flag = 0;
  cluster.sync();
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    *data = 1;
    if (Releases) __threadfence();
    atomicExch(cluster.map_shared_rank(&flag, 1), 1u);
  }
  if (threadIdx.x == 0 && blockIdx.x == 1) {
    while (atomicAdd(&flag, 0u) == 0u) continue;
    __threadfence();
    *out = *data;
  }
  cluster.sync();
}
// Half of one block waits for the other half, which waits for the cluster.
__global__ void __cluster_dims__(SIZE, 1, 1) wait_for_each_other() {
  if (blockIdx.x == 1 && threadIdx.x < 32) asm volatile("bar.sync 1, 64;" ::: "memory");
  cg::this_cluster().sync();
}

}  // namespace

CASE(cluster_read_neighbour, "clean") {
  auto data = ints(4 * SIZE * THREADS, 1);
  read_neighbour<with, with><<<4 * SIZE, THREADS>>>(data.data());
  finish();
}
CASE(cluster_read_neighbour_unordered, "race shared") {
  auto data = ints(SIZE * THREADS, 1);
  read_neighbour<without, with><<<SIZE, THREADS>>>(data.data());
  finish();
}
CASE_FOR_EMULATOR(cluster_read_what_is_gone, "use_after_free shared") {
  auto data = ints(THREADS), gone = ints(1);
  read_what_is_gone<<<SIZE, THREADS>>>(data.data(), gone.data());
  finish();
}
CASE(cluster_read_unwritten, "uninitialized_read shared") {
  auto data = ints(SIZE * THREADS);
  read_unwritten<<<SIZE, THREADS>>>(data.data());
  finish();
}
CASE(cluster_count_atomically, "clean") {
  auto out = ints(SIZE);
  count_in_first<with><<<SIZE, THREADS>>>(out.data());
  finish();
}
CASE(cluster_count_plainly, "race shared") {
  auto out = ints(SIZE);
  count_in_first<without><<<SIZE, THREADS>>>(out.data());
  finish();
}
CASE(cluster_flag_in_neighbour, "clean") {
  auto data = ints(1), out = ints(1);
  flag_in_neighbour<with><<<SIZE, THREADS>>>(data.data(), out.data());
  finish();
}
CASE(cluster_flag_in_neighbour_without_fence, "race global") {
  auto data = ints(1), out = ints(1);
  flag_in_neighbour<without><<<SIZE, THREADS>>>(data.data(), out.data());
  finish();
}
CASE_FOR_EMULATOR(cluster_reach_beyond, "out_of_bounds shared, race global (warning)") {
  auto data = ints(THREADS);
  reach_beyond<<<SIZE, THREADS>>>(data.data());
  finish();
}
CASE_FOR_EMULATOR(cluster_wait_for_each_other, "deadlock") {
  wait_for_each_other<<<SIZE, THREADS>>>();
  finish();
}
