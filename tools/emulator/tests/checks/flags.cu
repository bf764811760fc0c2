// One thread writes, another waits for a flag and reads. Waiting blocks come behind those that they
// wait for.
#include "cases.hpp"

using namespace check_cases;

namespace {

enum class fence { none, of_block, of_device, of_system };

template <fence Fence>
__device__ void put_fence() {
  if (Fence == fence::of_block) __threadfence_block();
  if (Fence == fence::of_device) __threadfence();
  if (Fence == fence::of_system) __threadfence_system();
}

template <fence Writer, fence Reader>
__global__ void pass_by_volatile_flag(int* data, volatile int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 42;
    put_fence<Writer>();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    put_fence<Reader>();
    *out = *data;
  }
}

// The second block writes where the first one has read, and has told so without a fence.
template <bool Barrier, bool Reads>
__global__ void hand_over(int* data, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    if (Reads)
      out[threadIdx.x] = data[threadIdx.x];
    else
      data[threadIdx.x] = 7;
    if (Barrier) __syncthreads();
    if (threadIdx.x == 0) *flag = 1;
  } else {
    while (*flag == 0) {
    }
    data[threadIdx.x] = 42;
  }
}

// The data are volatile as well: nothing is a data race, though without fences the order is open.
__global__ void pass_volatile_data(volatile int* data, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    *out = *data;
  }
}

template <bool Fences>
__global__ void pass_by_atomics(int* data, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    if (Fences) __threadfence();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    if (Fences) __threadfence();
    *out = *data;
  }
}

// Looks once, at a flag that is no flag for the compiler.
__global__ void pass_by_plain_flag(int* data, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    __threadfence();
    *flag = 1;
  } else if (*flag == 1) {
    __threadfence();
    *out = *data;
  }
}

// The flag is set before the data are written.
__global__ void pass_flag_first(int* data, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    *flag = 1;
    __threadfence();
    *data = 42;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    *out = *data;
  }
}

// A block writes and its thread 0 tells, once all have written.
template <bool Barrier>
__global__ void pass_from_block_to_block(int* data, volatile int* flag, int* out) {
  const unsigned t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = t;
    if (Barrier) __syncthreads();
    if (t == 0) {
      __threadfence();
      *flag = 1;
    }
  } else {
    if (t == 0) {
      while (*flag == 0) {
      }
      __threadfence();
    }
    __syncthreads();
    out[t] = data[blockDim.x - 1 - t];
  }
}

// From block to block to block: the first one's data reach the last.
__global__ void pass_along(int* data, int* flags, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
  } else {
    while (atomicAdd(&flags[blockIdx.x - 1], 0) == 0) {
    }
    __threadfence();
    out[blockIdx.x] = *data;
  }
  __threadfence();
  atomicExch(&flags[blockIdx.x], 1);
}

// Between warps of a block, by a flag in shared memory.
template <fence Writer>
__global__ void pass_from_warp_to_warp(const int* in, int* out) {
  __shared__ int data;
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = *in;
    put_fence<Writer>();
    flag = 1;
  } else if (threadIdx.x == 32) {
    while (flag == 0) {
    }
    put_fence<fence::of_block>();
    *out = data;
  }
}

template <class Kernel>
void pass(Kernel kernel, unsigned blocks = 2, unsigned threads = 1) {
  auto data = ints(threads), flag = ints(blocks), out = ints(blocks * threads);
  kernel<<<blocks, threads>>>(data.data(), flag.data(), out.data());
}

// Nothing in the loop changes the flag: the compiler reads it once.
__global__ void wait_for_plain_flag(int* flag) {
  if (blockIdx.x == 0) {
    while (*flag == 0) {
    }
  } else {
    *flag = 1;
  }
}

}  // namespace

CASE(flag_behind_a_barrier_hands_over_what_was_read, "clean") {
  auto data = numbers(64), flag = ints(1), out = ints(64);
  hand_over<with, true><<<2, 64>>>(data.data(), flag.data(), out.data());
}
CASE(flag_without_a_barrier_does_not_hand_over_what_was_read, "race global") {
  auto data = numbers(64), flag = ints(1), out = ints(64);
  hand_over<without, true><<<2, 64>>>(data.data(), flag.data(), out.data());
}
CASE(flag_behind_a_barrier_does_not_hand_over_what_was_written, "race global") {
  auto data = numbers(64), flag = ints(1), out = ints(64);
  hand_over<with, false><<<2, 64>>>(data.data(), flag.data(), out.data());
}
CASE(flag_volatile_with_fences, "clean") {
  pass(pass_by_volatile_flag<fence::of_device, fence::of_device>);
}
CASE(flag_volatile_with_system_fences, "clean") {
  pass(pass_by_volatile_flag<fence::of_system, fence::of_system>);
}
CASE(flag_volatile_without_writers_fence, "race global") {
  pass(pass_by_volatile_flag<fence::none, fence::of_device>);
}
CASE(flag_volatile_without_readers_fence, "race global") {
  pass(pass_by_volatile_flag<fence::of_device, fence::none>);
}
CASE(flag_volatile_without_fences, "race global") {
  pass(pass_by_volatile_flag<fence::none, fence::none>);
}
CASE(flag_volatile_with_fence_of_block, "scope global") {
  pass(pass_by_volatile_flag<fence::of_block, fence::of_device>);
}
CASE(flag_volatile_read_behind_fence_of_block, "scope global") {
  pass(pass_by_volatile_flag<fence::of_device, fence::of_block>);
}
CASE(flag_and_data_volatile, "clean") { pass(pass_volatile_data); }
CASE(flag_atomic_with_fences, "clean") { pass(pass_by_atomics<with>); }
CASE(flag_atomic_without_fences, "race global") { pass(pass_by_atomics<without>); }
CASE(flag_plain, "race global") { pass(pass_by_plain_flag); }
CASE_FOR_EMULATOR(flag_plain_that_is_read_once, "deadlock, race global") {
  auto flag = ints(1);
  wait_for_plain_flag<<<2, 1>>>(flag.data());
}
CASE(flag_set_before_data, "race global") { pass(pass_flag_first); }
CASE(flag_for_a_block_of_data, "clean") { pass(pass_from_block_to_block<with>, 2, 64); }
CASE(flag_set_before_all_have_written, "race global") {
  pass(pass_from_block_to_block<without>, 2, 64);
}
CASE(flags_along_blocks, "clean") { pass(pass_along, 4); }
CASE(flag_in_shared_memory, "clean") {
  auto in = ints(1), out = ints(1);
  pass_from_warp_to_warp<fence::of_block><<<1, 64>>>(in.data(), out.data());
}
CASE(flag_in_shared_memory_without_fence, "race shared") {
  auto in = ints(1), out = ints(1);
  pass_from_warp_to_warp<fence::none><<<1, 64>>>(in.data(), out.data());
}
