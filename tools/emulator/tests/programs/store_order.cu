// Whose value stays where several lanes of one store hit the same place. No document says it, but
// an H100 always keeps the same one, programs come to rely on it, and so the emulator keeps it,
// too. --csv prints what docs/data/h100_store_order.csv has, --loads what h100_store_then_load.csv
// has.
#include <lockstep/buffer.hpp>

#include <cstdio>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <vector>

#include "expect.hpp"

using lockstep::device_buffer;

namespace {

constexpr unsigned LANES = 32;
constexpr unsigned char NOBODY = 255, SEVERAL = 254;
using bytes_of_all = unsigned char[LANES * 16];

template <unsigned Bytes>
struct element_of;
template <>
struct element_of<1> {
  using type = unsigned char;
};
template <>
struct element_of<2> {
  using type = unsigned short;
};
template <>
struct element_of<4> {
  using type = unsigned;
};
template <>
struct element_of<8> {
  using type = unsigned long long;
};
template <>
struct element_of<16> {
  using type = uint4;
};

struct places {
  unsigned char of_lane[LANES];
};

// Lanes of the mask fill their element, all of whose bytes are then the number of the lane.
template <unsigned Bytes, bool Shared>
__global__ void store(places where, unsigned mask, unsigned char* memory, unsigned char* winners) {
  using T = typename element_of<Bytes>::type;
  __shared__ alignas(16) bytes_of_all tile;
  unsigned char* const base = Shared ? tile : memory;
  const unsigned lane = threadIdx.x;
  for (unsigned i = lane; i < sizeof tile; i += LANES) base[i] = NOBODY;
  __syncthreads();
  T value;
  memset(&value, static_cast<int>(lane), sizeof value);
  if (mask >> lane & 1) reinterpret_cast<T*>(base)[where.of_lane[lane]] = value;
  __syncthreads();
  const volatile unsigned char* const at = base + lane * Bytes;
  unsigned char winner = at[0];
  for (unsigned i = 1; i < Bytes; ++i)
    if (at[i] != winner) winner = SEVERAL;
  winners[lane] = winner;
}

unsigned drawn() {
  static unsigned seed = 1;
  seed = seed * 1664525u + 1013904223u;
  return seed >> 8 ^ seed << 16;
}

struct count {
  unsigned tests = 0, lowest = 0, highest = 0, as_expected = 0;
};

template <unsigned Bytes, bool Shared>
void series(bool csv, const char* what, unsigned most_places, unsigned rounds, bool all_lanes) {
  device_buffer<unsigned char> memory(sizeof(bytes_of_all)), winners(LANES);
  count seen;
  for (unsigned round = 0; round < rounds; ++round) {
    const unsigned mask = all_lanes ? ~0u : drawn(), number = 1 + drawn() % most_places;
    places where;
    for (auto& place : where.of_lane) place = static_cast<unsigned char>(drawn() % number);
    store<Bytes, Shared><<<1, LANES>>>(where, mask, memory.data(), winners.data());
    CUDA_CHECK(cudaGetLastError());
    const auto found = winners.download();
    for (unsigned place = 0; place < number; ++place) {
      unsigned lanes = 0;
      for (unsigned lane = 0; lane < LANES; ++lane)
        if (where.of_lane[lane] == place) lanes |= mask & 1u << lane;
      if ((lanes & (lanes - 1)) == 0) continue;
      const int lowest = __builtin_ctz(lanes), highest = 31 - __builtin_clz(lanes);
      // A store moves 128 bytes at a time, a part of the warp after the other; of the lanes of a
      // part the lowest one's value stays.
      const int part = Bytes <= 4 ? 32 : 128 / Bytes, last_part = highest / part * part;
      const int expected = __builtin_ctz(lanes >> last_part << last_part);
      ++seen.tests;
      seen.lowest += found[place] == lowest;
      seen.highest += found[place] == highest;
      seen.as_expected += found[place] == expected;
    }
  }
  if (csv)
    std::printf("%s,%s,%u,%u,%u,%u,%u\n", Shared ? "shared" : "global", what, Bytes, seen.tests,
                seen.lowest, seen.highest, seen.as_expected);
  EXPECT(seen.as_expected == seen.tests);
}

template <unsigned Bytes>
void all_series(bool csv) {
  const auto of = [&](auto shared) {
    constexpr bool is_shared = decltype(shared)::value;
    series<Bytes, is_shared>(csv, "one place and all lanes", 1, 1, true);
    series<Bytes, is_shared>(csv, "one place and some lanes", 1, 400, false);
    series<Bytes, is_shared>(csv, "several places and some lanes", 16, 400, false);
  };
  of(std::true_type());
  of(std::false_type());
}

// -- A load behind the store, of the same thread and place. ptxas may give it the thread's own
// value; what it does is for the record only.

#define STORE_AND_LOAD(name, space, address, between, width)                         \
  __global__ void name(unsigned* memory, unsigned char* got) {                       \
    unsigned value;                                                                  \
    asm volatile("st" space ".u32 [%1], %2;\n" between "ld" space width " %0, [%1];" \
                 : "=r"(value)                                                       \
                 : "l"(address), "r"(threadIdx.x)                                    \
                 : "memory");                                                        \
    got[threadIdx.x] = static_cast<unsigned char>(value);                            \
  }
__device__ std::size_t in_shared() {
  __shared__ unsigned tile[2 * LANES];
  return __cvta_generic_to_shared(tile);
}
#define IN_GLOBAL __cvta_generic_to_global(memory)
STORE_AND_LOAD(shared_plain, ".shared", in_shared(), "", ".u32")
STORE_AND_LOAD(shared_volatile, ".volatile.shared", in_shared(), "", ".u32")
STORE_AND_LOAD(shared_behind_syncwarp, ".shared", in_shared(), "bar.warp.sync 0xffffffff;\n",
               ".u32")
STORE_AND_LOAD(shared_behind_another_store, ".shared", in_shared(), "st.shared.u32 [%1+128], %2;\n",
               ".u32")
STORE_AND_LOAD(shared_narrower_load, ".shared", in_shared(), "", ".u8")
STORE_AND_LOAD(global_plain, ".global", IN_GLOBAL, "", ".u32")
STORE_AND_LOAD(global_volatile, ".volatile.global", IN_GLOBAL, "", ".u32")
STORE_AND_LOAD(global_behind_syncwarp, ".global", IN_GLOBAL, "bar.warp.sync 0xffffffff;\n", ".u32")
STORE_AND_LOAD(global_behind_a_fence, ".global", IN_GLOBAL, "fence.acq_rel.gpu;\n", ".u32")
STORE_AND_LOAD(generic_plain, "", memory, "", ".u32")

template <class Kernel>
void load_back(const char* name, Kernel kernel) {
  device_buffer<unsigned> memory(2 * LANES);
  device_buffer<unsigned char> got(LANES);
  kernel<<<1, LANES>>>(memory.data(), got.data());
  CUDA_CHECK(cudaGetLastError());
  unsigned own = 0, lowest = 0;
  const auto found = got.download();
  for (unsigned lane = 1; lane < LANES; ++lane) {
    own += found[lane] == lane;
    lowest += found[lane] == 0;
  }
  std::printf("%s,%u,%u\n", name, own, lowest);
}

}  // namespace

int main(int count, char** arguments) {
  const bool csv = count > 1 && std::string_view(arguments[1]) == "--csv";
  const bool loads = count > 1 && std::string_view(arguments[1]) == "--loads";
  if (loads) {
    std::printf("what,lanes_that_load_their_own_value,lanes_that_load_lane_0s\n");
#define LOAD_BACK(name) load_back(#name, name);
    LOAD_BACK(shared_plain)
    LOAD_BACK(shared_volatile)
    LOAD_BACK(shared_behind_syncwarp)
    LOAD_BACK(shared_behind_another_store)
    LOAD_BACK(shared_narrower_load)
    LOAD_BACK(global_plain)
    LOAD_BACK(global_volatile)
    LOAD_BACK(global_behind_syncwarp)
    LOAD_BACK(global_behind_a_fence)
    LOAD_BACK(generic_plain)
    return 0;
  }
  if (csv) std::printf("space,what,bytes,places,lowest_lane,highest_lane,lowest_of_last_part\n");
  all_series<1>(csv);
  all_series<2>(csv);
  all_series<4>(csv);
  all_series<8>(csv);
  all_series<16>(csv);
  return result();
}
