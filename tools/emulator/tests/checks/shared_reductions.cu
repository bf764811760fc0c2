// Sums of a block in shared memory: trees, tails of one warp, sums of warps.
#include "cases.hpp"

using namespace check_cases;

namespace {

constexpr unsigned THREADS = 128;

enum class tail { plain, is_volatile, one_barrier_each, two_barriers_each, fewer_lanes, shuffles };

template <tail Tail>
__device__ int sum_of_64(int* s, unsigned t) {
  if (Tail == tail::plain) {
    for (unsigned d = 32; d > 0; d /= 2) s[t] += s[t + d];
  } else if (Tail == tail::is_volatile) {
    volatile int* const v = s;
    for (unsigned d = 32; d > 0; d /= 2) v[t] += v[t + d];
  } else if (Tail == tail::one_barrier_each) {
    for (unsigned d = 32; d > 0; d /= 2) {
      s[t] += s[t + d];
      __syncwarp();
    }
  } else if (Tail == tail::two_barriers_each) {
    int sum = s[t];
    for (unsigned d = 32; d > 0; d /= 2) {
      sum += s[t + d];
      __syncwarp();
      s[t] = sum;
      __syncwarp();
    }
  } else if (Tail == tail::fewer_lanes) {
    for (unsigned d = 32; d > 0; d /= 2) {
      if (t < d) s[t] += s[t + d];
      __syncwarp();
    }
  } else {
    int sum = s[t] + s[t + 32];
    for (unsigned d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffff, sum, d);
    return sum;
  }
  return s[0];
}

template <tail Tail>
__global__ void sum_with_tail(const int* in, int* out) {
  __shared__ int s[THREADS];
  const unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) {
    const int sum = sum_of_64<Tail>(s, t);
    if (t == 0) *out = sum;
  }
}

template <bool Barrier, bool Guard>
__global__ void sum_of_warp_sums(const int* in, int* out) {
  __shared__ int sums[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int sum = in[threadIdx.x];
  for (unsigned d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
  if (lane == 0) sums[warp] = sum;
  if (Barrier) __syncthreads();
  if (warp == 0) {
    sum = !Guard || lane < blockDim.x / 32 ? sums[lane] : 0;
    for (unsigned d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0) *out = sum;
  }
}

// All threads read the total; the next turn writes it again.
template <bool BarrierBefore, bool BarrierBehind>
__global__ void scale_by_totals(int* data, int turns) {
  __shared__ int total;
  for (int turn = 0; turn < turns; ++turn) {
    if (threadIdx.x == 0) total = turn + 1;
    if (BarrierBefore) __syncthreads();
    data[threadIdx.x] *= total;
    if (BarrierBehind) __syncthreads();
  }
}

template <bool Zeroed, bool Barrier>
__global__ void sum_by_atomics(const int* in, int* out) {
  __shared__ int total;
  if (Zeroed && threadIdx.x == 0) total = 0;
  if (Barrier) __syncthreads();
  atomicAdd(&total, in[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) *out = total;
}

// A block size that is no power of two: the tree leaves elements out, or reaches beyond.
template <bool Guard>
__global__ void sum_of_odd_size(const int* in, int* out) {
  extern __shared__ int s[];
  const unsigned t = threadIdx.x, n = blockDim.x;
  s[t] = in[t];
  __syncthreads();
  for (unsigned d = 64; d > 0; d /= 2) {
    if (t < d && (!Guard || t + d < n)) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) *out = s[0];
}

template <class Kernel>
void sum(Kernel kernel, unsigned threads = THREADS, unsigned shared_bytes = 0) {
  auto in = ints(threads, 1), out = ints(1);
  kernel<<<1, threads, shared_bytes>>>(in.data(), out.data());
}

}  // namespace

CASE(tail_of_warp_plain, "warp_race shared") { sum(sum_with_tail<tail::plain>); }
CASE(tail_of_warp_volatile, "warp_race shared (warning)") { sum(sum_with_tail<tail::is_volatile>); }
CASE(tail_of_warp_one_barrier_each, "warp_race shared") {
  sum(sum_with_tail<tail::one_barrier_each>);
}
CASE(tail_of_warp_two_barriers_each, "clean") { sum(sum_with_tail<tail::two_barriers_each>); }
CASE(tail_of_warp_fewer_lanes, "clean") { sum(sum_with_tail<tail::fewer_lanes>); }
CASE(tail_of_warp_shuffles, "clean") { sum(sum_with_tail<tail::shuffles>); }
CASE(warp_sums, "clean") { sum(sum_of_warp_sums<with, with>); }
CASE(warp_sums_without_barrier, "race shared") { sum(sum_of_warp_sums<without, with>); }
CASE(warp_sums_of_warps_that_are_not, "uninitialized_read shared") {
  sum(sum_of_warp_sums<with, without>);
}
CASE(total_read_by_all, "clean") {
  auto data = ints(64, 1);
  scale_by_totals<with, with><<<1, 64>>>(data.data(), 3);
}
CASE(total_read_too_early, "race shared") {
  auto data = ints(64, 1);
  scale_by_totals<without, with><<<1, 64>>>(data.data(), 3);
}
CASE(total_overwritten_too_early, "race shared") {
  auto data = ints(64, 1);
  scale_by_totals<with, without><<<1, 64>>>(data.data(), 3);
}
CASE(total_in_shared_memory, "clean") { sum(sum_by_atomics<with, with>); }
CASE(total_in_shared_memory_without_barrier, "race shared") { sum(sum_by_atomics<with, without>); }
CASE(total_in_shared_memory_not_zeroed, "uninitialized_read shared") {
  sum(sum_by_atomics<without, with>);
}
CASE(sum_of_96, "clean") { sum(sum_of_odd_size<with>, 96, 96 * 4); }
CASE(sum_of_96_beyond_the_end, "out_of_bounds shared") {
  sum(sum_of_odd_size<without>, 96, 96 * 4);
}
CASE(sum_of_96_of_what_nobody_wrote, "uninitialized_read shared") {
  sum(sum_of_odd_size<without>, 96, 128 * 4);
}
