// How long a load takes when nothing else is going on: by chains of loads whose address the one
// before brought (caches), and one by one with the clock read around each (memory, whose latency
// scatters).
#pragma once

#include "constants.hpp"
#include "spans.cuh"

#include <cstdint>
#include <numeric>
#include <random>

namespace lockstep::calibrate {

enum class place { l1, l2 };

// `head`: a ring of pointers, one in a line of 128 bytes.
template <place where>
__global__ void chase_memory(const void* head, void** sink, span* spans, unsigned loops) {
  const void* at = head;
  const long long begin = clock64();
#pragma unroll 1
  for (unsigned i = 0; i < loops; ++i) {
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      if constexpr (where == place::l1) {
        asm volatile("ld.global.ca.u64 %0, [%0];" : "+l"(at));
      } else {
        asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at));
      }
    }
  }
  const long long end = clock64();
  keep_span(spans, begin, end);
  *sink = const_cast<void*>(at);
}

// A register that is spilled and read again at once. Two indices that are the same, which the
// compiler does not know: it would leave out the load.
static __global__ void spill(unsigned index, unsigned again, unsigned* sink, span* spans,
                             unsigned loops) {
  unsigned array[8];
  for (int i = 0; i < 8; ++i) array[i] = index;
  const auto written = static_cast<unsigned>(__cvta_generic_to_local(array + index));
  const auto read = static_cast<unsigned>(__cvta_generic_to_local(array + again));
  unsigned x = threadIdx.x;
  const long long begin = clock64();
#pragma unroll 1
  for (unsigned i = 0; i < loops; ++i) {
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      asm volatile("st.local.u32 [%1], %0; ld.local.u32 %0, [%2];"
                   : "+r"(x)
                   : "r"(written), "r"(read)
                   : "memory");
    }
  }
  const long long end = clock64();
  keep_span(spans, begin, end);
  sink[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

__constant__ unsigned constant_ring[256];

static __global__ void chase_constant(unsigned* sink, span* spans, unsigned loops) {
  unsigned at = 0;
  const long long begin = clock64();
#pragma unroll 1
  for (unsigned i = 0; i < loops; ++i) {
#pragma unroll
    for (int k = 0; k < 16; ++k) at = constant_ring[at];
  }
  const long long end = clock64();
  keep_span(spans, begin, end);
  *sink = at;
}

// A ring of `lines` lines in a random order.
inline device_buffer<std::uint64_t> ring_of(unsigned lines) {
  constexpr unsigned words = 128 / sizeof(std::uint64_t);
  std::vector<unsigned> order(lines);
  std::iota(order.begin(), order.end(), 0u);
  std::shuffle(order.begin(), order.end(), std::mt19937(1));
  device_buffer<std::uint64_t> ring(std::size_t{lines} * words);
  std::vector<std::uint64_t> content(ring.size(), 0);
  const auto base = reinterpret_cast<std::uint64_t>(ring.data());
  for (unsigned i = 0; i < lines; ++i)
    content[std::size_t{order[i]} * words] = base + std::uint64_t{order[(i + 1) % lines]} * 128;
  ring.upload(content);
  return ring;
}

// Single loads in a probe.
constexpr unsigned probes = 2048;

__host__ __device__ inline std::uint64_t scramble(std::uint64_t x) {
  x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9ull;
  return x ^ (x >> 32);
}

// Cycles of one load. The store to `shared` needs what was loaded: the second look at the clock is
// behind it.
template <bool ca>
__device__ __forceinline__ unsigned timed_load(const char* at, unsigned shared) {
  unsigned value;
  const long long begin = clock64();
  if constexpr (ca) {
    asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
  } else {
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
  }
  asm volatile("st.volatile.shared.u32 [%0], %1;" ::"r"(shared), "r"(value) : "memory");
  return static_cast<unsigned>(clock64() - begin);
}

// One thread of each block loads lines chosen by `seed`, one after the other, and reads the clock
// around each. `ca`: through L1.
template <bool ca>
__global__ void probe_memory(const char* data, std::uint64_t line_mask, std::uint64_t seed,
                             unsigned count, unsigned* cycles) {
  __shared__ unsigned loaded;
  for (unsigned i = 0; i < count; ++i) {
    const char* at = data + ((scramble(seed + (i + 31 * blockIdx.x) % count) & line_mask) << 7);
    cycles[std::size_t{blockIdx.x} * count + i] = timed_load<ca>(at, shared_address(&loaded));
  }
}

// Block 0 probes as above, while warps of all others have one load of 16 bytes a lane in flight: of
// memory that nobody else reads, or of the same 16 MB over and over.
static __global__ void __launch_bounds__(1024)
    probe_beside_load(const char* data, std::uint64_t line_mask, std::uint64_t seed, unsigned count,
                      unsigned* cycles, const char* stream, std::uint64_t stream_mask,
                      unsigned rounds, unsigned* sink) {
  __shared__ unsigned loaded;
  if (blockIdx.x != 0) {
    const std::uint64_t threads = std::uint64_t{gridDim.x - 1} * blockDim.x;
    std::uint64_t at = std::uint64_t{blockIdx.x - 1} * blockDim.x + threadIdx.x;
    unsigned total = 0;
#pragma unroll 1
    for (unsigned i = 0; i < rounds; ++i, at += threads) {
      uint4 v;
      asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
                   : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                   : "l"(stream + ((at * 16) & stream_mask)));
      total += v.x ^ v.y ^ v.z ^ v.w;
    }
    if (total == 1) sink[0] = total;
    return;
  }
  if (threadIdx.x != 0) return;
  for (unsigned i = 0; i < count + 64; ++i) {
    // The first 64 see the others start.
    const char* at = data + ((scramble(seed + i) & line_mask) << 7);
    const unsigned one = timed_load<false>(at, shared_address(&loaded));
    if (i >= 64) cycles[i - 64] = one;
  }
}

// `own`: what the clock itself adds.
struct reach {
  const char* data;
  std::size_t bytes;  // a power of two
};

inline std::vector<double> probe_loaded(reach probed, reach streamed, unsigned sms, unsigned warps,
                                        double own) {
  constexpr unsigned count = 192;
  device_buffer<unsigned> cycles(count), sink(1);
  std::vector<double> all;
  for (unsigned repeat = 0; repeat < 6; ++repeat) {
    // A round takes 600 cycles or more, a probe at most a few times as many as a round.
    probe_beside_load<<<sms, 32 * warps>>>(probed.data, probed.bytes / 128 - 1,
                                           77'000 + 1000 * repeat, count, cycles.data(),
                                           streamed.data, streamed.bytes - 1, 1500, sink.data());
    CUDA_CHECK_LAUNCH();
    if (repeat == 0) continue;  // warms up
    for (const unsigned one : cycles.download()) all.push_back(one - own);
  }
  return all;
}

template <bool ca = false>
std::vector<double> probe(const char* data, std::size_t bytes, std::uint64_t seed, unsigned blocks,
                          unsigned count = probes) {
  device_buffer<unsigned> cycles(std::size_t{blocks} * count);
  probe_memory<ca><<<blocks, 1>>>(data, bytes / 128 - 1, seed, count, cycles.data());
  CUDA_CHECK_LAUNCH();
  const auto seen = cycles.download();
  return {seen.begin(), seen.end()};
}

inline void measure_latency(constants& to, const char* data, std::size_t bytes, unsigned sms) {
  device_buffer<std::uint64_t> sink(1024);
  const auto chased = [&](auto kernel, const void* head, unsigned loops) {
    return repeat(7, [&] {
      return cycles_per_loop(1, loops,
                             [&](span* spans, unsigned count) {
                               kernel<<<1, 1>>>(head, reinterpret_cast<void**>(sink.data()), spans,
                                                count);
                             }) /
             16;
    });
  };
  const auto small = ring_of(128);
  const auto large = ring_of(1 << 16);
  to.add("l1_latency", "cycles", chased(chase_memory<place::l1>, small.data(), 64),
         "loads of one thread that wait for each other; ring of 16 KB through L1");
  to.add("l2_latency", "cycles", chased(chase_memory<place::l2>, large.data(), 4096),
         "the same past L1; ring of 8 MB");

  std::vector<unsigned> ring(256);
  for (unsigned i = 0; i < 256; ++i) ring[i] = (i + 1) % 256;
  CUDA_CHECK(cudaMemcpyToSymbol(constant_ring, ring.data(), sizeof constant_ring));
  to.add("constant_latency", "cycles",
         repeat(7,
                [&] {
                  return cycles_per_loop(1, 64,
                                         [&](span* spans, unsigned loops) {
                                           chase_constant<<<1, 1>>>(
                                               reinterpret_cast<unsigned*>(sink.data()), spans,
                                               loops);
                                         }) /
                         16;
                }),
         "indexed loads of constants that wait for each other; 1 KB; with the index's shift");
  device_buffer<unsigned> words(1024);
  const auto spilled = [&](unsigned threads) {
    return repeat(7, [&] {
      return cycles_per_loop(threads, 32,
                             [&](span* spans, unsigned loops) {
                               spill<<<1, threads>>>(3, 3, words.data(), spans, loops);
                             }) /
             8;
    });
  };
  to.add("spill_latency", "cycles", spilled(32),
         "st.local and ld.local of that word: cycles for both; one warp");
  to.add("spill_32_warps", "cycles", spilled(1024),
         "the same of 32 warps: SM's cycles until all have done one");

  // The clock's own share: the same around loads that hit in L1.
  (void)probe<true>(data, 16384, 1, 1);
  const double hit = median(probe<true>(data, 16384, 1, 1));
  const double own = hit - median(chased(chase_memory<place::l1>, small.data(), 64));
  to.add("probe_overhead", "cycles", {own},
         "what reading the clock around a load adds; taken off the probes below");
  const auto probed = [&](std::size_t reach, std::uint64_t seed, unsigned blocks) {
    auto seen = probe(data, reach, seed, blocks);
    for (double& cycles : seen) cycles -= own;
    return seen;
  };
  (void)probed(4 << 20, 7, 1);
  to.add_distribution("l2_probe", "cycles", probed(4 << 20, 7, 1),
                      "single loads past L1 of lines in 4 MB that are in L2; one SM");
  std::vector<double> means;
  const auto all = probed(4 << 20, 7, sms);
  for (unsigned sm = 0; sm < sms; ++sm) {
    const auto first = all.begin() + std::ptrdiff_t{sm} * probes;
    means.push_back(std::accumulate(first, first + probes, 0.0) / probes);
  }
  to.add_distribution("l2_mean_by_sm", "cycles", means,
                      "mean of an SM's loads of the same lines in L2; over SMs");
  std::uint64_t seed = 1000;
  for (std::size_t reach = std::size_t{256} << 20; reach <= bytes; reach *= 4) {
    seed += probes;
    to.add_distribution(
        "dram_probe_" + std::to_string(reach >> 20) + "_mb", "cycles", probed(reach, seed, 1),
        "single loads of lines anywhere in this much memory; each for the first time");
  }
  for (const unsigned warps : {1u, 4u, 8u, 16u, 24u, 32u}) {
    const std::string load = std::to_string(512 * warps);
    to.add_distribution(
        "dram_probe_beside_" + load, "cycles",
        probe_loaded({data, std::min(bytes / 4, std::size_t{1} << 30)},
                     {data + bytes / 2, bytes / 2}, sms, warps, own),
        "single loads anywhere in 1 GB while other SMs have this many bytes in flight "
        "each; "
        "compare dram_in_flight_" +
            load);
    to.add_distribution("l2_probe_beside_" + load, "cycles",
                        probe_loaded({data, 4 << 20}, {data, 16 << 20}, sms, warps, own),
                        "single loads of 4 MB in L2 while other SMs have this many bytes in flight "
                        "each from 16 MB in L2");
  }
}

}  // namespace lockstep::calibrate
