// Matrices that a warp loads and stores together: their elements are checked as other memory is.
#include <cuda_fp16.h>
#include <mma.h>

#include "cases.hpp"

using namespace check_cases;

namespace {

namespace wmma = nvcuda::wmma;
using factor = wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major>;
using sum = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

constexpr unsigned elements = 16 * 16;

__global__ void square(const half* a, float* c) {
  factor of_a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> of_b;
  sum result;
  wmma::fill_fragment(result, 0.0f);
  wmma::load_matrix_sync(of_a, a, 16);
  wmma::load_matrix_sync(of_b, a, 16);
  wmma::mma_sync(result, of_a, of_b, result);
  wmma::store_matrix_sync(c, result, 16, wmma::mem_row_major);
}

// Every warp stores to the same place.
__global__ void store_zero(float* c) {
  sum zero;
  wmma::fill_fragment(zero, 0.0f);
  wmma::store_matrix_sync(c + elements * 0, zero, 16, wmma::mem_row_major);
}

// Warp 0 writes rows, warp 1 loads them as a matrix.
template <bool Waits>
__global__ void hand_over(unsigned* out) {
  __shared__ alignas(16) unsigned rows[8][4];
  if (threadIdx.x < 32) rows[threadIdx.x / 4][threadIdx.x % 4] = threadIdx.x;
  if (Waits) __syncthreads();
  if (threadIdx.x < 32) return;
  const auto at = static_cast<unsigned>(__cvta_generic_to_shared(rows[threadIdx.x % 8]));
  unsigned part = 0;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
               : "=r"(part)
               : "r"(at)
               : "memory");
  out[threadIdx.x - 32] = part;
}

__global__ void load_rows_at(unsigned offset, unsigned* out) {
  __shared__ alignas(16) unsigned rows[8][4];
  rows[threadIdx.x / 4][threadIdx.x % 4] = threadIdx.x;
  __syncwarp();
  const auto at = static_cast<unsigned>(__cvta_generic_to_shared(rows[threadIdx.x % 8])) + offset;
  unsigned part = 0;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
               : "=r"(part)
               : "r"(at)
               : "memory");
  out[threadIdx.x] = part;
}

__global__ void store_rows_beyond(unsigned beyond) {
  __shared__ alignas(16) unsigned rows[8][4];
  const auto at =
      static_cast<unsigned>(__cvta_generic_to_shared(rows[threadIdx.x % 8])) + 16 * beyond;
  asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(at), "r"(threadIdx.x)
               : "memory");
}

template <class T>
T* uninitialised(unsigned count) {
  T* memory = nullptr;
  CUDA_CHECK(cudaMalloc(&memory, count * sizeof(T)));
  return memory;
}

}  // namespace

CASE(matrix_product_of_a_warp, "clean") {
  const auto a = filled<half>(elements, half(1));
  auto c = filled<float>(elements, 0);
  square<<<1, 32>>>(a.data(), c.data());
}
CASE(matrix_that_nobody_wrote, "uninitialized_read global") {
  auto c = filled<float>(elements, 0);
  square<<<1, 32>>>(uninitialised<half>(elements), c.data());
}
CASE(matrix_beyond_the_end, "out_of_bounds global") {
  const auto a = filled<half>(elements - 1, half(1));
  auto c = filled<float>(elements, 0);
  square<<<1, 32>>>(a.data(), c.data());
}
CASE(matrix_stored_by_two_blocks, "race global") {
  auto c = filled<float>(elements, 1);
  store_zero<<<2, 32>>>(c.data());
}
CASE(matrix_rows_after_a_barrier, "clean") {
  auto out = filled<unsigned>(32, 0);
  hand_over<with><<<1, 64>>>(out.data());
}
CASE(matrix_rows_without_a_barrier, "race shared") {
  auto out = filled<unsigned>(32, 0);
  hand_over<without><<<1, 64>>>(out.data());
}
CASE(matrix_row_that_is_not_aligned, "misaligned shared") {
  auto out = filled<unsigned>(32, 0);
  load_rows_at<<<1, 32>>>(8, out.data());
}
CASE(matrix_row_beyond_shared_memory, "out_of_bounds shared") { store_rows_beyond<<<1, 32>>>(1); }
