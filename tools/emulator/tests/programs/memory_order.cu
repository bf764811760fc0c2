// What threads of different blocks may see of each other's stores: litmus tests of the memory
// consistency model (PTX ISA section 8), named as the literature names them. Each runs many rounds
// between two blocks that run at once.
#include <lockstep/buffer.hpp>

#include <algorithm>
#include <vector>

#include "expect.hpp"

using lockstep::device_buffer;

namespace {

constexpr int ROUNDS = 40'000, PARTS = 20;

__device__ unsigned load_relaxed(const unsigned* at) {
  unsigned value;
  asm volatile("ld.relaxed.gpu.u32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
  return value;
}
__device__ unsigned load_acquire(const unsigned* at) {
  unsigned value;
  asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
  return value;
}
__device__ void store_relaxed(unsigned* at, unsigned value) {
  asm volatile("st.relaxed.gpu.u32 [%0], %1;" ::"l"(at), "r"(value) : "memory");
}
__device__ void store_release(unsigned* at, unsigned value) {
  asm volatile("st.release.gpu.u32 [%0], %1;" ::"l"(at), "r"(value) : "memory");
}
__device__ void fence_acq_rel() { asm volatile("fence.acq_rel.gpu;" ::: "memory"); }
__device__ void fence_sc() { asm volatile("fence.sc.gpu;" ::: "memory"); }

// Both blocks go on when both have come, for the `time`th time. The first time they compute for a
// while before they ask, so that a worker of the emulator is busy with one until another worker
// has taken the other.
__device__ void meet(unsigned* meeting, unsigned time) {
  if (time == 1) {
    for (unsigned i = 0, x = 1; i < 60'000; ++i)
      asm volatile("mad.lo.u32 %0, %0, 1664525, 1013904223;" : "+r"(x));
  }
  atomicAdd(meeting, 1);
  while (load_relaxed(meeting) < 2 * time) {
  }
}

// -- Single-copy atomicity: all elements of an aligned vector of up to 16 bytes are seen together.
// The memory model does not promise it, the hardware does, and CUB's scans build on it.

#define PAIR_OF(NAME, TYPE, REGISTER, SUFFIX)                                             \
  struct NAME {                                                                           \
    using element = TYPE;                                                                 \
    static constexpr int elements = 2;                                                    \
    static __device__ void store(element* at, element value) {                            \
      asm volatile("st" SUFFIX " [%0], {%1, %1};" ::"l"(at), REGISTER(value) : "memory"); \
    }                                                                                     \
    static __device__ bool load(const element* at, element& value) {                      \
      element other;                                                                      \
      asm volatile("ld" SUFFIX " {%0, %1}, [%2];"                                         \
                   : "=" REGISTER(value), "=" REGISTER(other)                             \
                   : "l"(at)                                                              \
                   : "memory");                                                           \
      return value == other;                                                              \
    }                                                                                     \
  };

#define FOUR_OF(NAME, TYPE, REGISTER, SUFFIX)                                                     \
  struct NAME {                                                                                   \
    using element = TYPE;                                                                         \
    static constexpr int elements = 4;                                                            \
    static __device__ void store(element* at, element value) {                                    \
      asm volatile("st" SUFFIX " [%0], {%1, %1, %1, %1};" ::"l"(at), REGISTER(value) : "memory"); \
    }                                                                                             \
    static __device__ bool load(const element* at, element& value) {                              \
      element b, c, d;                                                                            \
      asm volatile("ld" SUFFIX " {%0, %1, %2, %3}, [%4];"                                         \
                   : "=" REGISTER(value), "=" REGISTER(b), "=" REGISTER(c), "=" REGISTER(d)       \
                   : "l"(at)                                                                      \
                   : "memory");                                                                   \
      return value == b && value == c && value == d;                                              \
    }                                                                                             \
  };

PAIR_OF(pair_of_16, unsigned short, "h", ".relaxed.gpu.v2.u16")
PAIR_OF(pair_of_32, unsigned, "r", ".relaxed.gpu.v2.u32")
PAIR_OF(pair_of_64, unsigned long long, "l", ".relaxed.gpu.v2.u64")
PAIR_OF(generic_pair_of_64, unsigned long long, "l", ".volatile.v2.u64")
FOUR_OF(four_of_16, unsigned short, "h", ".relaxed.gpu.v4.u16")
FOUR_OF(four_of_32, unsigned, "r", ".relaxed.gpu.global.v4.u32")
FOUR_OF(cached_four_of_32, unsigned, "r", ".global.cg.v4.u32")

// Block 0 stores one number into all elements, again and again; block 1 counts the vectors whose
// elements differ, and those that are older than what it has seen before (CoRR). They begin each of
// several parts together, so that neither is done before the other one has a processor.
template <typename VECTOR>
__global__ void write_and_read(typename VECTOR::element* vectors, unsigned* meeting, int* torn,
                               int* older) {
  using element = typename VECTOR::element;
  element* const mine = vectors + threadIdx.x * VECTOR::elements;
  element value = 0, last = 0;
  for (unsigned part = 1; part <= PARTS; ++part) {
    if (threadIdx.x == 0) meet(meeting, part);
    __syncthreads();
    for (int i = 0; i < ROUNDS / PARTS; ++i) {
      if (blockIdx.x == 0) {
        VECTOR::store(mine, ++value);
        continue;
      }
      if (!VECTOR::load(mine, value)) atomicAdd(torn, 1);
      if (value < last) atomicAdd(older, 1);
      last = value;
    }
  }
}

template <typename VECTOR>
void test_vectors(int threads) {
  device_buffer<typename VECTOR::element> vectors(
      std::vector<typename VECTOR::element>(64 * VECTOR::elements));
  device_buffer<int> counts(std::vector<int>(2));
  device_buffer<unsigned> meeting(std::vector<unsigned>{0});
  write_and_read<VECTOR>
      <<<2, threads>>>(vectors.data(), meeting.data(), counts.data(), counts.data() + 1);
  const std::vector<int> got = counts.download();
  EXPECT(got[0] == 0);
  EXPECT(got[1] == 0);
}

// -- Order. One thread of each block; every round has words of its own, and what was read is
// judged by the host.

struct words {
  unsigned x, y, first, second;
};

// MP, message passing: who sees the flag sees the data, which are stored by a weak store.
struct message_by_release {
  static __device__ void left(words& w) {
    w.x = 1;
    store_release(&w.y, 1);
  }
  static __device__ void right(words& w) {
    w.first = load_acquire(&w.y);
    w.second = load_relaxed(&w.x);
  }
  static bool forbidden(const words& w) { return w.first == 1 && w.second == 0; }
};
struct message_by_fence : message_by_release {
  static __device__ void left(words& w) {
    w.x = 1;
    fence_acq_rel();
    store_relaxed(&w.y, 1);
  }
  static __device__ void right(words& w) {
    w.first = load_relaxed(&w.y);
    fence_acq_rel();
    w.second = load_relaxed(&w.x);
  }
};
struct message_by_volatile : message_by_release {
  static __device__ void left(words& w) {
    volatile words& v = w;
    v.x = 1;
    __threadfence();
    v.y = 1;
  }
  static __device__ void right(words& w) {
    volatile words& v = w;
    const unsigned first = v.y;
    __threadfence();
    w.second = v.x;
    w.first = first;
  }
};

// SB, store buffering: with fences that are sequentially consistent, one block sees the other.
struct store_buffering {
  static __device__ void left(words& w) {
    store_relaxed(&w.x, 1);
    fence_sc();
    w.first = load_relaxed(&w.y);
  }
  static __device__ void right(words& w) {
    store_relaxed(&w.y, 1);
    fence_sc();
    w.second = load_relaxed(&w.x);
  }
  static bool forbidden(const words& w) { return w.first == 0 && w.second == 0; }
};

// LB, load buffering: nobody sees what is stored only after seeing it.
struct load_buffering {
  static __device__ void left(words& w) {
    w.first = load_acquire(&w.x);
    store_release(&w.y, 1);
  }
  static __device__ void right(words& w) {
    w.second = load_acquire(&w.y);
    store_release(&w.x, 1);
  }
  static bool forbidden(const words& w) { return w.first == 1 && w.second == 1; }
};

template <typename TEST>
__global__ void play(words* rounds, unsigned* meeting) {
  for (unsigned i = 0; i < ROUNDS; ++i) {
    if (i % (ROUNDS / PARTS) == 0) meet(meeting, i / (ROUNDS / PARTS) + 1);
    if (blockIdx.x == 0)
      TEST::left(rounds[i]);
    else
      TEST::right(rounds[i]);
  }
}

template <typename TEST>
void test_order() {
  device_buffer<words> rounds{std::vector<words>(ROUNDS)};
  device_buffer<unsigned> meeting(std::vector<unsigned>{0});
  play<TEST><<<2, 1>>>(rounds.data(), meeting.data());
  const std::vector<words> got = rounds.download();
  EXPECT(std::none_of(got.begin(), got.end(), TEST::forbidden));
}

}  // namespace

int main() {
  for (const int threads : {1, 5, 32}) {
    test_vectors<pair_of_16>(threads);
    test_vectors<pair_of_32>(threads);
    test_vectors<pair_of_64>(threads);
    test_vectors<generic_pair_of_64>(threads);
    test_vectors<four_of_16>(threads);
    test_vectors<four_of_32>(threads);
    test_vectors<cached_four_of_32>(threads);
  }
  test_order<message_by_release>();
  test_order<message_by_fence>();
  test_order<message_by_volatile>();
  test_order<store_buffering>();
  test_order<load_buffering>();
  return result();
}
