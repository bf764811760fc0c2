// Prefix sums: Hillis and Steele's, Blelloch's, of warps, and of blocks one behind the other.
#include "cases.hpp"

using namespace check_cases;

namespace {

constexpr unsigned THREADS = 64;

__global__ void scan_in_one_buffer(int* data) {
  __shared__ int s[THREADS];
  const unsigned t = threadIdx.x;
  s[t] = data[t];
  for (unsigned d = 1; d < THREADS; d *= 2) {
    __syncthreads();
    if (t >= d) s[t] += s[t - d];
  }
  data[t] = s[t];
}

template <bool Second>
__global__ void scan_with_read_before_write(int* data) {
  __shared__ int s[THREADS];
  const unsigned t = threadIdx.x;
  s[t] = data[t];
  for (unsigned d = 1; d < THREADS; d *= 2) {
    __syncthreads();
    const int before = t >= d ? s[t - d] : 0;
    if (Second) __syncthreads();
    s[t] += before;
  }
  data[t] = s[t];
}

template <bool Barrier, bool Swap>
__global__ void scan_in_two_buffers(int* data) {
  __shared__ int s[2][THREADS];
  const unsigned t = threadIdx.x;
  unsigned from = 0;
  s[from][t] = data[t];
  for (unsigned d = 1; d < THREADS; d *= 2) {
    if (Barrier) __syncthreads();
    const unsigned to = Swap ? 1 - from : from;
    s[to][t] = t >= d ? s[from][t] + s[from][t - d] : s[from][t];
    from = to;
  }
  data[t] = s[from][t];
}

template <bool UpBarrier, bool DownBarrier, bool LastBarrier>
__global__ void scan_by_tree(int* data) {
  __shared__ int s[2 * THREADS];
  const unsigned t = threadIdx.x, n = 2 * THREADS;
  s[2 * t] = data[2 * t];
  s[2 * t + 1] = data[2 * t + 1];
  unsigned offset = 1;
  for (unsigned d = n / 2; d > 0; d /= 2, offset *= 2) {
    if (UpBarrier) __syncthreads();
    if (t < d) s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
  }
  if (t == 0) s[n - 1] = 0;
  for (unsigned d = 1; d < n; d *= 2) {
    offset /= 2;
    if (DownBarrier) __syncthreads();
    if (t < d) {
      const unsigned left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
      const int before = s[left];
      s[left] = s[right];
      s[right] += before;
    }
  }
  if (LastBarrier) __syncthreads();
  data[t] = s[t];
  data[t + THREADS] = s[t + THREADS];
}

__global__ void scan_of_warp_by_shuffles(int* data) {
  int sum = data[threadIdx.x];
  for (unsigned d = 1; d < 32; d *= 2) {
    const int before = __shfl_up_sync(0xffffffff, sum, d);
    if (threadIdx.x % 32 >= d) sum += before;
  }
  data[threadIdx.x] = sum;
}

// Lane by lane through shared memory, with zeros in front.
template <bool Zeroed, bool Barrier>
__global__ void scan_of_warp_in_shared(int* data) {
  __shared__ volatile int s[16 + 32];
  const unsigned t = threadIdx.x;
  if (Zeroed && t < 16) s[t] = 0;
  int sum = data[t];
  s[16 + t] = sum;
  for (unsigned d = 1; d < 32; d *= 2) {
    if (Barrier) __syncwarp();
    sum += s[16 + t - d];
    if (Barrier) __syncwarp();
    s[16 + t] = sum;
  }
  data[t] = sum;
}

// Adds the sums of earlier blocks, which are other blocks' work of the same kernel.
__global__ void scan_with_sums_of_same_kernel(const int* in, int* sums, int* out) {
  if (threadIdx.x == 0) sums[blockIdx.x] = in[blockIdx.x];
  __syncthreads();
  int before = 0;
  for (unsigned b = 0; b < blockIdx.x; ++b) before += sums[b];
  out[blockIdx.x * blockDim.x + threadIdx.x] = before;
}
__global__ void write_sums(const int* in, int* sums) { sums[blockIdx.x] = in[blockIdx.x]; }
__global__ void add_sums(const int* sums, int* out) {
  int before = 0;
  for (unsigned b = 0; b < blockIdx.x; ++b) before += sums[b];
  out[blockIdx.x * blockDim.x + threadIdx.x] = before;
}

template <class Kernel>
void scan(Kernel kernel, unsigned threads = THREADS) {
  auto data = ints(2 * THREADS, 1);
  kernel<<<1, threads>>>(data.data());
}

}  // namespace

CASE(scan_in_one_buffer, "race shared") { scan(scan_in_one_buffer); }
CASE(scan_read_before_write, "race shared") { scan(scan_with_read_before_write<without>); }
CASE(scan_read_barrier_write, "clean") { scan(scan_with_read_before_write<with>); }
CASE(scan_in_two_buffers, "clean") { scan(scan_in_two_buffers<with, with>); }
CASE(scan_in_two_buffers_without_barrier, "race shared, warp_race shared") {
  scan(scan_in_two_buffers<without, with>);
}
CASE(scan_in_two_buffers_not_swapped, "race shared") { scan(scan_in_two_buffers<with, without>); }
CASE(scan_by_tree, "clean") { scan(scan_by_tree<with, with, with>); }
CASE(scan_by_tree_without_barrier_upwards, "race shared") {
  scan(scan_by_tree<without, with, with>);
}
CASE(scan_by_tree_without_barrier_downwards, "race shared") {
  scan(scan_by_tree<with, without, with>);
}
CASE(scan_by_tree_without_last_barrier, "race shared") { scan(scan_by_tree<with, with, without>); }
CASE(scan_of_warp_by_shuffles, "clean") { scan(scan_of_warp_by_shuffles); }
CASE(scan_of_warp_in_shared, "clean") { scan(scan_of_warp_in_shared<with, with>, 32); }
CASE(scan_of_warp_volatile, "warp_race shared (warning)") {
  scan(scan_of_warp_in_shared<with, without>, 32);
}
CASE(scan_of_warp_without_zeros, "uninitialized_read shared") {
  scan(scan_of_warp_in_shared<without, with>, 32);
}
CASE(scan_with_sums_of_same_kernel, "race global") {
  auto in = ints(4, 1), sums = ints(4), out = ints(4 * 32);
  scan_with_sums_of_same_kernel<<<4, 32>>>(in.data(), sums.data(), out.data());
}
CASE(scan_with_sums_of_kernel_before, "clean") {
  auto in = ints(4, 1), sums = ints(4), out = ints(4 * 32);
  write_sums<<<4, 1>>>(in.data(), sums.data());
  add_sums<<<4, 32>>>(sums.data(), out.data());
}
