// cuda::barrier, cuda::pipeline and the asynchronous copies of libcu++ and cooperative groups.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include <cuda/barrier>
#include <cuda/pipeline>
#include <numeric>
#include <vector>

#include "expect.hpp"

namespace cg = cooperative_groups;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;

namespace {

constexpr int THREADS = 128;

// Copies a tile with an asynchronous copy and gives it back in reverse order.
__global__ void copy_by_barrier(const int* in, int* out) {
  __shared__ alignas(16) int tile[4 * THREADS];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ block_barrier ready;
  const auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&ready, block.size());
  block.sync();
  for (int round = 0; round < 3; ++round) {
    cuda::memcpy_async(block, tile, in + round, sizeof(int) * 4 * THREADS - 16, ready);
    ready.arrive_and_wait();
    if (round == 2) out[threadIdx.x] = tile[4 * THREADS - 5 - threadIdx.x];
    auto token = ready.arrive();
    ready.wait(std::move(token));
  }
}

__global__ void copy_aligned(const int4* in, int4* out) {
  __shared__ int4 tile[THREADS];
  __shared__ block_barrier ready;
  if (threadIdx.x == 0) init(&ready, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(tile + threadIdx.x, in + threadIdx.x, cuda::aligned_size_t<16>(16), ready);
  ready.arrive_and_wait();
  out[threadIdx.x] = tile[THREADS - 1 - threadIdx.x];
}

// Two stages: while one tile is used the next one is on its way.
__global__ void copy_by_pipeline(const int* in, int* out, int tiles) {
  constexpr int STAGES = 2;
  __shared__ int tile[STAGES][THREADS];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
  const auto block = cg::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  for (int used = 0, asked = 0; used < tiles; ++used) {
    for (; asked < tiles && asked < used + STAGES; ++asked) {
      pipeline.producer_acquire();
      cuda::memcpy_async(block, tile[asked % STAGES], in + asked * THREADS, sizeof(int) * THREADS,
                         pipeline);
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    out[used * THREADS + threadIdx.x] = tile[used % STAGES][THREADS - 1 - threadIdx.x];
    pipeline.consumer_release();
  }
}

__global__ void copy_by_thread_pipeline(const int* in, int* out) {
  __shared__ int tile[THREADS];
  auto pipeline = cuda::make_pipeline();
  pipeline.producer_acquire();
  cuda::memcpy_async(tile + threadIdx.x, in + threadIdx.x, sizeof(int), pipeline);
  pipeline.producer_commit();
  pipeline.consumer_wait();
  out[threadIdx.x] = tile[threadIdx.x] + 1;
  pipeline.consumer_release();
}

__global__ void copy_by_group(const int* in, int* out) {
  __shared__ int tile[THREADS];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in, sizeof(int) * THREADS);
  cg::wait(block);
  out[threadIdx.x] = tile[threadIdx.x ^ 1];
}

// Half of the block produces, the other half consumes; who has produced all drops out.
__global__ void produce_and_consume(int* out) {
  __shared__ block_barrier filled, emptied;
  __shared__ int slot[THREADS / 2];
  if (threadIdx.x == 0) {
    init(&filled, THREADS);
    init(&emptied, THREADS);
  }
  __syncthreads();
  const bool produces = threadIdx.x >= THREADS / 2;
  const int lane = threadIdx.x % (THREADS / 2);
  int sum = 0;
  for (int round = 0; round < 4; ++round) {
    if (produces) {
      if (round > 0) emptied.arrive_and_wait();
      slot[lane] = round * 1000 + lane;
      (void)filled.arrive();
    } else {
      filled.arrive_and_wait();
      sum += slot[lane];
      if (round < 3) (void)emptied.arrive();
    }
  }
  if (!produces) out[lane] = sum;
}

__global__ void copy_in_bulk(const int* in, int* out) {
  __shared__ alignas(128) int tile[4 * THREADS];
  __shared__ block_barrier ready;
  if (threadIdx.x == 0) init(&ready, blockDim.x);
  __syncthreads();
  block_barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::memcpy_async(tile, in, cuda::aligned_size_t<16>(sizeof tile), ready);
    token = ready.arrive();
  } else {
    token = ready.arrive();
  }
  ready.wait(std::move(token));
  for (int i = threadIdx.x; i < 4 * THREADS; i += THREADS) out[i] = tile[4 * THREADS - 1 - i];
}

struct arrays {
  arrays() {
    std::iota(numbers.begin(), numbers.end(), 10);
    cudaMalloc(&in, sizeof(int) * SIZE);
    cudaMalloc(&out, sizeof(int) * SIZE);
    cudaMemcpy(in, numbers.data(), sizeof(int) * SIZE, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof(int) * SIZE);
  }
  ~arrays() {
    cudaFree(in);
    cudaFree(out);
  }
  std::vector<int> result() {
    EXPECT_OK(cudaDeviceSynchronize());
    std::vector<int> copy(SIZE);
    cudaMemcpy(copy.data(), out, sizeof(int) * SIZE, cudaMemcpyDeviceToHost);
    return copy;
  }
  static constexpr int SIZE = 8 * THREADS;
  std::vector<int> numbers = std::vector<int>(SIZE);
  int *in = nullptr, *out = nullptr;
};

template <class F>
bool all(int count, F holds) {
  for (int i = 0; i < count; ++i)
    if (!holds(i)) return false;
  return true;
}

}  // namespace

int main() {
  {
    arrays a;
    copy_by_barrier<<<1, THREADS>>>(a.in, a.out);
    const auto r = a.result();
    EXPECT(all(THREADS, [&](int i) { return r[i] == 10 + 2 + 4 * THREADS - 5 - i; }));
  }
  {
    arrays a;
    copy_aligned<<<1, THREADS>>>(reinterpret_cast<const int4*>(a.in),
                                 reinterpret_cast<int4*>(a.out));
    const auto r = a.result();
    EXPECT(all(THREADS, [&](int i) { return r[4 * i + 1] == 10 + 4 * (THREADS - 1 - i) + 1; }));
  }
  {
    arrays a;
    copy_by_pipeline<<<1, THREADS>>>(a.in, a.out, 8);
    const auto r = a.result();
    EXPECT(all(8 * THREADS, [&](int i) {
      return r[i] == 10 + i / THREADS * THREADS + THREADS - 1 - i % THREADS;
    }));
  }
  {
    arrays a;
    copy_by_thread_pipeline<<<1, THREADS>>>(a.in, a.out);
    const auto r = a.result();
    EXPECT(all(THREADS, [&](int i) { return r[i] == 11 + i; }));
  }
  {
    arrays a;
    copy_by_group<<<1, THREADS>>>(a.in, a.out);
    const auto r = a.result();
    EXPECT(all(THREADS, [&](int i) { return r[i] == 10 + (i ^ 1); }));
  }
  {
    arrays a;
    produce_and_consume<<<1, THREADS>>>(a.out);
    const auto r = a.result();
    EXPECT(all(THREADS / 2, [&](int i) { return r[i] == 6000 + 4 * i; }));
  }
  {
    arrays a;
    copy_in_bulk<<<1, THREADS>>>(a.in, a.out);
    const auto r = a.result();
    EXPECT(all(4 * THREADS, [&](int i) { return r[i] == 10 + 4 * THREADS - 1 - i; }));
  }
  return result();
}
