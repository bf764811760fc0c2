// What programs use clusters for: bins, tiles and queues in the shared memory of other blocks.
#include <lockstep/buffer.hpp>

#include <cooperative_groups.h>

#include <vector>

#include "expect.hpp"

using lockstep::device_buffer;
namespace cg = cooperative_groups;

namespace {

// A histogram whose bins are spread over the blocks of a cluster.
__global__ void count_by_cluster(const int* data, unsigned n, int* bins, unsigned bins_of_block) {
  extern __shared__ int mine[];
  const cg::cluster_group cluster = cg::this_cluster();
  for (unsigned i = threadIdx.x; i < bins_of_block; i += blockDim.x) mine[i] = 0;
  cluster.sync();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const auto bin = static_cast<unsigned>(data[i]);
    atomicAdd(cluster.map_shared_rank(mine, bin / bins_of_block) + bin % bins_of_block, 1);
  }
  cluster.sync();
  for (unsigned i = threadIdx.x; i < bins_of_block; i += blockDim.x)
    atomicAdd(bins + cluster.block_rank() * bins_of_block + i, mine[i]);
}

void test_histogram() {
  constexpr unsigned n = 5000, bins = 64;
  std::vector<int> data(n), expected(bins);
  for (unsigned i = 0; i < n; ++i) ++expected[data[i] = i * i % bins];
  device_buffer<int> in(n), out(bins);
  in.upload(data);
  EXPECT_OK(
      cudaFuncSetAttribute(count_by_cluster, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  for (const unsigned size : {1u, 2u, 4u, 8u, 16u}) {
    EXPECT_OK(cudaMemset(out.data(), 0, out.bytes()));
    cudaLaunchAttribute cluster{};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim = {size, 1, 1};
    cudaLaunchConfig_t config{};
    config.gridDim = 16;
    config.blockDim = 64;
    config.dynamicSmemBytes = bins / size * sizeof(int);
    config.attrs = &cluster;
    config.numAttrs = 1;
    EXPECT_OK(cudaLaunchKernelEx(&config, count_by_cluster, static_cast<const int*>(in.data()), n,
                                 out.data(), bins / size));
    EXPECT(out.download() == expected);
  }
}

// A product whose blocks, in a column of the cluster, share the tiles of one operand.
constexpr unsigned TILE = 8, SIDE = 32;
__global__ void __cluster_dims__(1, 4, 1) multiply(const int* a, const int* b, int* c) {
  __shared__ int as[TILE][TILE], bs[TILE][TILE];
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
  int sum = 0;
  for (unsigned k = 0; k < SIDE; k += TILE) {
    as[y][x] = a[row * SIDE + k + x];
    if (cluster.block_rank() == 0) bs[y][x] = b[(k + y) * SIDE + column];
    cluster.sync();
    const auto* const tile = cluster.map_shared_rank(bs, 0);
    for (unsigned i = 0; i < TILE; ++i) sum += as[y][i] * tile[i][x];
    cluster.sync();
  }
  c[row * SIDE + column] = sum;
}

void test_product() {
  std::vector<int> a(SIDE * SIDE), b(a.size()), expected(a.size());
  for (unsigned i = 0; i < a.size(); ++i) {
    a[i] = i % 7;
    b[i] = i % 5;
  }
  for (unsigned i = 0; i < a.size(); ++i)
    for (unsigned k = 0; k < SIDE; ++k)
      expected[i] += a[i / SIDE * SIDE + k] * b[k * SIDE + i % SIDE];
  device_buffer<int> first(a.size()), second(a.size()), out(a.size());
  first.upload(a);
  second.upload(b);
  multiply<<<dim3(4, 4), dim3(TILE, TILE)>>>(first.data(), second.data(), out.data());
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(out.download() == expected);
}

// Tiles that go round in a cluster of two by two blocks, by PTX of its own.
__device__ unsigned own_address(const void* of) {
  return static_cast<unsigned>(__cvta_generic_to_shared(of));
}
__device__ unsigned address_in_block(const void* of, unsigned rank) {
  unsigned there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(there)
               : "r"(own_address(of)), "r"(rank));
  return there;
}
__device__ void meet() {
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}
__global__ void __cluster_dims__(2, 2, 1) go_round(unsigned* out) {
  __shared__ unsigned tiles[2][32];
  unsigned rank, blocks;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
  const unsigned t = threadIdx.x, block = blockIdx.y * gridDim.x + blockIdx.x;
  tiles[0][t] = 100 * block + t;
  meet();
  unsigned sum = 0;
  for (unsigned k = 0; k < blocks; ++k) {
    sum += tiles[k % 2][t];
    asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(
                     address_in_block(&tiles[(k + 1) % 2][t], (rank + 1) % blocks)),
                 "r"(tiles[k % 2][t])
                 : "memory");
    meet();
  }
  out[block * 32 + t] = sum;
}

void test_ring() {
  device_buffer<unsigned> out(16 * 32);
  go_round<<<dim3(4, 4), 32>>>(out.data());
  EXPECT_OK(cudaDeviceSynchronize());
  const auto found = out.download();
  for (unsigned i = 0; i < found.size(); ++i) {
    const unsigned block = i / 32, first = block / 8 * 8 + block % 4 / 2 * 2;
    EXPECT(found[i] == 100 * (4 * first + 0 + 1 + 4 + 5) + 4 * (i % 32));
  }
}

// The first block feeds the others by stores that signal an mbarrier of theirs.
__global__ void __cluster_dims__(4, 1, 1) feed(int* out, unsigned rounds) {
  __shared__ unsigned long long full, empty;
  __shared__ alignas(16) int2 data[32];
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank(), t = threadIdx.x;
  const unsigned full_here = own_address(&full), empty_here = own_address(&empty);
  if (t == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(full_here));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 3;" ::"r"(empty_here));
    asm volatile("fence.mbarrier_init.release.cluster;");
  }
  cluster.sync();
  const auto await = [](unsigned barrier, unsigned phase) {
    unsigned over = 0;
    while (over == 0)
      asm volatile(
          "{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2; "
          "selp.u32 %0, 1, 0, p; }"
          : "=r"(over)
          : "r"(barrier), "r"(phase)
          : "memory");
  };
  int sum = 0;
  for (unsigned k = 0; k < rounds; ++k) {
    if (rank == 0) {
      if (k > 0) await(empty_here, (k - 1) % 2);
      for (unsigned to = 1; to < 4; ++to)
        asm volatile(
            "st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.s32 [%0], {%1, %2}, [%3];" ::
                "r"(address_in_block(&data[t], to)),
            "r"(k * 1000 + t), "r"(to), "r"(address_in_block(&full, to))
            : "memory");
    } else {
      if (t == 0)
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;" ::"r"(full_here)
                     : "memory");
      await(full_here, k % 2);
      sum += data[t].x + data[t].y;
      __syncwarp();
      if (t == 0)
        asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(
                         address_in_block(&empty, 0))
                     : "memory");
    }
  }
  out[blockIdx.x * 32 + t] = sum;
  cluster.sync();
}

void test_feed() {
  device_buffer<int> out(8 * 32);
  feed<<<8, 32>>>(out.data(), 5);
  EXPECT_OK(cudaDeviceSynchronize());
  const auto found = out.download();
  for (unsigned i = 0; i < found.size(); ++i) {
    const int rank = i / 32 % 4, t = i % 32;
    EXPECT(found[i] == (rank == 0 ? 0 : 10000 + 5 * (t + rank)));
  }
}

}  // namespace

int main() {
  cudaDeviceProp properties{};
  EXPECT_OK(cudaGetDeviceProperties(&properties, 0));
  if (properties.major < 9) return result();
  test_histogram();
  test_product();
  test_ring();
  test_feed();
  return result();
}
