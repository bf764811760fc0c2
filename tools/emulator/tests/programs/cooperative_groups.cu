// Cooperative groups: the groups themselves, their collectives, and their reductions and scans.
#include <lockstep/buffer.hpp>

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

#include "expect.hpp"

namespace cg = cooperative_groups;
using lockstep::device_buffer;

namespace {

constexpr int THREADS = 192;

__global__ void block_members(int* out) {
  const cg::thread_block block = cg::this_thread_block();
  __shared__ int ranks[THREADS];
  ranks[block.thread_rank()] = block.thread_index().x + 10 * block.thread_index().y;
  cg::sync(block);
  const int mirrored = ranks[block.num_threads() - 1 - block.thread_rank()];
  auto token = block.barrier_arrive();
  block.barrier_wait(std::move(token));
  out[block.group_index().x * block.size() + block.thread_rank()] =
      mirrored + 1000 * block.dim_threads().y +
      10000 * (block.group_dim().x == block.dim_threads().x);
}

// What the collectives of a tile give, folded into one number for each thread.
template <unsigned SIZE>
__global__ void tile_members(const int* in, int* out) {
  const auto tile = cg::tiled_partition<SIZE>(cg::this_thread_block());
  const int value = in[threadIdx.x], rank = tile.thread_rank();
  int* mine = out + 10 * threadIdx.x;
  mine[0] = rank + 100 * tile.meta_group_rank() + 10000 * tile.meta_group_size();
  mine[1] = tile.shfl(value, 0);
  mine[2] = tile.shfl_down(value, 1);
  mine[3] = tile.shfl_up(value, 1);
  mine[4] = tile.shfl_xor(value, SIZE / 2);
  mine[5] = tile.any(value % 4 == 0) + 2 * tile.all(value % 4 == 0);
  mine[6] = tile.ballot(value % 2 == 0);
  mine[7] = tile.match_any(value % 3);
  mine[8] = cg::reduce(tile, value, cg::plus<int>());
  mine[9] = cg::inclusive_scan(tile, value, cg::greater<int>());
}

// Tiles of several warps keep their scratch in shared memory.
template <unsigned SIZE>
__global__ void wide_tiles(const int* in, int* out) {
  __shared__ cg::block_tile_memory<512> scratch;
  const auto block = cg::this_thread_block(scratch);
  const auto tile = cg::tiled_partition<SIZE>(block);
  int sum = cg::reduce(tile, in[block.thread_rank()], cg::plus<int>());
  tile.sync();
  sum += tile.any(tile.thread_rank() == 5) ? 1 : 0;
  out[block.thread_rank()] = sum + tile.shfl(static_cast<int>(tile.thread_rank()), SIZE - 1);
}

// A partition whose size is known at run time only.
__global__ void partition_at_run_time(int size, int* out) {
  const cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), size);
  out[threadIdx.x] = 100 * tile.size() + tile.thread_rank();
  tile.sync();
}

struct pair {
  double sum;
  int count;
};

struct add_pairs {
  __device__ pair operator()(const pair& a, const pair& b) const {
    return {a.sum + b.sum, a.count + b.count};
  }
};

// Reductions that the hardware knows, those that it does not, and of types larger than a register.
__global__ void reductions(const int* in, int* ints, double* doubles, pair* pairs) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const int value = in[threadIdx.x];
  int* mine = ints + 6 * threadIdx.x;
  mine[0] = cg::reduce(tile, value, cg::less<int>());
  mine[1] = cg::reduce(tile, value, cg::greater<int>());
  mine[2] = cg::reduce(tile, value, cg::bit_and<int>());
  mine[3] = cg::reduce(tile, value, cg::bit_xor<int>());
  mine[4] = cg::exclusive_scan(tile, value);
  mine[5] = cg::reduce(tile, value, [](int a, int b) { return a % 1009 * (b % 1009) % 1009; });
  doubles[threadIdx.x] = cg::reduce(tile, static_cast<double>(value), cg::plus<double>());
  pairs[threadIdx.x] = cg::reduce(tile, pair{value * 0.5, 1}, add_pairs{});
}

__global__ void coalesced(const int* in, int* out) {
  int* mine = out + 4 * threadIdx.x;
  const int value = in[threadIdx.x];
  if (value % 3 == 0) {
    const cg::coalesced_group group = cg::coalesced_threads();
    mine[0] = group.thread_rank() + 100 * group.size();
    mine[1] = group.shfl(value, group.size() - 1);
    mine[2] = cg::reduce(group, value, cg::plus<int>());
    mine[3] = cg::inclusive_scan(group, value);
  } else {
    // The others, at the same time: a group of the rest.
    const cg::coalesced_group group = cg::coalesced_threads();
    mine[0] = group.thread_rank() + 100 * group.size();
    mine[1] = group.shfl_down(value, 1);
    mine[2] = group.shfl_up(value, 1);
    mine[3] = group.ballot(value % 2);
  }
}

__global__ void partitions(const int* in, int* out) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const int value = in[threadIdx.x];
  int* mine = out + 4 * threadIdx.x;
  const auto labeled = cg::labeled_partition(tile, value % 5);
  mine[0] = labeled.thread_rank() + 100 * labeled.size();
  mine[1] = cg::reduce(labeled, value, cg::plus<int>());
  const auto binary = cg::binary_partition(tile, value % 4 == 1);
  mine[2] = binary.thread_rank() + 100 * binary.size();
  mine[3] = cg::reduce(binary, value, cg::less<int>());
}

__device__ int total;

__global__ void one_of_many(int* out) {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  cg::invoke_one(tile, [&] { atomicAdd(&total, 1); });
  out[threadIdx.x] = cg::invoke_one_broadcast(tile, [&] { return tile.meta_group_rank() * 7; });
}

// Aggregated atomics: a whole group asks for room with one addition.
__global__ void compact(const int* in, int n, int* out, int* count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    if (in[i] % 2 != 0) continue;
    const auto group = cg::coalesced_threads();
    int first = 0;
    if (group.thread_rank() == 0) first = atomicAdd(count, static_cast<int>(group.size()));
    out[group.shfl(first, 0) + group.thread_rank()] = in[i];
  }
}

// Every round reads what other blocks wrote in the one before.
__global__ void rotate(int* values, int* scratch, int rounds) {
  const cg::grid_group grid = cg::this_grid();
  const int i = grid.thread_rank(), n = grid.size();
  for (int round = 0; round < rounds; ++round) {
    scratch[(i + 1) % n] = values[i];
    grid.sync();
    values[i] = scratch[i] + 1;
    grid.sync();
  }
  if (!grid.is_valid()) values[i] = -1;
}

// Each warp copies a tile of its own while the one before is used.
__global__ void copy_tiles(const int* in, int* out, int tiles) {
  __shared__ int stage[2][THREADS];
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int offset = 32 * warp.meta_group_rank();
  cg::memcpy_async(warp, stage[0] + offset, in + offset, sizeof(int) * 32);
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) {
      cg::memcpy_async(warp, stage[(t + 1) % 2] + offset, in + (t + 1) * THREADS + offset,
                       sizeof(int) * 32);
      cg::wait_prior<1>(warp);
    } else {
      cg::wait(warp);
    }
    out[t * THREADS + threadIdx.x] = stage[t % 2][offset + 31 - warp.thread_rank()];
    warp.sync();
  }
}

std::vector<int> numbers(int size) {
  std::mt19937 random(size);
  std::vector<int> values(size);
  for (int& value : values) value = static_cast<int>(random() % 1000);
  return values;
}

// The members of a group, as threads of the block: those from `first` to `last` for which `in`
// holds.
std::vector<int> members(int first, int last, const std::function<bool(int)>& in) {
  std::vector<int> threads;
  for (int t = first; t < last; ++t)
    if (in(t)) threads.push_back(t);
  return threads;
}

int rank_of(const std::vector<int>& group, int thread) {
  return static_cast<int>(std::find(group.begin(), group.end(), thread) - group.begin());
}

int sum_of(const std::vector<int>& values, const std::vector<int>& group, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += values[group[i]];
  return sum;
}

bool same(const char* what, int thread, const std::vector<int>& got, const std::vector<int>& want) {
  for (std::size_t i = 0; i < want.size(); ++i) {
    if (got[thread * want.size() + i] == want[i]) continue;
    std::printf("%s, thread %d, value %zu: %d instead of %d\n", what, thread, i,
                got[thread * want.size() + i], want[i]);
    return false;
  }
  return true;
}

void test_block() {
  device_buffer<int> out(2 * 60);
  block_members<<<2, dim3(10, 6)>>>(out.data());
  const std::vector<int> got = out.download();
  bool right = true;
  for (int i = 0; i < 120; ++i) {
    const int mirrored = 59 - i % 60;
    right &= got[i] == mirrored % 10 + 10 * (mirrored / 10) + 6000 + 10000;
  }
  EXPECT(right);
}

template <unsigned SIZE>
void test_tile() {
  const std::vector<int> in = numbers(THREADS);
  const device_buffer<int> values(in);
  device_buffer<int> out(10 * THREADS);
  tile_members<SIZE><<<1, THREADS>>>(values.data(), out.data());
  const std::vector<int> got = out.download();
  bool right = true;
  for (int t = 0; t < THREADS && right; ++t) {
    const int size = SIZE, first = t / size * size, rank = t - first;
    int any = 0, all = 1, even = 0, alike = 0, sum = 0, high = 0;
    for (int i = 0; i < size; ++i) {
      const int value = in[first + i];
      any |= value % 4 == 0;
      all &= value % 4 == 0;
      even |= (value % 2 == 0) << i;
      alike |= (value % 3 == in[t] % 3) << i;
      sum += value;
      if (i <= rank) high = std::max(high, value);
    }
    right = same("tile", t, got,
                 {rank + 100 * (t / size) + 10000 * (THREADS / size), in[first],
                  in[rank + 1 < size ? t + 1 : t], in[rank > 0 ? t - 1 : t],
                  in[first + (rank ^ size / 2)], any + 2 * all, even, alike, sum, high});
  }
  EXPECT(right);
}

template <unsigned SIZE>
void test_wide_tile() {
  const std::vector<int> in = numbers(512);
  const device_buffer<int> values(in);
  device_buffer<int> out(512);
  wide_tiles<SIZE><<<1, 512>>>(values.data(), out.data());
  const std::vector<int> got = out.download();
  bool right = true;
  for (int t = 0; t < 512; ++t) {
    int sum = 0;
    for (unsigned i = 0; i < SIZE; ++i) sum += in[t / SIZE * SIZE + i];
    right &= got[t] == sum + 1 + static_cast<int>(SIZE) - 1;
  }
  EXPECT(right);
}

void test_partition_at_run_time() {
  device_buffer<int> out(THREADS);
  for (const int size : {1, 4, 32}) {
    partition_at_run_time<<<1, THREADS>>>(size, out.data());
    const std::vector<int> got = out.download();
    bool right = true;
    for (int t = 0; t < THREADS; ++t) right &= got[t] == 100 * size + t % size;
    EXPECT(right);
  }
}

void test_reductions() {
  const std::vector<int> in = numbers(THREADS);
  const device_buffer<int> values(in);
  device_buffer<int> ints(6 * THREADS);
  device_buffer<double> doubles(THREADS);
  device_buffer<pair> pairs(THREADS);
  reductions<<<1, THREADS>>>(values.data(), ints.data(), doubles.data(), pairs.data());
  const std::vector<int> got = ints.download();
  bool right = true;
  for (int t = 0; t < THREADS && right; ++t) {
    int low = 1 << 20, high = 0, both = ~0, odd = 0, before = 0, product = 1;
    double sum = 0;
    for (int i = t / 32 * 32; i < t / 32 * 32 + 32; ++i) {
      low = std::min(low, in[i]);
      high = std::max(high, in[i]);
      both &= in[i];
      odd ^= in[i];
      if (i < t) before += in[i];
      product = product * in[i] % 1009;
      sum += in[i];
    }
    right = same("reductions", t, got, {low, high, both, odd, before, product});
    right &= doubles.download()[t] == sum;
    const pair p = pairs.download()[t];
    right &= p.sum == sum / 2 && p.count == 32;
  }
  EXPECT(right);
}

void test_coalesced() {
  const std::vector<int> in = numbers(THREADS);
  const device_buffer<int> values(in);
  device_buffer<int> out(4 * THREADS);
  coalesced<<<1, THREADS>>>(values.data(), out.data());
  const std::vector<int> got = out.download();
  bool right = true;
  for (int t = 0; t < THREADS && right; ++t) {
    const int first = t / 32 * 32;
    const bool third = in[t] % 3 == 0;
    const auto group = members(first, first + 32, [&](int i) { return (in[i] % 3 == 0) == third; });
    const int size = static_cast<int>(group.size()), rank = rank_of(group, t);
    int odd = 0;
    for (int i = 0; i < size; ++i) odd |= (in[group[i]] % 2) << i;
    const int next = in[group[std::min(rank + 1, size - 1)]],
              last = in[group[std::max(rank - 1, 0)]];
    if (third)
      right = same("coalesced", t, got,
                   {rank + 100 * size, in[group.back()], sum_of(in, group, size),
                    sum_of(in, group, rank + 1)});
    else
      right = same("the rest", t, got, {rank + 100 * size, next, last, odd});
  }
  EXPECT(right);
}

void test_partitions() {
  const std::vector<int> in = numbers(THREADS);
  const device_buffer<int> values(in);
  device_buffer<int> out(4 * THREADS);
  partitions<<<1, THREADS>>>(values.data(), out.data());
  const std::vector<int> got = out.download();
  bool right = true;
  for (int t = 0; t < THREADS && right; ++t) {
    const int first = t / 32 * 32;
    const auto labeled = members(first, first + 32, [&](int i) { return in[i] % 5 == in[t] % 5; });
    const auto binary =
        members(first, first + 32, [&](int i) { return (in[i] % 4 == 1) == (in[t] % 4 == 1); });
    const int n = static_cast<int>(labeled.size()), m = static_cast<int>(binary.size());
    int low = 1 << 20;
    for (const int i : binary) low = std::min(low, in[i]);
    right = same(
        "partitions", t, got,
        {rank_of(labeled, t) + 100 * n, sum_of(in, labeled, n), rank_of(binary, t) + 100 * m, low});
  }
  EXPECT(right);
}

void test_one_of_many() {
  device_buffer<int> out(THREADS);
  one_of_many<<<1, THREADS>>>(out.data());
  const std::vector<int> got = out.download();
  int elected = 0;
  EXPECT_OK(cudaMemcpyFromSymbol(&elected, total, sizeof elected));
  EXPECT(elected == THREADS / 16);
  bool right = true;
  for (int t = 0; t < THREADS; ++t) right &= got[t] == t / 16 * 7;
  EXPECT(right);
}

void test_compact() {
  std::vector<int> in = numbers(10007);
  const device_buffer<int> values(in);
  device_buffer<int> out(in.size()), count(std::vector<int>{0});
  compact<<<7, 96>>>(values.data(), static_cast<int>(in.size()), out.data(), count.data());
  std::vector<int> got = out.download(count.download()[0]);
  in.erase(std::remove_if(in.begin(), in.end(), [](int x) { return x % 2 != 0; }), in.end());
  std::sort(got.begin(), got.end());
  std::sort(in.begin(), in.end());
  EXPECT(got == in);
}

void test_grid() {
  const int n = 6 * THREADS;
  std::vector<int> in(n);
  for (int i = 0; i < n; ++i) in[i] = i;
  device_buffer<int> values(in), scratch(n);
  int rounds = 5;
  int *values_data = values.data(), *scratch_data = scratch.data();
  void* arguments[] = {&values_data, &scratch_data, &rounds};
  EXPECT_OK(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(rotate), 6, THREADS,
                                        arguments, 0, nullptr));
  const std::vector<int> got = values.download();
  bool right = true;
  for (int i = 0; i < n; ++i) right &= got[i] == (i - rounds + n) % n + rounds;
  EXPECT(right);
}

void test_copies() {
  const int tiles = 5;
  const std::vector<int> in = numbers(tiles * THREADS);
  const device_buffer<int> values(in);
  device_buffer<int> out(in.size());
  copy_tiles<<<1, THREADS>>>(values.data(), out.data(), tiles);
  const std::vector<int> got = out.download();
  bool right = true;
  for (int i = 0; i < tiles * THREADS; ++i) right &= got[i] == in[i / 32 * 32 + 31 - i % 32];
  EXPECT(right);
}

}  // namespace

int main() {
  test_block();
  test_tile<1>();
  test_tile<2>();
  test_tile<4>();
  test_tile<8>();
  test_tile<16>();
  test_tile<32>();
  test_wide_tile<64>();
  test_wide_tile<256>();
  test_partition_at_run_time();
  test_reductions();
  test_coalesced();
  test_partitions();
  test_one_of_many();
  test_compact();
  test_grid();
  test_copies();
  return result();
}
