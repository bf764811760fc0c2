// Each element from its neighbours; and tiles that are loaded while others are worked on.
#include "cases.hpp"

using namespace check_cases;

namespace {

constexpr unsigned THREADS = 64, BLOCKS = 2, N = THREADS * BLOCKS, RADIUS = 2;

__global__ void smooth(const int* in, int* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i + 1 < n) out[i] = in[i - 1] + in[i] + in[i + 1];
}
__global__ void smooth_in_place(int* data, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i + 1 < n) data[i] = data[i - 1] + data[i] + data[i + 1];
}
// Every second one, then the others: right in one kernel for each colour.
__global__ void smooth_colour(int* data, unsigned n, unsigned colour) {
  const unsigned i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + colour;
  if (i > 0 && i + 1 < n) data[i] = (data[i - 1] + data[i + 1]) / 2;
}
__global__ void smooth_both_colours(int* data, unsigned n) {
  for (unsigned colour = 0; colour < 2; ++colour) {
    const unsigned i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + colour;
    if (i > 0 && i + 1 < n) data[i] = (data[i - 1] + data[i + 1]) / 2;
    __syncthreads();
  }
}

enum class halo { whole, missing, too_early, one_short };
template <halo Halo>
__global__ void smooth_with_halo(const int* in, int* out, unsigned n) {
  __shared__ int tile[THREADS + 2 * RADIUS];
  const unsigned t = threadIdx.x, i = blockIdx.x * THREADS + t;
  tile[t + RADIUS] = in[i];
  if (Halo != halo::missing && t < (Halo == halo::one_short ? RADIUS - 1 : RADIUS)) {
    tile[t] = i >= RADIUS ? in[i - RADIUS] : 0;
    tile[t + RADIUS + THREADS] = i + THREADS < n ? in[i + THREADS] : 0;
  }
  if (Halo != halo::too_early) __syncthreads();
  int sum = 0;
  for (unsigned k = 0; k <= 2 * RADIUS; ++k) sum += tile[t + k];
  out[i] = sum;
}

// Steps of one block in shared memory.
template <bool BetweenReadAndWrite, bool BetweenSteps>
__global__ void diffuse(int* data, int steps) {
  __shared__ int s[THREADS];
  const unsigned t = threadIdx.x;
  s[t] = data[t];
  __syncthreads();
  for (int step = 0; step < steps; ++step) {
    const int left = s[t == 0 ? 0 : t - 1], right = s[t == THREADS - 1 ? t : t + 1];
    if (BetweenReadAndWrite) __syncthreads();
    s[t] = (left + right) / 2;
    if (BetweenSteps) __syncthreads();
  }
  data[t] = s[t];
}

// The next tile is loaded while this one is worked on: one barrier a turn is enough, none is not.
template <unsigned Buffers, bool Barrier>
__global__ void work_on_tiles(const int* in, int* out, unsigned tiles) {
  __shared__ int tile[Buffers][THREADS];
  const unsigned t = threadIdx.x;
  tile[0][t] = in[t];
  __syncthreads();
  int sum = 0;
  for (unsigned k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) tile[(k + 1) % Buffers][t] = in[(k + 1) * THREADS + t];
    sum += tile[k % Buffers][THREADS - 1 - t];
    if (Barrier) __syncthreads();
  }
  out[t] = sum;
}
// The barrier is between the load and the use: then two buffers are one too few, or enough, by its
// place.
template <unsigned Buffers>
__global__ void work_on_tiles_behind_barrier(const int* in, int* out, unsigned tiles) {
  __shared__ int tile[Buffers][THREADS];
  const unsigned t = threadIdx.x;
  int sum = 0;
  for (unsigned k = 0; k < tiles; ++k) {
    tile[k % Buffers][t] = in[k * THREADS + t];
    __syncthreads();
    sum += tile[k % Buffers][THREADS - 1 - t];
  }
  out[t] = sum;
}

template <class Kernel>
void smooth_by(Kernel kernel) {
  auto in = numbers(N), out = ints(N);
  kernel<<<BLOCKS, THREADS>>>(in.data(), out.data(), N);
}
template <class Kernel>
void tiles(Kernel kernel) {
  auto in = numbers(4 * THREADS), out = ints(THREADS);
  kernel<<<1, THREADS>>>(in.data(), out.data(), 4);
}

}  // namespace

CASE(stencil, "clean") { smooth_by(smooth); }
CASE(stencil_in_place, "race global") {
  auto data = numbers(N);
  smooth_in_place<<<BLOCKS, THREADS>>>(data.data(), N);
}
CASE(stencil_by_colours, "clean") {
  auto data = numbers(2 * N);
  smooth_colour<<<BLOCKS, THREADS>>>(data.data(), 2 * N, 0);
  smooth_colour<<<BLOCKS, THREADS>>>(data.data(), 2 * N, 1);
}
CASE(stencil_of_both_colours_in_one_kernel, "race global") {
  auto data = numbers(2 * N);
  smooth_both_colours<<<BLOCKS, THREADS>>>(data.data(), 2 * N);
}
CASE(stencil_of_both_colours_in_one_block, "clean") {
  auto data = numbers(2 * THREADS);
  smooth_both_colours<<<1, THREADS>>>(data.data(), 2 * THREADS);
}
CASE(halo_whole, "clean") { smooth_by(smooth_with_halo<halo::whole>); }
CASE(halo_missing, "uninitialized_read shared") { smooth_by(smooth_with_halo<halo::missing>); }
CASE(halo_one_short, "uninitialized_read shared") { smooth_by(smooth_with_halo<halo::one_short>); }
CASE(halo_read_too_early, "race shared, warp_race shared") {
  smooth_by(smooth_with_halo<halo::too_early>);
}
CASE(steps_with_both_barriers, "clean") {
  auto data = numbers(THREADS);
  diffuse<with, with><<<1, THREADS>>>(data.data(), 3);
}
CASE(steps_without_barrier_before_writing, "race shared") {
  auto data = numbers(THREADS);
  diffuse<without, with><<<1, THREADS>>>(data.data(), 3);
}
CASE(steps_without_barrier_behind_writing, "race shared") {
  auto data = numbers(THREADS);
  diffuse<with, without><<<1, THREADS>>>(data.data(), 3);
}
CASE(tiles_in_two_buffers, "clean") { tiles(work_on_tiles<2, with>); }
CASE(tiles_in_one_buffer, "race shared") { tiles(work_on_tiles<1, with>); }
CASE(tiles_in_two_buffers_without_barrier, "race shared") { tiles(work_on_tiles<2, without>); }
CASE(tiles_behind_barrier_in_two_buffers, "clean") { tiles(work_on_tiles_behind_barrier<2>); }
CASE(tiles_behind_barrier_in_one_buffer, "race shared") { tiles(work_on_tiles_behind_barrier<1>); }
