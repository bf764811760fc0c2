// A block's own part: what its threads load, combined to one value.
#pragma once

#include "operations.cuh"

#include <cstdint>

namespace chapter_06 {

// 16 bytes: what one load instruction brings to a lane.
template <typename T>
struct alignas(16) pack_of {
  static constexpr unsigned count = 16 / sizeof(T);
  T items[count];
};

// Past the L1 cache, for nothing is read twice.
template <typename T>
__device__ pack_of<T> load_pack(const T* from) {
  union {
    uint4 words;
    pack_of<T> pack;
  } loaded;
  asm volatile("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(loaded.words.x), "=r"(loaded.words.y), "=r"(loaded.words.z),
                 "=r"(loaded.words.w)
               : "l"(from));
  return loaded.pack;
}

// By pairs: half the depth of a row, and less rounding.
template <typename Operation, typename T>
__device__ T combine_pack(const pack_of<T>& pack) {
  if constexpr (pack_of<T>::count == 2) {
    return Operation::combine(pack.items[0], pack.items[1]);
  } else {
    return Operation::combine(Operation::combine(pack.items[0], pack.items[1]),
                              Operation::combine(pack.items[2], pack.items[3]));
  }
}

// Whether the hardware combines such registers over a warp by one instruction.
#if __CUDA_ARCH__ >= 800
template <typename T>
constexpr bool has_redux = std::is_integral_v<T> && sizeof(T) == 4;
#else
template <typename T>
constexpr bool has_redux = false;
#endif

// Each of the first `Lanes` lanes gets the value of them all, by one instruction (22) or in steps
// that halve; the other lanes must come along, with the identity.
template <typename Operation, unsigned Lanes, typename T>
__device__ T combine_lanes(T value) {
  constexpr unsigned whole = 0xFFFFFFFF;
  if constexpr (has_redux<T> && std::is_same_v<Operation, add>) {
    return __reduce_add_sync(whole, value);
  } else if constexpr (has_redux<T> && std::is_same_v<Operation, minimum>) {
    return __reduce_min_sync(whole, value);
  } else if constexpr (has_redux<T> && std::is_same_v<Operation, maximum>) {
    return __reduce_max_sync(whole, value);
  } else {
#pragma unroll
    for (unsigned distance = Lanes / 2; distance > 0; distance /= 2) {
      value = Operation::combine(value, __shfl_xor_sync(whole, value, distance));
    }
    return value;
  }
}

// Thread 0 gets the value of the block. All `Threads` threads must come; between two calls there
// must be a __syncthreads().
template <typename Operation, unsigned Threads, typename T>
__device__ T combine_block(T value) {
  constexpr unsigned warps = Threads / 32;
  __shared__ T of_warps[warps];
  value = combine_lanes<Operation, 32>(value);
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x < 32) {
    const T mine = threadIdx.x < warps ? of_warps[threadIdx.x] : Operation::template identity<T>;
    value = combine_lanes<Operation, warps>(mine);
  }
  return value;
}

// What this thread combines alone: packs of `Loads` loads at the same time, tile by tile, a grid
// apart; elements before the first boundary of 16 bytes and behind the last go to the grid's first
// threads. At most 2^32 elements.
template <typename Operation, unsigned Threads, unsigned Loads, typename T>
__device__ T combine_own(const T* data, std::uint64_t size) {
  constexpr unsigned per_pack = pack_of<T>::count;
  constexpr unsigned tile = Threads * Loads;
  const auto past_boundary = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(data) % 16);
  const unsigned to_boundary = (16 - past_boundary) % 16 / sizeof(T);
  const auto head = static_cast<unsigned>(to_boundary < size ? to_boundary : size);
  const T* body = data + head;
  const auto packs = static_cast<unsigned>((size - head) / per_pack);
  T value = Operation::template identity<T>;

  if (blockIdx.x == 0) {
    const std::uint64_t behind = head + std::uint64_t{per_pack} * packs + threadIdx.x;
    if (threadIdx.x < head) value = data[threadIdx.x];
    if (behind < size) value = Operation::combine(value, data[behind]);
  }

  for (unsigned base = blockIdx.x * tile; base < packs; base += gridDim.x * tile) {
    const unsigned first = base + threadIdx.x;
    pack_of<T> loaded[Loads];
    if (packs - base >= tile) {
#pragma unroll
      for (unsigned k = 0; k < Loads; ++k) {
        loaded[k] = load_pack(body + std::uint64_t{per_pack} * (first + k * Threads));
      }
#pragma unroll
      for (unsigned k = 0; k < Loads; ++k) {
        value = Operation::combine(value, combine_pack<Operation>(loaded[k]));
      }
    } else {
      for (unsigned i = first; i < packs; i += Threads) {
        const pack_of<T> one = load_pack(body + std::uint64_t{per_pack} * i);
        value = Operation::combine(value, combine_pack<Operation>(one));
      }
    }
  }
  return value;
}

}  // namespace chapter_06
