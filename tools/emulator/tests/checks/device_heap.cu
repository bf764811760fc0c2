// Memory that kernels allocate, and local memory that outlives its function.
#include "cases.hpp"

using namespace check_cases;

namespace {

__device__ int* kept;

__global__ void allocate(bool all) {
  int* const mine = static_cast<int*>(malloc(8 * sizeof(int)));
  for (int i = 0; i < (all ? 8 : 4); ++i) mine[i] = i;
  if (threadIdx.x == 0) kept = mine;
}
__global__ void read_kept(int* out) { *out = kept[7]; }
__global__ void free_kept() { free(kept); }
__global__ void write_beyond(int at) {
  int* const mine = static_cast<int*>(malloc(8 * sizeof(int)));
  mine[at] = 1;
  free(mine);
}
__global__ void write_freed() {
  int* const mine = static_cast<int*>(malloc(8 * sizeof(int)));
  free(mine);
  *static_cast<volatile int*>(mine) = 1;
}
__global__ void free_twice() {
  int* volatile mine = static_cast<int*>(malloc(8 * sizeof(int)));
  free(mine);
  free(mine);
}
__global__ void free_inside() {
  int* volatile mine = static_cast<int*>(malloc(8 * sizeof(int)));
  free(mine + 1);
}
// One thread allocates for its block.
template <bool Barrier>
__global__ void share_allocation(int* out) {
  __shared__ int* common;
  if (threadIdx.x == 0) common = static_cast<int*>(malloc(64 * sizeof(int)));
  if (Barrier) __syncthreads();
  int* const mine = common;
  if (Barrier) {
    mine[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = mine[63 - threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) free(mine);
  } else {
    out[threadIdx.x] = mine != nullptr;
  }
}

}  // namespace

CASE(heap_kept_for_next_kernel, "clean") {
  auto out = ints(1);
  allocate<<<1, 1>>>(true);
  read_kept<<<1, 1>>>(out.data());
  free_kept<<<1, 1>>>();
}
CASE(heap_kept_half_written, "uninitialized_read global") {
  auto out = ints(1);
  allocate<<<1, 1>>>(false);
  read_kept<<<1, 1>>>(out.data());
}
CASE(heap_used_after_other_kernel_freed_it, "use_after_free global") {
  auto out = ints(1);
  allocate<<<1, 1>>>(true);
  free_kept<<<1, 1>>>();
  read_kept<<<1, 1>>>(out.data());
}
CASE(heap_inside, "clean") { write_beyond<<<1, 32>>>(7); }
CASE(heap_beyond, "out_of_bounds global") { write_beyond<<<1, 32>>>(8); }
CASE(heap_freed, "use_after_free global") { write_freed<<<1, 1>>>(); }
CASE(heap_freed_twice, "double_free") { free_twice<<<1, 1>>>(); }
CASE(heap_freed_inside, "invalid_free") { free_inside<<<1, 1>>>(); }
CASE(heap_shared_by_block, "clean") {
  auto out = ints(64);
  share_allocation<with><<<1, 64>>>(out.data());
}
CASE(heap_shared_by_block_without_barrier, "race shared") {
  auto out = ints(64);
  share_allocation<without><<<1, 64>>>(out.data());
}
