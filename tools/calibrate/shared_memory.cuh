// Shared memory: latency, passes of bank conflicts, bytes per cycle, atomics.
#pragma once

#include "constants.hpp"
#include "spans.cuh"

namespace lockstep::calibrate {

constexpr unsigned shared_words = 8192;  // 32 KB

// The word of a lane in an access with `ways` lanes on different words of each bank that is used.
__host__ __device__ inline unsigned conflicting_word(unsigned lane, unsigned ways) {
  const unsigned banks = 32 / ways;
  return lane % banks + 32 * (lane / banks);
}

// Each lane's word holds its own address: a load whose result is the next one's address.
static __global__ void chase_shared(unsigned ways, unsigned* sink, span* spans, unsigned loops) {
  __shared__ unsigned words[shared_words];
  unsigned* own = words + conflicting_word(threadIdx.x % 32, ways);
  unsigned address = shared_address(own);
  *own = address;
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 1
  for (unsigned i = 0; i < loops; ++i) {
#pragma unroll
    for (int k = 0; k < 32; ++k) asm volatile("ld.shared.u32 %0, [%0];" : "+r"(address));
  }
  const long long end = clock64();
  keep_span(spans, begin, end);
  sink[threadIdx.x] = address;
}

// Stores and loads in turn, each load of the word just stored and each store of the word just read.
static __global__ void pass_through_shared(unsigned* sink, span* spans, unsigned loops) {
  __shared__ unsigned words[32];
  const unsigned address = shared_address(words + threadIdx.x % 32);
  unsigned x = threadIdx.x;
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 1
  for (unsigned i = 0; i < loops; ++i) {
#pragma unroll
    for (int k = 0; k < 16; ++k)
      asm volatile("st.volatile.shared.u32 [%1], %0; ld.volatile.shared.u32 %0, [%1];"
                   : "+r"(x)
                   : "r"(address));
  }
  const long long end = clock64();
  keep_span(spans, begin, end);
  sink[threadIdx.x] = x;
}

// Each thread stores a word, waits for the block and loads its neighbour warp's: what a step of a
// reduction in shared memory waits for. Two arrays in turn: one barrier a step is enough.
static __global__ void __launch_bounds__(1024)
    exchange_shared(unsigned* sink, span* spans, unsigned loops) {
  __shared__ unsigned words[2][1024];
  unsigned own[2], other[2];
  for (int half = 0; half < 2; ++half) {
    own[half] = shared_address(words[half] + threadIdx.x);
    other[half] = shared_address(words[half] + (threadIdx.x + 32) % blockDim.x);
  }
  unsigned x = threadIdx.x;
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 1
  for (unsigned i = 0; i < loops; ++i) {
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      asm volatile("st.volatile.shared.u32 [%0], %1;" ::"r"(own[k % 2]), "r"(x) : "memory");
      asm volatile("bar.sync 0;" ::: "memory");
      asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(x) : "r"(other[k % 2]) : "memory");
    }
  }
  const long long end = clock64();
  keep_span(spans, begin, end);
  sink[threadIdx.x] = x;
}

enum class shared_access { load_4, load_8, load_16, store_4, store_16 };

// All warps, none of which waits for what it reads until the end of the loop's body. Volatile:
// ptxas would leave out all but one of the accesses to a word.
template <shared_access kind>
__global__ void __launch_bounds__(1024)
    stream_shared(unsigned ways, unsigned* sink, span* spans, unsigned loops) {
  __shared__ __align__(16) unsigned words[shared_words];
  for (unsigned i = threadIdx.x; i < shared_words; i += blockDim.x) words[i] = 0;
  constexpr unsigned width = kind == shared_access::load_4 || kind == shared_access::store_4 ? 1
                             : kind == shared_access::load_8                                 ? 2
                                                                                             : 4;
  const unsigned lane = threadIdx.x % 32;
  const unsigned word = width == 1 ? conflicting_word(lane, ways) : lane * width;
  const unsigned address = shared_address(words + word);
  unsigned total = threadIdx.x;
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 1
  for (unsigned i = 0; i < loops; ++i) {
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      unsigned a, b = 0, c = 0, d = 0;
      if constexpr (kind == shared_access::load_4) {
        asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(a) : "r"(address));
      } else if constexpr (kind == shared_access::load_8) {
        asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(address));
      } else if constexpr (kind == shared_access::load_16) {
        asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                     : "r"(address));
      } else if constexpr (kind == shared_access::store_4) {
        a = 0;
        asm volatile("st.volatile.shared.u32 [%0], %1;" ::"r"(address), "r"(i));
      } else {
        a = 0;
        asm volatile("st.volatile.shared.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(address), "r"(i));
      }
      if constexpr (kind != shared_access::store_4 && kind != shared_access::store_16)
        total += a ^ b ^ c ^ d;
    }
  }
  const long long end = clock64();
  keep_span(spans, begin, end);
  sink[threadIdx.x] = total;
}

enum class shared_atomic { add, add_unused, cas, add_float };

// Lanes on `addresses` different words: 32 for none in common, 1 for all on one.
template <shared_atomic kind>
__global__ void __launch_bounds__(1024) update_shared(unsigned active, unsigned addresses,
                                                      unsigned* sink, span* spans, unsigned loops) {
  __shared__ unsigned words[1024];
  words[threadIdx.x] = 0;
  const unsigned lane = threadIdx.x % 32;
  const unsigned address = shared_address(words + lane % addresses);
  unsigned x = threadIdx.x + 1;
  float f = 1.0f + static_cast<float>(lane);
  __syncthreads();
  const long long begin = clock64();
  if (lane < active) {
#pragma unroll 1
    for (unsigned i = 0; i < loops; ++i) {
#pragma unroll
      for (int k = 0; k < 8; ++k) {
        if constexpr (kind == shared_atomic::add) {
          asm volatile("atom.shared.add.u32 %0, [%1], %0;" : "+r"(x) : "r"(address) : "memory");
        } else if constexpr (kind == shared_atomic::add_unused) {
          asm volatile("red.shared.add.u32 [%1], %0;" ::"r"(x), "r"(address) : "memory");
        } else if constexpr (kind == shared_atomic::cas) {
          asm volatile("atom.shared.cas.b32 %0, [%1], %0, %0;" : "+r"(x) : "r"(address) : "memory");
        } else {
          asm volatile("atom.shared.add.f32 %0, [%1], %0;" : "+f"(f) : "r"(address) : "memory");
        }
      }
    }
  }
  __syncwarp();
  const long long end = clock64();
  keep_span(spans, begin, end);
  sink[threadIdx.x] = x + static_cast<unsigned>(f);
}

inline void measure_shared(constants& to) {
  device_buffer<unsigned> sink(1024);
  const auto chased = [&](unsigned ways) {
    return repeat(7, [&] {
      return cycles_per_loop(32, 32,
                             [&](span* spans, unsigned loops) {
                               chase_shared<<<1, 32>>>(ways, sink.data(), spans, loops);
                             }) /
             32;
    });
  };
  for (const unsigned ways : {1u, 2u, 4u, 8u, 16u, 32u}) {
    to.add("shared_latency_" + std::to_string(ways) + "_way", "cycles", chased(ways),
           "ld.shared.u32 of a warp whose address the one before brought; lanes a bank: " +
               std::to_string(ways));
  }
  for (const unsigned warps : {1u, 4u, 8u, 16u, 32u}) {
    to.add("shared_exchange_" + std::to_string(warps) + "_warps", "cycles",
           repeat(7,
                  [&] {
                    return cycles_per_loop(32 * warps, 32,
                                           [&](span* spans, unsigned loops) {
                                             exchange_shared<<<1, 32 * warps>>>(sink.data(), spans,
                                                                                loops);
                                           }) /
                           16;
                  }),
           "st.shared; __syncthreads() of this many warps; ld.shared of another warp's word");
  }
  to.add("shared_store_load", "cycles",
         repeat(7,
                [&] {
                  return cycles_per_loop(32, 64,
                                         [&](span* spans, unsigned loops) {
                                           pass_through_shared<<<1, 32>>>(sink.data(), spans,
                                                                          loops);
                                         }) /
                         16;
                }),
         "st.shared and ld.shared of that word in turn: cycles for both");

  const auto streamed = [&](auto kernel, unsigned ways) {
    return repeat(7, [&] {
      return cycles_per_loop(1024, 32,
                             [&](span* spans, unsigned loops) {
                               kernel<<<1, 1024>>>(ways, sink.data(), spans, loops);
                             }) /
             (8 * 32);
    });
  };
  const auto rate = [&](const std::string& name, auto kernel, unsigned bytes) {
    std::vector<double> rates;
    for (const double cycles : streamed(kernel, 1)) rates.push_back(bytes / cycles);
    to.add(name, "bytes/cycle/SM", rates, "32 warps; no conflicts");
  };
  for (const unsigned ways : {1u, 2u, 4u, 8u, 16u, 32u}) {
    to.add("shared_load_" + std::to_string(ways) + "_way", "cycles/warp",
           streamed(stream_shared<shared_access::load_4>, ways),
           "SM's cycles for ld.shared.u32 of a warp; 32 warps");
  }
  to.add("shared_store_32_way", "cycles/warp", streamed(stream_shared<shared_access::store_4>, 32),
         "SM's cycles for st.shared.u32 of a warp; 32 warps");
  rate("shared_load_rate_4_bytes", stream_shared<shared_access::load_4>, 128);
  rate("shared_load_rate_8_bytes", stream_shared<shared_access::load_8>, 256);
  rate("shared_load_rate_16_bytes", stream_shared<shared_access::load_16>, 512);
  rate("shared_store_rate_4_bytes", stream_shared<shared_access::store_4>, 128);
  rate("shared_store_rate_16_bytes", stream_shared<shared_access::store_16>, 512);
}

inline void measure_shared_atomics(constants& to) {
  device_buffer<unsigned> sink(1024);
  const auto updated = [&](auto kernel, unsigned warps, unsigned active, unsigned addresses) {
    return repeat(7, [&] {
      return cycles_per_loop(32 * warps, 32,
                             [&](span* spans, unsigned loops) {
                               kernel<<<1, 32 * warps>>>(active, addresses, sink.data(), spans,
                                                         loops);
                             }) /
             8;
    });
  };
  using kind = shared_atomic;
  to.add("shared_atomic_latency", "cycles", updated(update_shared<kind::add>, 1, 1, 32),
         "atom.shared.add.u32 by one lane; the next one needs the result");
  for (const unsigned lanes : {2u, 4u, 8u, 16u, 32u}) {
    to.add("shared_atomic_" + std::to_string(lanes) + "_lanes", "cycles",
           updated(update_shared<kind::add>, 1, lanes, 1),
           "the same by lanes of one warp on one word");
  }
  to.add("shared_atomic_32_words", "cycles", updated(update_shared<kind::add>, 1, 32, 32),
         "the same by 32 lanes on words of their own");
  for (const unsigned warps : {2u, 4u, 8u, 16u, 32u}) {
    to.add("shared_atomic_" + std::to_string(warps) + "_warps", "cycles",
           updated(update_shared<kind::add>, warps, 32, 1),
           "atom.shared.add.u32 of each of this many warps with all lanes on one word");
  }
  to.add("shared_atomic_32_warps_spread", "cycles", updated(update_shared<kind::add>, 32, 32, 32),
         "the same of 32 warps with lanes on 32 words");
  to.add("shared_reduction_32_lanes", "cycles", updated(update_shared<kind::add_unused>, 1, 32, 1),
         "red.shared.add.u32 of one warp with all lanes on one word; no result");
  to.add("shared_reduction_32_words", "cycles", updated(update_shared<kind::add_unused>, 1, 32, 32),
         "the same on words of their own");
  to.add("shared_reduction_32_warps", "cycles", updated(update_shared<kind::add_unused>, 32, 32, 1),
         "red.shared.add.u32 of each of 32 warps with all lanes on one word");
  to.add("shared_reduction_32_warps_spread", "cycles",
         updated(update_shared<kind::add_unused>, 32, 32, 32), "the same with lanes on 32 words");
  to.add("shared_cas_latency", "cycles", updated(update_shared<kind::cas>, 1, 1, 32),
         "atom.shared.cas.b32 by one lane");
  to.add("shared_cas_32_lanes", "cycles", updated(update_shared<kind::cas>, 1, 32, 1),
         "the same by 32 lanes on one word");
  to.add("shared_float_add_1_lane", "cycles", updated(update_shared<kind::add_float>, 1, 1, 32),
         "atom.shared.add.f32 by one lane: a loop around a compare and swap");
  to.add("shared_float_add_32_words", "cycles", updated(update_shared<kind::add_float>, 1, 32, 32),
         "the same by 32 lanes on own words");
  to.add("shared_float_add_32_lanes", "cycles", updated(update_shared<kind::add_float>, 1, 32, 1),
         "the same by 32 lanes on one word");
}

}  // namespace lockstep::calibrate
