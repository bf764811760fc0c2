// Programmatic dependent launch: a kernel that may begin before the one in front of it has ended,
// and says where it needs its results. Also instructions that such kernels use beside.
#include <lockstep/buffer.hpp>

#include <numeric>
#include <vector>

#include "expect.hpp"

using lockstep::device_buffer;

namespace {

constexpr int THREADS = 128, BLOCKS = 8, N = THREADS * BLOCKS;

__global__ void produce(int* data, int value) {
  cudaTriggerProgrammaticLaunchCompletion();
  data[blockIdx.x * THREADS + threadIdx.x] = value + static_cast<int>(threadIdx.x);
}

__global__ void consume(const int* data, int* sums) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  cudaGridDependencySynchronize();
  atomicAdd(&sum, data[blockIdx.x * THREADS + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) sums[blockIdx.x] += sum;
}

// The launch may overlap with what stands before it in the stream.
void launch_consume(const int* data, int* sums, cudaStream_t stream) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = BLOCKS;
  config.blockDim = THREADS;
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  EXPECT_OK(cudaLaunchKernelEx(&config, consume, data, sums));
}

constexpr int block_sum(int value) { return THREADS * value + THREADS * (THREADS - 1) / 2; }

void test_in_stream() {
  device_buffer<int> data(N), sums{std::vector<int>(BLOCKS)};
  cudaStream_t stream;
  EXPECT_OK(cudaStreamCreate(&stream));
  for (const int value : {1, 20, 300}) {
    produce<<<BLOCKS, THREADS, 0, stream>>>(data.data(), value);
    launch_consume(data.data(), sums.data(), stream);
  }
  EXPECT_OK(cudaStreamSynchronize(stream));
  EXPECT(sums.download() ==
         std::vector<int>(BLOCKS, block_sum(1) + block_sum(20) + block_sum(300)));
  EXPECT_OK(cudaStreamDestroy(stream));
}

void test_in_graph() {
  device_buffer<int> data(N), sums{std::vector<int>(BLOCKS)};
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  EXPECT_OK(cudaStreamCreate(&stream));
  EXPECT_OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  produce<<<BLOCKS, THREADS, 0, stream>>>(data.data(), 7);
  launch_consume(data.data(), sums.data(), stream);
  produce<<<BLOCKS, THREADS, 0, stream>>>(data.data(), 11);
  launch_consume(data.data(), sums.data(), stream);
  EXPECT_OK(cudaStreamEndCapture(stream, &graph));
  EXPECT_OK(cudaGraphInstantiate(&executable, graph, 0));
  for (int i = 0; i < 3; ++i) EXPECT_OK(cudaGraphLaunch(executable, stream));
  EXPECT_OK(cudaStreamSynchronize(stream));
  EXPECT(sums.download() == std::vector<int>(BLOCKS, 3 * (block_sum(7) + block_sum(11))));
  EXPECT_OK(cudaGraphExecDestroy(executable));
  EXPECT_OK(cudaGraphDestroy(graph));
  EXPECT_OK(cudaStreamDestroy(stream));
}

// A tile comes by one copy in bulk, its sum goes by redux and one atomic operation of 64 bits;
// loads pass the caches by, and name policies.
__global__ void sum_tile(const int* in, unsigned long long* packed) {
  __shared__ alignas(16) int tile[THREADS];
  __shared__ unsigned long long barrier;
  const auto to = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  const auto at = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
  const int* from = in + blockIdx.x * THREADS;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at));
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at),
                 "r"(unsigned(sizeof tile))
                 : "memory");
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
            "r"(to),
        "l"(from), "r"(unsigned(sizeof tile)), "r"(at)
        : "memory");
  }
  __syncthreads();
  unsigned done = 0;
  while (done == 0)
    asm volatile(
        "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; "
        "selp.u32 %0, 1, 0, p; }"
        : "=r"(done)
        : "r"(at)
        : "memory");
  int x, y, z, w;
  unsigned long long policy;
  asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
  asm volatile("ld.global.nc.L1::no_allocate.L2::256B.v4.s32 {%0, %1, %2, %3}, [%4];"
               : "=r"(x), "=r"(y), "=r"(z), "=r"(w)
               : "l"(from + threadIdx.x / 4 * 4));
  int again;
  asm volatile("ld.global.L2::cache_hint.s32 %0, [%1], %2;"
               : "=r"(again)
               : "l"(from + threadIdx.x), "l"(policy));
  asm volatile("prefetch.global.L2 [%0];" ::"l"(from));
  const int part = static_cast<int>(threadIdx.x % 4);
  const int mine = part == 0 ? x : part == 1 ? y : part == 2 ? z : w;
  const int sum = __reduce_add_sync(~0u, tile[threadIdx.x] + again + mine);
  unsigned elected;
  asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }"
               : "=r"(elected));
  if (elected != 0) atomicAdd(packed, (1ull << 32) + static_cast<unsigned>(sum));
}

void test_sum() {
  std::vector<int> values(N);
  std::iota(values.begin(), values.end(), 1);
  const device_buffer<int> in(values);
  device_buffer<unsigned long long> packed(std::vector<unsigned long long>{0});
  sum_tile<<<BLOCKS, THREADS>>>(in.data(), packed.data());
  EXPECT(packed.download()[0] ==
         (static_cast<unsigned long long>(N / 32) << 32) + 3ull * N * (N + 1) / 2);
}

}  // namespace

int main() {
  test_in_stream();
  test_in_graph();
  test_sum();
  return result();
}
