// What parents, children and the host see of each other's writes. Each kernel stands for one
// sentence of the rules; `promises()` runs those that hold, `races()` those that only may.
#pragma once

#include <lockstep/lockstep.hpp>

#include <string>
#include <vector>

#include "delay.cuh"
#include "launches.cuh"

namespace visibility {

__constant__ int constant_value;

__global__ void read(const int* from, int* to) { *to = *from; }
__global__ void write(int* to, int value) { *to = value; }
__global__ void sum(const int* from, unsigned count, int* to) {
  int all = 0;
  for (unsigned i = 0; i < count; ++i) all += from[i];
  *to = all;
}

// ---- What holds

__global__ void writes_then_launches(int* data, int* seen) {
  *data = 1;
  read<<<1, 1>>>(data, seen);
}

__global__ void block_writes_then_launches(int* data, int* seen) {
  data[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) sum<<<1, 1>>>(data, blockDim.x, seen);
}

__global__ void read_constant(int* to) { *to = constant_value; }
__global__ void launches_reader_of_constant(int* seen) { read_constant<<<1, 1>>>(seen); }

// Children in one stream run one after the other. A block's plain launches share a stream.
__global__ void launches_writer_and_reader(int* data, int* seen) {
  write<<<1, 1>>>(data, 1);
  read<<<1, 1>>>(data, seen);
}

// A tail launch begins when its parent's blocks and all its other children have ended.
__global__ void tail_after_child(int* data, int* seen) {
  read<<<1, 1, 0, cudaStreamTailLaunch>>>(data, seen);
  write<<<1, 1, 0, cudaStreamFireAndForget>>>(data, 1);
}

__global__ void tail_after_all_blocks(int* data, int* seen) {
  if (blockIdx.x == 0) sum<<<1, 1, 0, cudaStreamTailLaunch>>>(data, gridDim.x, seen);
  data[blockIdx.x] = 1;
}

// A child is complete when its own children are.
__global__ void launches_writer(int* data) { write<<<1, 1>>>(data, 1); }
__global__ void tail_after_grandchild(int* data, int* seen) {
  launches_writer<<<1, 1>>>(data);
  read<<<1, 1, 0, cudaStreamTailLaunch>>>(data, seen);
}

__global__ void launches_launcher(int* data) { launches_writer<<<1, 1>>>(data); }

// ---- What a child must not be given: pointers to its parent's shared and local memory.
__global__ void which_memory(int* data, int* global, int* shared, int* local) {
  __shared__ int in_shared;
  int in_local = 0;
  *global = __isGlobal(data) != 0;
  *shared = __isGlobal(&in_shared) != 0;
  *local = __isGlobal(&in_local) != 0;
}

struct observation {
  std::string what;
  int expected, seen;
};

// One word, or several, that begin as 0.
inline lockstep::device_buffer<int> zeros(std::size_t count = 1) {
  return lockstep::device_buffer<int>(std::vector<int>(count, 0));
}

inline std::vector<observation> promises() {
  std::vector<observation> all;
  const auto with = [&](const char* what, int expected, std::size_t words, auto launch) {
    auto data = zeros(words);
    lockstep::device_buffer<int> seen(1);
    seen.poison();
    launch(data.data(), seen.data());
    CUDA_CHECK_LAUNCH();
    all.push_back({what, expected, seen.download()[0]});
  };
  with("child: what its launching thread wrote before the launch", 1, 1,
       [](int* data, int* seen) { writes_then_launches<<<1, 1>>>(data, seen); });
  with("child: what all 64 threads wrote before a barrier before the launch", 64, 64,
       [](int* data, int* seen) { block_writes_then_launches<<<1, 64>>>(data, seen); });
  const int value = 42;
  CUDA_CHECK(cudaMemcpyToSymbol(constant_value, &value, sizeof value));
  with("child: constant memory, which the host set", 42, 1,
       [](int*, int* seen) { launches_reader_of_constant<<<1, 1>>>(seen); });
  with("second child: what the first child in its stream wrote", 1, 1,
       [](int* data, int* seen) { launches_writer_and_reader<<<1, 1>>>(data, seen); });
  with("tail launch: what a fire-and-forget child wrote", 1, 1,
       [](int* data, int* seen) { tail_after_child<<<1, 1>>>(data, seen); });
  with("tail launch: what all 100 blocks of its parent wrote", 100, 100,
       [](int* data, int* seen) { tail_after_all_blocks<<<100, 1>>>(data, seen); });
  with("tail launch: what a grandchild wrote", 1, 1,
       [](int* data, int* seen) { tail_after_grandchild<<<1, 1>>>(data, seen); });

  auto data = zeros();
  launches_launcher<<<1, 1>>>(data.data());
  CUDA_CHECK_LAUNCH();
  all.push_back({"host: after it waited, what a grandchild wrote", 1, data.download()[0]});

  auto kinds = zeros(3);
  which_memory<<<1, 1>>>(data.data(), kinds.data(), kinds.data() + 1, kinds.data() + 2);
  CUDA_CHECK_LAUNCH();
  all.push_back({"__isGlobal of a pointer to global memory", 1, kinds.download()[0]});
  all.push_back(
      {"__isGlobal of a pointer to shared memory: not for a child", 0, kinds.download()[1]});
  all.push_back(
      {"__isGlobal of a pointer to local memory: not for a child", 0, kinds.download()[2]});
  return all;
}

// ---- What only may be. DELIBERATE RACES. `late`: nanoseconds by which those who write are late.

__global__ void launches_then_writes(int* data, int* seen, unsigned late) {
  read<<<1, 1>>>(data, seen);
  wait_nanoseconds(late);
  *data = 1;
}

__global__ void other_warps_write_without_barrier(int* data, int* seen, unsigned late) {
  if (threadIdx.x == 0) sum<<<1, 1>>>(data, blockDim.x, seen);
  if (threadIdx.x < 32) return;
  wait_nanoseconds(late);
  data[threadIdx.x] = 1;
}

__global__ void other_blocks_write(int* data, int* seen, unsigned late) {
  if (threadIdx.x > 0) return;
  if (blockIdx.x == 0) {
    sum<<<1, 1>>>(data, gridDim.x, seen);
  } else {
    wait_nanoseconds(late);
    data[blockIdx.x] = 1;
  }
}

// The book's question 3.7: when does a parent see what its child wrote? It looks, for a while.
__global__ void write_late(int* to, unsigned late) {
  wait_nanoseconds(late);
  *to = 1;
}
__global__ void parent_looks_for_child(int* data, int* seen, unsigned late) {
  write_late<<<1, 1, 0, cudaStreamFireAndForget>>>(data, late);
  *seen = 0;
  for (unsigned i = 0; i < 1000 && *seen == 0; ++i) *seen = atomicAdd(data, 0);
}

struct chance {
  std::string what;
  unsigned runs, seen, seen_late;
};

// How often each was seen whole in `runs` runs, undisturbed and with those who write late.
inline std::vector<chance> races(unsigned runs, unsigned late) {
  std::vector<chance> all;
  const auto count = [&](const char* what, int whole, std::size_t words, auto launch) {
    const auto seen_with = [&](unsigned nanoseconds) {
      unsigned times = 0;
      for (unsigned i = 0; i < runs; ++i) {
        auto data = zeros(words);
        auto seen = zeros();
        launch(data.data(), seen.data(), nanoseconds);
        CUDA_CHECK_LAUNCH();
        times += seen.download()[0] == whole;
      }
      return times;
    };
    const unsigned undisturbed = seen_with(0);
    all.push_back({what, runs, undisturbed, late == 0 ? 0 : seen_with(late)});
  };
  count("child: what its launching thread wrote after the launch", 1, 1,
        [](int* data, int* seen, unsigned ns) { launches_then_writes<<<1, 1>>>(data, seen, ns); });
  count("child: what 31 other warps wrote, without a barrier", 992, 1024,
        [](int* data, int* seen, unsigned ns) {
          other_warps_write_without_barrier<<<1, 1024>>>(data, seen, ns);
        });
  count("child: what 999 other blocks wrote", 999, 1000, [](int* data, int* seen, unsigned ns) {
    other_blocks_write<<<1000, 32>>>(data, seen, ns);
  });
  count(
      "parent: what its child wrote, while the parent runs", 1, 1,
      [](int* data, int* seen, unsigned ns) { parent_looks_for_child<<<1, 1>>>(data, seen, ns); });
  return all;
}

}  // namespace visibility
