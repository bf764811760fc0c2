// Clusters: blocks that run together, wait for each other, and reach each other's shared memory.
#include <lockstep/buffer.hpp>

#include <cooperative_groups.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "expect.hpp"

using lockstep::device_buffer;
namespace cg = cooperative_groups;

namespace {

// Launches with clusters of a size that is chosen at run time.
struct cluster_launch {
  cluster_launch(dim3 grid, dim3 block, dim3 cluster, size_t shared = 0) {
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {cluster.x, cluster.y, cluster.z};
    config.gridDim = grid;
    config.blockDim = block;
    config.dynamicSmemBytes = shared;
    config.attrs = &attribute;
    config.numAttrs = 1;
  }
  cluster_launch(const cluster_launch&) = delete;
  cudaLaunchAttribute attribute{};
  cudaLaunchConfig_t config{};
};

__device__ unsigned special(int which) {
  unsigned value = 0;
  switch (which) {
#define SPECIAL(number, name)                             \
  case number:                                            \
    asm volatile("mov.u32 %0, %" name ";" : "=r"(value)); \
    break;
    SPECIAL(0, "%clusterid.x")
    SPECIAL(1, "%clusterid.y")
    SPECIAL(2, "%clusterid.z")
    SPECIAL(3, "%nclusterid.x")
    SPECIAL(4, "%nclusterid.y")
    SPECIAL(5, "%nclusterid.z")
    SPECIAL(6, "%cluster_ctaid.x")
    SPECIAL(7, "%cluster_ctaid.y")
    SPECIAL(8, "%cluster_ctaid.z")
    SPECIAL(9, "%cluster_nctaid.x")
    SPECIAL(10, "%cluster_nctaid.y")
    SPECIAL(11, "%cluster_nctaid.z")
    SPECIAL(12, "%cluster_ctarank")
    SPECIAL(13, "%cluster_nctarank")
#undef SPECIAL
    default:
      asm volatile("{ .reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p; }"
                   : "=r"(value));
  }
  return value;
}
constexpr int SPECIALS = 15;

__global__ void tell_place(unsigned* out) {
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  for (int i = 0; i < SPECIALS; ++i) out[block * SPECIALS + i] = special(i);
}

std::vector<unsigned> places(dim3 grid, dim3 cluster, bool explicitly) {
  std::vector<unsigned> wanted;
  for (unsigned z = 0; z < grid.z; ++z)
    for (unsigned y = 0; y < grid.y; ++y)
      for (unsigned x = 0; x < grid.x; ++x) {
        const unsigned cx = x % cluster.x, cy = y % cluster.y, cz = z % cluster.z;
        const unsigned all[] = {x / cluster.x,
                                y / cluster.y,
                                z / cluster.z,
                                grid.x / cluster.x,
                                grid.y / cluster.y,
                                grid.z / cluster.z,
                                cx,
                                cy,
                                cz,
                                cluster.x,
                                cluster.y,
                                cluster.z,
                                cx + cluster.x * (cy + cluster.y * cz),
                                cluster.x * cluster.y * cluster.z,
                                explicitly};
        wanted.insert(wanted.end(), std::begin(all), std::end(all));
      }
  return wanted;
}

void test_places() {
  const dim3 grid(4, 6, 2), cluster(2, 3, 1);
  device_buffer<unsigned> out(48 * SPECIALS);
  tell_place<<<grid, 1>>>(out.data());
  EXPECT(out.download() == places(grid, {1, 1, 1}, false));
  cluster_launch launch(grid, 1, cluster);
  EXPECT_OK(cudaLaunchKernelEx(&launch.config, tell_place, out.data()));
  EXPECT(out.download() == places(grid, cluster, true));
}

// -- Distributed shared memory through cooperative groups

constexpr int THREADS = 64;

// Each block sums its part; block 0 of the cluster collects the sums from the others' memory.
__global__ void sum_by_cluster(const int* in, int n, int* sums) {
  __shared__ int partial;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) partial = 0;
  __syncthreads();
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += in[i];
  atomicAdd(&partial, sum);
  cluster.sync();
  if (cluster.block_rank() == 0 && threadIdx.x < 32) {
    int part = 0;
    if (threadIdx.x < cluster.num_blocks()) part = *cluster.map_shared_rank(&partial, threadIdx.x);
    for (int offset = 16; offset > 0; offset /= 2) part += __shfl_down_sync(~0u, part, offset);
    if (threadIdx.x == 0) sums[blockIdx.x / cluster.num_blocks()] = part;
  }
  cluster.sync();  // nobody's memory goes while it is read
}

__global__ void __cluster_dims__(4, 1, 1) sum_by_four(const int* in, int n, int* sum) {
  __shared__ int total;
  const cg::cluster_group cluster = cg::this_cluster();
  if (cluster.thread_rank() == 0) total = 0;
  cluster.sync();
  int mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    mine += in[i];
  atomicAdd(cluster.map_shared_rank(&total, 0), mine);
  cluster.sync();
  if (cluster.thread_rank() == 0) atomicAdd(sum, total);
}

void test_sums() {
  constexpr int N = 10'000, BLOCKS = 16;
  std::vector<int> values(N);
  std::iota(values.begin(), values.end(), -17);
  const int wanted = std::accumulate(values.begin(), values.end(), 0);
  const device_buffer<int> in(values);
  EXPECT_OK(
      cudaFuncSetAttribute(sum_by_cluster, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  for (const unsigned size : {1u, 2u, 4u, 8u, 16u}) {
    device_buffer<int> sums(std::vector<int>(BLOCKS / size));
    cluster_launch launch(BLOCKS, THREADS, size);
    EXPECT_OK(cudaLaunchKernelEx(&launch.config, sum_by_cluster, static_cast<const int*>(in.data()),
                                 N, sums.data()));
    const std::vector<int> got = sums.download();
    EXPECT(std::accumulate(got.begin(), got.end(), 0) == wanted);
  }
  device_buffer<int> sum(std::vector<int>{0});
  sum_by_four<<<BLOCKS, THREADS>>>(in.data(), N, sum.data());
  EXPECT(sum.download()[0] == wanted);
}

// -- By address

// Each thread writes to the right neighbour's shared memory, by generic and by shared addresses,
// with vectors and atomic operations.
__global__ void pass_on(uint4* out, unsigned* ranks) {
  extern __shared__ uint4 row[];
  __shared__ unsigned count;
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank(), right = (rank + 1) % cluster.num_blocks();
  if (threadIdx.x == 0) count = 0;
  cluster.sync();
  const auto local = static_cast<unsigned>(__cvta_generic_to_shared(row + threadIdx.x));
  unsigned there, of_there, of_mine;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(local), "r"(right));
  asm volatile("getctarank.shared::cluster.u32 %0, %1;" : "=r"(of_there) : "r"(there));
  asm volatile("getctarank.shared::cluster.u32 %0, %1;" : "=r"(of_mine) : "r"(local));
  const unsigned value = rank * 1000 + threadIdx.x;
  asm volatile("st.shared::cluster.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(there), "r"(value),
               "r"(value + 1), "r"(of_there), "r"(of_mine)
               : "memory");
  unsigned* const counter = cluster.map_shared_rank(&count, right);
  atomicAdd(counter, 1);
  unsigned count_there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(count_there)
               : "r"(static_cast<unsigned>(__cvta_generic_to_shared(&count))), "r"(right));
  asm volatile("red.relaxed.cluster.shared::cluster.add.u32 [%0], 2;" ::"r"(count_there)
               : "memory");
  cluster.sync();
  const unsigned block = blockIdx.x;
  out[block * blockDim.x + threadIdx.x] = row[threadIdx.x];
  if (threadIdx.x == 0) {
    ranks[3 * block] = count;
    ranks[3 * block + 1] = cluster.query_shared_rank(counter);
    ranks[3 * block + 2] = __isShared(counter) ? 1 : 0;
  }
  cluster.sync();
}

void test_addresses() {
  constexpr unsigned BLOCKS = 8, SIZE = 4;
  device_buffer<uint4> out(BLOCKS * THREADS);
  device_buffer<unsigned> ranks(3 * BLOCKS);
  cluster_launch launch(BLOCKS, THREADS, SIZE, THREADS * sizeof(uint4));
  EXPECT_OK(cudaLaunchKernelEx(&launch.config, pass_on, out.data(), ranks.data()));
  const std::vector<uint4> got = out.download();
  const std::vector<unsigned> told = ranks.download();
  bool right = true;
  for (unsigned block = 0; block < BLOCKS; ++block) {
    const unsigned rank = block % SIZE, left = (rank + SIZE - 1) % SIZE;
    for (unsigned t = 0; t < THREADS; ++t) {
      const uint4 v = got[block * THREADS + t];
      right &= v.x == left * 1000 + t && v.y == v.x + 1 && v.z == rank && v.w == left;
    }
    right &= told[3 * block] == 3 * THREADS && told[3 * block + 1] == (rank + 1) % SIZE;
  }
  EXPECT(right);
}

// -- Barriers

// Arrives early, works, waits late; some threads leave at once and are not waited for.
__global__ void split_barrier(int* out, int rounds) {
  __shared__ int value;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x % 4 == 3) return;
  const unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
  int sum = 0;
  for (int i = 0; i < rounds; ++i) {
    if (threadIdx.x == 0) value = i * 10 + static_cast<int>(cluster.block_rank());
    asm volatile("barrier.cluster.arrive.release;" ::: "memory");
    sum += i;  // not in the way of anybody
    asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
    sum += *cluster.map_shared_rank(&value, next);
    asm volatile("barrier.cluster.arrive;" ::: "memory");
    asm volatile("barrier.cluster.wait;" ::: "memory");
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

void test_barriers() {
  constexpr int ROUNDS = 20, SIZE = 3, BLOCKS = 6;
  device_buffer<int> out(std::vector<int>(BLOCKS * THREADS, -1));
  cluster_launch launch(BLOCKS, THREADS, SIZE);
  EXPECT_OK(cudaLaunchKernelEx(&launch.config, split_barrier, out.data(), ROUNDS));
  const std::vector<int> got = out.download();
  bool right = true;
  for (int i = 0; i < BLOCKS * THREADS; ++i) {
    const int next = (i / THREADS + 1) % SIZE;
    right &= got[i] == (i % 4 == 3 ? -1 : 11 * (ROUNDS * (ROUNDS - 1) / 2) + ROUNDS * next);
  }
  EXPECT(right);
}

// Every thread of the cluster arrives at an mbarrier of block 0, which alone waits for them.
__global__ void remote_arrivals(int* out) {
  __shared__ unsigned long long barrier;
  __shared__ int values[4];
  const cg::cluster_group cluster = cg::this_cluster();
  const auto mine = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
  if (cluster.thread_rank() == 0)
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(mine), "r"(cluster.num_threads()));
  cluster.sync();
  if (threadIdx.x == 0)
    *cluster.map_shared_rank(&values[cluster.block_rank()], 0) =
        static_cast<int>(cluster.block_rank() + 1);
  unsigned first;
  asm volatile("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(first) : "r"(mine));
  asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(first)
               : "memory");
  if (cluster.block_rank() == 0) {
    unsigned done = 0;
    while (done == 0) {
      asm volatile(
          "{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], 0; "
          "selp.u32 %0, 1, 0, p; }"
          : "=r"(done)
          : "r"(mine)
          : "memory");
    }
    int sum = 0;
    for (unsigned i = 0; i < cluster.num_blocks(); ++i) sum += values[i];
    out[blockIdx.x / cluster.num_blocks() * blockDim.x + threadIdx.x] = sum;
  }
  cluster.sync();
}

void test_remote_arrivals() {
  device_buffer<int> out(2 * 32);
  cluster_launch launch(8, 32, 4);
  EXPECT_OK(cudaLaunchKernelEx(&launch.config, remote_arrivals, out.data()));
  EXPECT(out.download() == std::vector<int>(2 * 32, 1 + 2 + 3 + 4));
}

// -- What may be asked for

__global__ void nothing() {}
__global__ void __cluster_dims__(2, 1, 1) nothing_by_two() {}

cudaError_t launched(void (*kernel)(), dim3 grid, dim3 cluster) {
  cluster_launch launch(grid, 32, cluster);
  const cudaError_t error = cudaLaunchKernelEx(&launch.config, kernel);
  cudaGetLastError();
  return error;
}

void test_requests() {
  EXPECT_OK(launched(nothing, 8, 8));
  EXPECT_CODE(launched(nothing, 9, 2), cudaErrorInvalidClusterSize);
  EXPECT_CODE(launched(nothing, 16, 16), cudaErrorInvalidClusterSize);
  EXPECT_CODE(launched(nothing_by_two, 8, 4), cudaErrorInvalidClusterSize);
  EXPECT_OK(launched(nothing_by_two, 8, 2));
  nothing_by_two<<<3, 32>>>();
  EXPECT_CODE(cudaGetLastError(), cudaErrorInvalidClusterSize);
  nothing_by_two<<<4, 32>>>();
  EXPECT_OK(cudaGetLastError());

  cudaFuncAttributes attributes;
  EXPECT_OK(cudaFuncGetAttributes(&attributes, nothing_by_two));
  EXPECT(attributes.clusterDimMustBeSet == 1 && attributes.requiredClusterWidth == 2 &&
         attributes.requiredClusterHeight == 1 && attributes.requiredClusterDepth == 1);

  cluster_launch launch(16, 128, 2);
  int size = 0, clusters = 0, multiprocessors = 0;
  EXPECT_OK(cudaOccupancyMaxPotentialClusterSize(&size, nothing, &launch.config));
  EXPECT(size == 8);
  EXPECT_OK(cudaFuncSetAttribute(nothing, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  EXPECT_OK(cudaOccupancyMaxPotentialClusterSize(&size, nothing, &launch.config));
  EXPECT(size == 16);
  EXPECT_OK(launched(nothing, 16, 16));
  EXPECT_OK(cudaOccupancyMaxActiveClusters(&clusters, nothing, &launch.config));
  EXPECT_OK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  EXPECT(clusters > 0 && clusters <= multiprocessors * 16 / 2);
  EXPECT_OK(cudaDeviceSynchronize());
}

void test_in_graph() {
  const device_buffer<int> in(std::vector<int>(1000, 3));
  device_buffer<int> sum(std::vector<int>{0});
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  EXPECT_OK(cudaStreamCreate(&stream));
  EXPECT_OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  sum_by_four<<<8, THREADS, 0, stream>>>(in.data(), 1000, sum.data());
  EXPECT_OK(cudaStreamEndCapture(stream, &graph));
  EXPECT_OK(cudaGraphInstantiate(&executable, graph, 0));
  EXPECT_OK(cudaGraphLaunch(executable, stream));
  EXPECT_OK(cudaGraphLaunch(executable, stream));
  EXPECT_OK(cudaStreamSynchronize(stream));
  EXPECT(sum.download()[0] == 6000);
  EXPECT_OK(cudaGraphExecDestroy(executable));
  EXPECT_OK(cudaGraphDestroy(graph));
  EXPECT_OK(cudaStreamDestroy(stream));
}

}  // namespace

int main() {
  int clusters = 0;
  EXPECT_OK(cudaDeviceGetAttribute(&clusters, cudaDevAttrClusterLaunch, 0));
  if (clusters == 0) {
    EXPECT_CODE(launched(nothing, 8, 8), cudaErrorNotSupported);
    return result();
  }
  test_places();
  test_sums();
  test_addresses();
  test_barriers();
  test_remote_arrivals();
  test_requests();
  test_in_graph();
  return result();
}
