// Products of matrices by wmma, and by mma.sync with ldmatrix, from global and from shared memory.
// All values are small integers, so that every order of adding is exact; how sums are rounded is
// compared in tests/tensor_cores.
#include <cuda_fp16.h>
#include <mma.h>

#include <vector>

#include "expect.hpp"

namespace {

namespace wmma = nvcuda::wmma;

constexpr int M = 64, N = 64, K = 32, TILE = 16;

template <class T>
int part(int i, int j) {
  return (i * 5 + j * 3) % 11 - (sizeof(T) == 1 ? 0 : 5);
}

// a by rows, b by columns, c by rows; a block of one warp for each tile.
template <class T, class Sum>
__global__ void multiply_from_global(const T* a, const T* b, Sum* c) {
  wmma::fragment<wmma::matrix_a, TILE, TILE, TILE, T, wmma::row_major> of_a;
  wmma::fragment<wmma::matrix_b, TILE, TILE, TILE, T, wmma::col_major> of_b;
  wmma::fragment<wmma::accumulator, TILE, TILE, TILE, Sum> sum;
  wmma::fill_fragment(sum, Sum(0));
  for (int k = 0; k < K; k += TILE) {
    wmma::load_matrix_sync(of_a, a + blockIdx.y * TILE * K + k, K);
    wmma::load_matrix_sync(of_b, b + blockIdx.x * TILE * K + k, K);
    wmma::mma_sync(sum, of_a, of_b, sum);
  }
  wmma::store_matrix_sync(c + blockIdx.y * TILE * N + blockIdx.x * TILE, sum, N,
                          wmma::mem_row_major);
}

// The same by way of shared memory, with rows that are longer than a tile's.
__global__ void multiply_from_shared(const half* a, const half* b, float* c) {
  constexpr int LENGTH = TILE + 8;
  __shared__ alignas(32) half a_tile[TILE * LENGTH], b_tile[TILE * LENGTH];
  __shared__ alignas(32) float c_tile[TILE * LENGTH];
  wmma::fragment<wmma::accumulator, TILE, TILE, TILE, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int k = 0; k < K; k += TILE) {
    for (int i = threadIdx.x; i < TILE * TILE; i += warpSize) {
      const int r = i / TILE, s = i % TILE;
      a_tile[r * LENGTH + s] = a[(blockIdx.y * TILE + r) * K + k + s];
      b_tile[r * LENGTH + s] = b[(blockIdx.x * TILE + r) * K + k + s];
    }
    __syncwarp();
    wmma::fragment<wmma::matrix_a, TILE, TILE, TILE, half, wmma::row_major> of_a;
    wmma::fragment<wmma::matrix_b, TILE, TILE, TILE, half, wmma::col_major> of_b;
    wmma::load_matrix_sync(of_a, a_tile, LENGTH);
    wmma::load_matrix_sync(of_b, b_tile, LENGTH);
    wmma::mma_sync(sum, of_a, of_b, sum);
    __syncwarp();
  }
  wmma::store_matrix_sync(c_tile, sum, LENGTH, wmma::mem_col_major);
  __syncwarp();
  for (int i = threadIdx.x; i < TILE * TILE; i += warpSize)
    c[(blockIdx.y * TILE + i / TILE) * N + blockIdx.x * TILE + i % TILE] =
        c_tile[i % TILE * LENGTH + i / TILE];
}

// A block of one warp for 16 rows and 8 columns.
__global__ void multiply_by_ldmatrix(const half* a, const half* b, float* c) {
  __shared__ alignas(16) half a_tile[16][16], b_tile[8][16];
  const unsigned lane = threadIdx.x;
  float sum[4] = {};
  for (int k = 0; k < K; k += 16) {
    for (unsigned i = lane; i < 256; i += 32) {
      a_tile[i / 16][i % 16] = a[(blockIdx.y * 16 + i / 16) * K + k + i % 16];
      if (i < 128) b_tile[i / 16][i % 16] = b[(blockIdx.x * 8 + i / 16) * K + k + i % 16];
    }
    __syncwarp();
    unsigned x[4], y[2];
    const auto at = [](const half* p) {
      return static_cast<unsigned>(__cvta_generic_to_shared(p));
    };
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
                 : "r"(at(&a_tile[lane % 16][lane / 16 * 8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];"
                 : "=r"(y[0]), "=r"(y[1])
                 : "r"(at(&b_tile[lane % 8][lane / 8 % 2 * 8])));
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
        "{%0,%1,%2,%3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    __syncwarp();
  }
  for (int i = 0; i < 4; ++i)
    c[(blockIdx.y * 16 + lane / 4 + i / 2 * 8) * N + blockIdx.x * 8 + lane % 4 * 2 + i % 2] =
        sum[i];
}

template <class T>
T* device_copy(const std::vector<T>& values) {
  T* data = nullptr;
  EXPECT_OK(cudaMalloc(&data, values.size() * sizeof(T)));
  EXPECT_OK(cudaMemcpy(data, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return data;
}

// Launches multiply(a, b, c), and compares.
template <class T, class Sum, class F>
bool is_product(F multiply) {
  std::vector<T> a, b;
  for (int i = 0; i < M * K; ++i) a.push_back(static_cast<T>(part<T>(i / K, i % K)));
  for (int i = 0; i < N * K; ++i) b.push_back(static_cast<T>(part<T>(i % K, i / K + 1)));
  T *const a_data = device_copy(a), *const b_data = device_copy(b);
  Sum* const c_data = device_copy(std::vector<Sum>(M * N));
  multiply(a_data, b_data, c_data);
  std::vector<Sum> c(M * N);
  EXPECT_OK(cudaMemcpy(c.data(), c_data, c.size() * sizeof(Sum), cudaMemcpyDeviceToHost));
  bool all = true;
  for (int i = 0; i < M; ++i) {
    for (int j = 0; j < N; ++j) {
      int sum = 0;
      for (int k = 0; k < K; ++k) sum += part<T>(i, k) * part<T>(k, j + 1);
      all = all && static_cast<int>(static_cast<float>(c[i * N + j])) == sum;
    }
  }
  EXPECT_OK(cudaFree(a_data));
  EXPECT_OK(cudaFree(b_data));
  EXPECT_OK(cudaFree(c_data));
  return all;
}

template <class T, class Sum>
bool is_product_from_global() {
  return is_product<T, Sum>([](const T* a, const T* b, Sum* c) {
    multiply_from_global<<<dim3(N / TILE, M / TILE), 32>>>(a, b, c);
  });
}

// Each lane's part of a matrix of 8 x 8, stored by one instruction and taken back by another.
__global__ void exchange_parts(unsigned* out) {
  __shared__ alignas(16) unsigned memory[8][4];
  const unsigned lane = threadIdx.x, part = lane << 16 | (lane + 100);
  const auto at = static_cast<unsigned>(__cvta_generic_to_shared(memory[lane % 8]));
  asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};" ::"r"(at), "r"(part)
               : "memory");
  __syncwarp();
  unsigned taken = 0;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
               : "=r"(taken)
               : "r"(at)
               : "memory");
  unsigned moved = 0;
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(moved) : "r"(part));
  out[lane] = taken == moved ? taken : ~0u;
}

void parts_are_transposed() {
  unsigned* out = nullptr;
  EXPECT_OK(cudaMalloc(&out, 32 * sizeof *out));
  exchange_parts<<<1, 32>>>(out);
  unsigned got[32];
  EXPECT_OK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT_OK(cudaFree(out));
  // Lane 4 * i + j has elements 2 * j and 2 * j + 1 of row i.
  const auto element = [](unsigned i, unsigned j) {
    const unsigned lane = i * 4 + j / 2;
    return j % 2 == 0 ? lane + 100 : lane;
  };
  bool all = true;
  for (unsigned lane = 0; lane < 32; ++lane) {
    const unsigned i = lane / 4, j = lane % 4 * 2;
    all = all && got[lane] == (element(j + 1, i) << 16 | element(j, i));
  }
  EXPECT(all);
}

}  // namespace

int main() {
  EXPECT((is_product_from_global<half, float>()));
  EXPECT((is_product_from_global<half, half>()));
  EXPECT((is_product_from_global<unsigned char, int>()));
  EXPECT((is_product<half, float>([](const half* a, const half* b, float* c) {
    multiply_from_shared<<<dim3(N / TILE, M / TILE), 32>>>(a, b, c);
  })));
  EXPECT((is_product<half, float>([](const half* a, const half* b, float* c) {
    multiply_by_ldmatrix<<<dim3(N / 8, M / 16), 32>>>(a, b, c);
  })));
  parts_are_transposed();
  return result();
}
