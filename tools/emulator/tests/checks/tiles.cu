// Tiles in shared memory: transposes, and products of matrices.
#include "cases.hpp"

using namespace check_cases;

namespace {

constexpr unsigned TILE = 16, N = 32;

template <bool Barrier>
__global__ void transpose(const int* in, int* out) {
  __shared__ int tile[TILE][TILE + 1];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[(blockIdx.y * TILE + y) * N + blockIdx.x * TILE + x];
  if (Barrier) __syncthreads();
  out[(blockIdx.x * TILE + y) * N + blockIdx.y * TILE + x] = tile[x][y];
}

// Without a copy: each pair of threads swaps, or each thread overwrites what another reads.
__global__ void transpose_in_place_by_swaps(int* data) {
  const unsigned x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  if (x >= y) return;
  const int above = data[x * N + y];
  data[x * N + y] = data[y * N + x];
  data[y * N + x] = above;
}
__global__ void transpose_in_place(int* data) {
  const unsigned x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  data[x * N + y] = data[y * N + x];
}
// Within a block all read before they write; blocks off the diagonal still overwrite each other's.
__global__ void transpose_in_place_with_barrier(int* data) {
  const unsigned x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  const int value = data[y * N + x];
  __syncthreads();
  data[x * N + y] = value;
}

// Rows and columns that are mixed up, in a matrix that is no square.
template <bool Right>
__global__ void transpose_wide(const int* in, int* out, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (Right ? x < width && y < height : x < height && y < width)
    out[x * height + y] = in[y * width + x];
}
// Two threads write one element: the row is as long as the matrix is high.
__global__ void transpose_with_wrong_pitch(const int* in, int* out, unsigned width,
                                           unsigned height) {
  const unsigned x = threadIdx.x, y = blockIdx.x;
  if (x < width && y < height) out[x * (height - 1) + y] = in[y * width + x];
}

template <bool FirstBarrier, bool SecondBarrier>
__global__ void multiply(const int* a, const int* b, int* c) {
  __shared__ int as[TILE][TILE], bs[TILE][TILE];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
  int sum = 0;
  for (unsigned k = 0; k < N; k += TILE) {
    as[y][x] = a[row * N + k + x];
    bs[y][x] = b[(k + y) * N + column];
    if (FirstBarrier) __syncthreads();
    for (unsigned i = 0; i < TILE; ++i) sum += as[y][i] * bs[i][x];
    if (SecondBarrier) __syncthreads();
  }
  c[row * N + column] = sum;
}

// The size is no multiple of the tile: threads beyond the edge must load zeros.
enum class edge { zeros, nothing, beyond };
template <edge Edge>
__global__ void multiply_any_size(const int* a, const int* b, int* c, unsigned n) {
  __shared__ int as[TILE][TILE], bs[TILE][TILE];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
  int sum = 0;
  for (unsigned k = 0; k < n; k += TILE) {
    if (Edge == edge::beyond) {
      as[y][x] = a[row * n + k + x];
      bs[y][x] = b[(k + y) * n + column];
    } else {
      if (row < n && k + x < n)
        as[y][x] = a[row * n + k + x];
      else if (Edge == edge::zeros)
        as[y][x] = 0;
      if (k + y < n && column < n)
        bs[y][x] = b[(k + y) * n + column];
      else if (Edge == edge::zeros)
        bs[y][x] = 0;
    }
    __syncthreads();
    for (unsigned i = 0; i < TILE; ++i) sum += as[y][i] * bs[i][x];
    __syncthreads();
  }
  if (row < n && column < n) c[row * n + column] = sum;
}

// All blocks add to one element of the product, each its part of the sum.
template <bool Atomic>
__global__ void multiply_split(const int* a, const int* b, int* c) {
  const unsigned row = threadIdx.y, column = threadIdx.x, k = blockIdx.x;
  const int part = a[row * N + k] * b[k * N + column];
  if (Atomic)
    atomicAdd(&c[row * N + column], part);
  else
    c[row * N + column] += part;
}

constexpr dim3 BLOCK{TILE, TILE}, GRID{N / TILE, N / TILE};

template <class Kernel>
void product(Kernel kernel) {
  auto a = ints(N * N, 1), b = ints(N * N, 1), c = ints(N * N);
  kernel<<<GRID, BLOCK>>>(a.data(), b.data(), c.data());
}
template <class Kernel>
void product_of_20(Kernel kernel) {
  auto a = ints(400, 1), b = ints(400, 1), c = ints(400);
  kernel<<<GRID, BLOCK>>>(a.data(), b.data(), c.data(), 20);
}

}  // namespace

CASE(transpose, "clean") {
  auto in = numbers(N * N), out = ints(N * N);
  transpose<with><<<GRID, BLOCK>>>(in.data(), out.data());
}
CASE(transpose_without_barrier, "race shared") {
  auto in = numbers(N * N), out = ints(N * N);
  transpose<without><<<GRID, BLOCK>>>(in.data(), out.data());
}
CASE(transpose_in_place_by_swaps, "clean") {
  auto data = numbers(N * N);
  transpose_in_place_by_swaps<<<GRID, BLOCK>>>(data.data());
}
CASE(transpose_in_place, "race global") {
  auto data = numbers(N * N);
  transpose_in_place<<<GRID, BLOCK>>>(data.data());
}
CASE(transpose_in_place_with_barrier, "race global") {
  auto data = numbers(N * N);
  transpose_in_place_with_barrier<<<GRID, BLOCK>>>(data.data());
}
CASE(transpose_wide, "clean") {
  auto in = numbers(48 * 20), out = ints(48 * 20);
  transpose_wide<with><<<dim3(3, 3), BLOCK>>>(in.data(), out.data(), 48, 20);
}
CASE(transpose_wide_with_mixed_bounds, "out_of_bounds global, race global") {
  auto in = numbers(48 * 20), out = ints(48 * 20);
  transpose_wide<without><<<dim3(3, 3), BLOCK>>>(in.data(), out.data(), 48, 20);
}
CASE(transpose_with_wrong_pitch, "race global") {
  auto in = numbers(48 * 20), out = ints(48 * 20);
  transpose_with_wrong_pitch<<<20, 64>>>(in.data(), out.data(), 48, 20);
}
CASE(multiply, "clean") { product(multiply<with, with>); }
CASE(multiply_without_first_barrier, "race shared, warp_race shared") {
  product(multiply<without, with>);
}
CASE(multiply_without_second_barrier, "race shared, warp_race shared") {
  product(multiply<with, without>);
}
CASE(multiply_any_size, "clean") { product_of_20(multiply_any_size<edge::zeros>); }
CASE(multiply_with_nothing_beyond_the_edge, "uninitialized_read shared") {
  product_of_20(multiply_any_size<edge::nothing>);
}
CASE(multiply_less_than_a_tile_with_nothing_beyond, "uninitialized_read shared") {
  auto a = ints(12 * 12, 1), b = ints(12 * 12, 1), c = ints(12 * 12);
  multiply_any_size<edge::nothing><<<1, BLOCK>>>(a.data(), b.data(), c.data(), 12);
}
CASE(multiply_beyond_the_edge, "out_of_bounds global") {
  product_of_20(multiply_any_size<edge::beyond>);
}
CASE(multiply_split, "clean") {
  auto a = ints(N * N, 1), b = ints(N * N, 1), c = ints(N * N);
  multiply_split<with><<<N, BLOCK>>>(a.data(), b.data(), c.data());
}
CASE(multiply_split_not_atomic, "race global") {
  auto a = ints(N * N, 1), b = ints(N * N, 1), c = ints(N * N);
  multiply_split<without><<<N, BLOCK>>>(a.data(), b.data(), c.data());
}
