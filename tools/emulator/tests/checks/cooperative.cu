// Cooperative groups: tiles, coalesced groups, blocks, grids; memcpy_async.
#include "cases.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>

using namespace check_cases;
namespace cg = cooperative_groups;

namespace {

constexpr unsigned THREADS = 64, BLOCKS = 4;

template <unsigned Size, bool Sync>
__global__ void reverse_tiles(int* data) {
  __shared__ int s[THREADS];
  const auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  const unsigned t = threadIdx.x, first = t - tile.thread_rank();
  s[t] = data[t];
  if (Sync) tile.sync();
  data[t] = s[first + Size - 1 - tile.thread_rank()];
}
// The tiles of 8 lanes are synchronised and the neighbour's values are read.
__global__ void reach_beyond_tile(int* data) {
  __shared__ int s[THREADS];
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const unsigned t = threadIdx.x;
  s[t] = data[t];
  tile.sync();
  data[t] = s[(t + 8) % 32];
}
__global__ void add_in_tiles(int* data) {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const int sum = cg::reduce(tile, data[threadIdx.x], cg::plus<int>());
  if (tile.thread_rank() == 0) data[threadIdx.x] = sum;
}
// Tiles of two warps: their barrier and their scratch memory are the system's.
__global__ void add_in_tiles_of_warps(int* data) {
  __shared__ cg::block_tile_memory<2 * THREADS> scratch;
  const auto tile = cg::tiled_partition<THREADS>(cg::this_thread_block(scratch));
  const int sum = cg::reduce(tile, data[threadIdx.x], cg::plus<int>());
  data[threadIdx.x] = sum + tile.shfl(sum, 1);
}
template <bool Sync>
__global__ void reverse_tiles_of_warps(int* data) {
  __shared__ cg::block_tile_memory<2 * THREADS> scratch;
  __shared__ int s[2 * THREADS];
  const auto tile = cg::tiled_partition<THREADS>(cg::this_thread_block(scratch));
  const unsigned t = threadIdx.x, first = t - tile.thread_rank();
  s[t] = data[t];
  if (Sync) tile.sync();
  data[t] = s[first + THREADS - 1 - tile.thread_rank()];
}
template <bool Sync>
__global__ void reverse_coalesced(int* data) {
  __shared__ int s[THREADS];
  const unsigned t = threadIdx.x;
  if (t % 2 == 0) {
    const auto active = cg::coalesced_threads();
    s[t] = data[t];
    if (Sync) active.sync();
    data[t] = s[t ^ 2];
  }
}
__global__ void count_in_coalesced(const int* in, int* count) {
  if (in[threadIdx.x] % 2 != 0) {
    const auto active = cg::coalesced_threads();
    if (active.thread_rank() == 0) atomicAdd(count, active.size());
  }
}
template <bool Sync>
__global__ void reverse_block(int* data) {
  __shared__ int s[THREADS];
  const auto block = cg::this_thread_block();
  s[block.thread_rank()] = data[block.thread_rank()];
  if (Sync) block.sync();
  data[block.thread_rank()] = s[block.size() - 1 - block.thread_rank()];
}

// Grids.
__global__ void meet_in_some_blocks(int* data) {
  if (blockIdx.x != 0) cg::this_grid().sync();
  data[blockIdx.x * THREADS + threadIdx.x] = 1;
}
template <bool Sync>
__global__ void shift_blocks(int* data, int* out) {
  const auto grid = cg::this_grid();
  const unsigned i = grid.thread_rank(), n = grid.size();
  data[i] += 1;
  if (Sync)
    grid.sync();
  else
    cg::this_thread_block().sync();
  out[i] = data[(i + THREADS) % n];
}
template <bool SecondSync>
__global__ void steps_of_grid(int* data, int* other, int steps) {
  const auto grid = cg::this_grid();
  const unsigned i = grid.thread_rank(), n = grid.size();
  for (int step = 0; step < steps; ++step) {
    other[i] = data[(i + 1) % n];
    grid.sync();
    data[i] = other[(i + n - 1) % n] + 1;
    if (SecondSync) grid.sync();
  }
}
__global__ void sum_of_grid(const int* in, int* sums, int* out) {
  const auto grid = cg::this_grid();
  int sum = cg::reduce(cg::tiled_partition<32>(cg::this_thread_block()), in[grid.thread_rank()],
                       cg::plus<int>());
  if (threadIdx.x % 32 == 0) sums[grid.thread_rank() / 32] = sum;
  grid.sync();
  if (grid.thread_rank() != 0) return;
  for (unsigned i = 1; i < grid.size() / 32; ++i) sum += sums[i];
  *out = sum;
}

// Copies that go on while the thread does.
template <bool Wait>
__global__ void load_by_group(const int* in, int* out) {
  __shared__ int s[THREADS];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in, sizeof s);
  if (Wait)
    cg::wait(block);
  else
    block.sync();
  out[threadIdx.x] = s[THREADS - 1 - threadIdx.x];
  if (!Wait) cg::wait(block);
}

template <class Kernel>
void run(Kernel kernel) {
  auto data = numbers(THREADS);
  kernel<<<1, THREADS>>>(data.data());
}
template <class... Parameters, class... Arguments>
void run_grid(void (*kernel)(Parameters...), Arguments... arguments) {
  void* pointers[] = {&arguments...};
  CUDA_CHECK(
      cudaLaunchCooperativeKernel(kernel, dim3(BLOCKS), dim3(THREADS), pointers, 0, nullptr));
}

}  // namespace

CASE(tiles_of_8, "clean") { run(reverse_tiles<8, with>); }
CASE(tiles_of_8_without_sync, "warp_race shared") { run(reverse_tiles<8, without>); }
CASE(tiles_of_8_that_reach_over, "race shared") { run(reach_beyond_tile); }
CASE(tiles_of_32, "clean") { run(reverse_tiles<32, with>); }
CASE(tiles_of_a_block, "clean") { run(reverse_block<with>); }
CASE(tiles_of_a_block_without_sync, "race shared") { run(reverse_block<without>); }
CASE(sums_of_tiles, "clean") { run(add_in_tiles); }
CASE(sums_of_tiles_of_warps, "clean") {
  auto data = numbers(2 * THREADS);
  add_in_tiles_of_warps<<<1, 2 * THREADS>>>(data.data());
}
CASE(tiles_of_warps, "clean") {
  auto data = numbers(2 * THREADS);
  reverse_tiles_of_warps<with><<<1, 2 * THREADS>>>(data.data());
}
CASE(tiles_of_warps_without_sync, "race shared") {
  auto data = numbers(2 * THREADS);
  reverse_tiles_of_warps<without><<<1, 2 * THREADS>>>(data.data());
}
CASE(coalesced_with_sync, "clean") { run(reverse_coalesced<with>); }
CASE(coalesced_without_sync, "warp_race shared") { run(reverse_coalesced<without>); }
CASE(coalesced_count, "clean") {
  auto in = numbers(THREADS), count = ints(1);
  count_in_coalesced<<<1, THREADS>>>(in.data(), count.data());
}
CASE(grid_with_sync, "clean") {
  auto data = numbers(BLOCKS * THREADS), out = ints(BLOCKS * THREADS);
  run_grid(shift_blocks<with>, data.data(), out.data());
}
CASE(grid_with_sync_of_block_only, "race global") {
  auto data = numbers(BLOCKS * THREADS), out = ints(BLOCKS * THREADS);
  run_grid(shift_blocks<without>, data.data(), out.data());
}
CASE_FOR_EMULATOR(grid_with_sync_of_some_blocks, "deadlock") {
  auto data = numbers(BLOCKS * THREADS);
  run_grid(meet_in_some_blocks, data.data());
}
CASE(grid_with_both_syncs, "clean") {
  auto data = numbers(BLOCKS * THREADS), other = ints(BLOCKS * THREADS);
  run_grid(steps_of_grid<with>, data.data(), other.data(), 3);
}
CASE(grid_without_second_sync, "race global") {
  auto data = numbers(BLOCKS * THREADS), other = ints(BLOCKS * THREADS);
  run_grid(steps_of_grid<without>, data.data(), other.data(), 3);
}
CASE(grid_sum, "clean") {
  auto in = ints(BLOCKS * THREADS, 1), sums = ints(BLOCKS * 2), out = ints(1);
  run_grid(sum_of_grid, static_cast<const int*>(in.data()), sums.data(), out.data());
}
CASE(copied_by_group, "clean") {
  auto in = numbers(THREADS), out = ints(THREADS);
  load_by_group<with><<<1, THREADS>>>(in.data(), out.data());
}
CASE(copied_by_group_without_wait, "race shared") {
  auto in = numbers(THREADS), out = ints(THREADS);
  load_by_group<without><<<1, THREADS>>>(in.data(), out.data());
}
