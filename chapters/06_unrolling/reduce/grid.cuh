// From the values of all blocks to one, within the launch: two ways, by type and operation.
#pragma once

#include "block.cuh"

namespace chapter_06 {

// Between launches all zero; every launch leaves it so.
struct workspace {
  unsigned long long* packed;
  unsigned long long* words;  // one for each 4 bytes of a block's value
};

// A sum of 32-bit integers: value and count of blocks in one word (23). The order of the blocks
// does not show.
template <typename Operation, typename T>
constexpr bool packs_into_a_word = std::is_same_v<Operation, add>&& std::is_integral_v<T> &&
                                   sizeof(T) == 4;

// Called by thread 0 of every block.
template <typename T>
__device__ void combine_by_packed_word(T value, T* result, const workspace& space) {
  const auto upper = static_cast<unsigned long long>(static_cast<unsigned>(value)) << 32;
  const unsigned long long before = atomicAdd(space.packed, upper | 1u);
  if (static_cast<unsigned>(before) == gridDim.x - 1) {
    *result = static_cast<T>(static_cast<unsigned>((before + upper) >> 32));
    *space.packed = 0;
  }
}

// Anything else: every block leaves its value beside a flag, in one word of 64 bits, which is
// written and read whole, so no fence is needed (PTX ISA, memory consistency model: single-copy
// atomicity); a value of 64 bits in two such words. The last block waits for each and combines them
// in the order of the blocks: the same bits in every run.
constexpr unsigned long long is_there = 1;

__device__ inline void leave(unsigned long long* at, unsigned half) {
  const unsigned long long word = static_cast<unsigned long long>(half) << 32 | is_there;
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(at), "l"(word) : "memory");
}

// Words of 64 bits that a value takes.
template <typename T>
constexpr unsigned words_of = sizeof(T) / 4;

template <typename T>
__device__ void leave_value(T value, unsigned long long* words, unsigned block) {
  unsigned halves[words_of<T>];
  memcpy(halves, &value, sizeof value);
  for (unsigned i = 0; i < words_of<T>; ++i) leave(words + words_of<T> * block + i, halves[i]);
}

// Waits for `Count` values, of blocks `first`, `first + apart`, ... below `end`, all asked for at
// the same time; puts the words back to zero. Of blocks that are not there: the identity.
template <typename Operation, unsigned Count, typename T>
__device__ T take_values(unsigned long long* words, unsigned first, unsigned apart, unsigned end) {
  constexpr unsigned each = words_of<T>;
  unsigned long long found[Count * each];
  bool all_there = false;
  while (!all_there) {
    all_there = true;
#pragma unroll
    for (unsigned i = 0; i < Count * each; ++i) {
      const unsigned block = first + i / each * apart;
      found[i] = is_there;
      if (block < end) {
        asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];"
                     : "=l"(found[i])
                     : "l"(words + each * block + i % each)
                     : "memory");
      }
    }
#pragma unroll
    for (unsigned i = 0; i < Count * each; ++i) all_there = all_there && (found[i] & is_there) != 0;
  }
  T value = Operation::template identity<T>;
#pragma unroll
  for (unsigned k = 0; k < Count; ++k) {
    const unsigned block = first + k * apart;
    if (block >= end) break;
    unsigned halves[each];
    for (unsigned i = 0; i < each; ++i) {
      halves[i] = static_cast<unsigned>(found[k * each + i] >> 32);
      words[each * block + i] = 0;
    }
    T one;
    memcpy(&one, halves, sizeof one);
    value = Operation::combine(value, one);
  }
  return value;
}

// Called by all threads of every block; `value` counts in thread 0. The last block looks at
// `AtOnce` words of each thread at a time: with many blocks that saves waiting, with few it costs
// registers.
template <typename Operation, unsigned Threads, unsigned AtOnce, typename T>
__device__ void combine_by_flags(T value, T* result, const workspace& space) {
  if (blockIdx.x != gridDim.x - 1) {
    if (threadIdx.x == 0) leave_value(value, space.words, blockIdx.x);
    return;
  }
  T all = threadIdx.x == 0 ? value : Operation::template identity<T>;
  const unsigned others = gridDim.x - 1;
  for (unsigned first = threadIdx.x; first < others; first += AtOnce * Threads) {
    const T some = take_values<Operation, AtOnce, T>(space.words, first, Threads, others);
    all = Operation::combine(all, some);
  }
  __syncthreads();  // combine_block is called a second time
  all = combine_block<Operation, Threads>(all);
  if (threadIdx.x == 0) *result = all;
}

// *result = all elements combined. One launch. If it comes early (24), only `data` is touched
// before the launch before is over.
template <typename Operation, unsigned Threads, unsigned Loads, typename T>
__global__ void __launch_bounds__(Threads)
    combine_all(const T* data, std::uint64_t size, T* result, workspace space) {
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
#endif
  const T own = combine_own<Operation, Threads, Loads>(data, size);
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
  const T value = combine_block<Operation, Threads>(own);
  if constexpr (packs_into_a_word<Operation, T>) {
    if (threadIdx.x == 0) combine_by_packed_word(value, result, space);
  } else {
    combine_by_flags<Operation, Threads, Loads == 8 ? 8 : 1>(value, result, space);
  }
}

// The same by one block, for an input at a boundary of 16 bytes that it reads at once: no loop, one
// ragged end, nobody to meet. At 2^12 elements that saves a seventh of the time on an H200.
template <typename Operation, unsigned Threads, unsigned Loads, typename T>
__global__ void __launch_bounds__(Threads) combine_few(const T* data, unsigned size, T* result) {
  constexpr unsigned per_pack = pack_of<T>::count;
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
#endif
  T value = Operation::template identity<T>;
  pack_of<T> loaded[Loads];
#pragma unroll
  for (unsigned k = 0; k < Loads; ++k) {
    const unsigned at = per_pack * (threadIdx.x + k * Threads);
    if (at + per_pack <= size) loaded[k] = load_pack(data + at);
  }
  const unsigned rest = size - size % per_pack + threadIdx.x;
  if (rest < size) value = data[rest];
#pragma unroll
  for (unsigned k = 0; k < Loads; ++k) {
    const unsigned at = per_pack * (threadIdx.x + k * Threads);
    if (at + per_pack <= size)
      value = Operation::combine(value, combine_pack<Operation>(loaded[k]));
  }
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
  value = combine_block<Operation, Threads>(value);
  if (threadIdx.x == 0) *result = value;
}

}  // namespace chapter_06
