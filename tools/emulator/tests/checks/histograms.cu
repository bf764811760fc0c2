// Histograms in global memory, in shared memory, and merged.
#include "cases.hpp"

using namespace check_cases;

namespace {

constexpr unsigned BINS = 16, THREADS = 128, BLOCKS = 2, COUNT = THREADS * BLOCKS;

__global__ void count_plainly(const int* in, int* bins) {
  ++bins[in[blockIdx.x * blockDim.x + threadIdx.x] % BINS];
}
__global__ void count_atomically(const int* in, int* bins) {
  atomicAdd(&bins[in[blockIdx.x * blockDim.x + threadIdx.x] % BINS], 1);
}
__global__ void count_for_the_block(const int* in, int* bins) {
  atomicAdd_block(&bins[in[blockIdx.x * blockDim.x + threadIdx.x] % BINS], 1);
}
__global__ void count_for_the_system(const int* in, int* bins) {
  atomicAdd_system(&bins[in[blockIdx.x * blockDim.x + threadIdx.x] % BINS], 1);
}
__global__ void count_by_a_loop_of_cas(const int* in, int* bins) {
  int* const bin = &bins[in[blockIdx.x * blockDim.x + threadIdx.x] % BINS];
  int seen = *bin;
  for (int expected = seen - 1; seen != expected;) {
    expected = seen;
    seen = atomicCAS(bin, expected, expected + 1);
  }
}
// Looks first whether the bin is full.
template <bool VolatileLook>
__global__ void count_up_to(const int* in, int* bins, int most) {
  int* const bin = &bins[in[blockIdx.x * blockDim.x + threadIdx.x] % BINS];
  const int now = VolatileLook ? int(*static_cast<volatile int*>(bin)) : int(*bin);
  if (now < most) atomicAdd(bin, 1);
}

enum class merge { atomic, plain };
template <bool Zeroed, bool FirstBarrier, bool Atomic, bool SecondBarrier, merge Merge>
__global__ void count_in_shared(const int* in, int* bins) {
  __shared__ int mine[BINS];
  const unsigned t = threadIdx.x;
  if (Zeroed && t < BINS) mine[t] = 0;
  if (FirstBarrier) __syncthreads();
  int* const bin = &mine[in[blockIdx.x * blockDim.x + t] % BINS];
  if (Atomic)
    atomicAdd(bin, 1);
  else
    ++*bin;
  if (SecondBarrier) __syncthreads();
  if (t < BINS) {
    if (Merge == merge::atomic)
      atomicAdd(&bins[t], mine[t]);
    else
      bins[t] += mine[t];
  }
}

// A part for each warp: no other warp touches it, but its lanes do.
template <bool Atomic>
__global__ void count_for_each_warp(const int* in, int* bins) {
  __shared__ int parts[THREADS / 32][BINS];
  const unsigned t = threadIdx.x, warp = t / 32;
  if (t < BINS)
    for (auto& part : parts) part[t] = 0;
  __syncthreads();
  int* const bin = &parts[warp][in[blockIdx.x * blockDim.x + t] % BINS];
  if (Atomic)
    atomicAdd_block(bin, 1);
  else
    ++*bin;
  __syncthreads();
  if (t < BINS)
    for (const auto& part : parts) atomicAdd(&bins[t], part[t]);
}

// A column for each thread.
__global__ void count_for_each_thread(const int* in, int* bins, unsigned values) {
  __shared__ unsigned char own[BINS][32];
  for (auto& bin : own) bin[threadIdx.x] = 0;
  for (unsigned i = threadIdx.x; i < values; i += 32) ++own[in[i] % BINS][threadIdx.x];
  __syncthreads();
  if (threadIdx.x >= BINS) return;
  for (unsigned i = 0; i < 32; ++i) bins[threadIdx.x] += own[threadIdx.x][i];
}

// Each thread counts more than once, the first warp in its own bins.
template <bool Barrier>
__global__ void count_several(int* out) {
  __shared__ int bins[32];
  const unsigned t = threadIdx.x;
  if (t < 32) bins[t] = 0;
  if (Barrier) __syncthreads();
  for (int i = 0; i < 4; ++i) atomicAdd(&bins[t % 32], i);
  __syncthreads();
  if (t < 32) out[t] = bins[t];
}

template <class Kernel>
void histogram(Kernel kernel, unsigned blocks = BLOCKS) {
  auto in = numbers(COUNT), bins = ints(BINS);
  kernel<<<blocks, THREADS>>>(in.data(), bins.data());
}

}  // namespace

CASE(histogram_plain, "race global") { histogram(count_plainly); }
CASE(histogram_atomic, "clean") { histogram(count_atomically); }
CASE(histogram_atomic_of_block, "scope global") { histogram(count_for_the_block); }
CASE(histogram_atomic_of_block_in_one_block, "clean") { histogram(count_for_the_block, 1); }
CASE(histogram_atomic_of_system, "clean") { histogram(count_for_the_system); }
CASE(histogram_cas_after_plain_read, "clean") { histogram(count_by_a_loop_of_cas); }
CASE(histogram_plain_look_before_atomic, "race global") {
  auto in = numbers(COUNT), bins = ints(BINS);
  count_up_to<without><<<BLOCKS, THREADS>>>(in.data(), bins.data(), 5);
}
CASE(histogram_volatile_look_before_atomic, "clean") {
  auto in = numbers(COUNT), bins = ints(BINS);
  count_up_to<with><<<BLOCKS, THREADS>>>(in.data(), bins.data(), 5);
}
CASE(histogram_shared, "clean") {
  histogram(count_in_shared<with, with, with, with, merge::atomic>);
}
CASE(histogram_shared_not_zeroed, "uninitialized_read shared") {
  histogram(count_in_shared<without, with, with, with, merge::atomic>);
}
CASE(histogram_shared_without_first_barrier, "race shared") {
  histogram(count_in_shared<with, without, with, with, merge::atomic>);
}
CASE(histogram_shared_of_several_each_without_first_barrier, "race shared") {
  auto out = ints(32);
  count_several<without><<<1, 64>>>(out.data());
}
CASE(histogram_shared_of_several_each, "clean") {
  auto out = ints(32);
  count_several<with><<<1, 64>>>(out.data());
}
CASE(histogram_shared_plain, "race shared") {
  histogram(count_in_shared<with, with, without, with, merge::atomic>);
}
CASE(histogram_shared_without_second_barrier, "race shared") {
  histogram(count_in_shared<with, with, with, without, merge::atomic>);
}
CASE(histogram_shared_merged_plainly, "race global") {
  histogram(count_in_shared<with, with, with, with, merge::plain>);
}
CASE(histogram_for_each_warp, "clean") { histogram(count_for_each_warp<with>); }
CASE(histogram_for_each_warp_plain, "warp_race shared") { histogram(count_for_each_warp<without>); }
CASE(histogram_for_each_thread, "clean") {
  auto in = numbers(COUNT), bins = ints(BINS);
  count_for_each_thread<<<1, 32>>>(in.data(), bins.data(), COUNT);
}
