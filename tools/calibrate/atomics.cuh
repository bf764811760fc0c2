// Atomics in global memory, which L2 carries out: by how many addresses there are, with the result
// and without.
#pragma once

#include "bandwidth.cuh"

namespace lockstep::calibrate {

enum class global_atomic { add, add_unused, add_float, add_float_unused, add_long_unused, cas };

// Lane l of warp w, if it is one of the first `active`, updates word (w % groups) * lanes + l %
// lanes; words lie `spacing` bytes apart. The compiler does not know which lanes share a word, and
// so does not add them up beforehand, as it does where it sees that all do.
template <global_atomic kind>
__global__ void __launch_bounds__(1024)
    update_memory(char* data, unsigned groups, unsigned lanes, unsigned spacing, unsigned active,
                  unsigned passes, unsigned* sink) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const std::size_t word = std::size_t{thread / 32 % groups} * lanes + thread % lanes;
  char* at = data + word * spacing;
  unsigned x = thread;
  float f = 1.0f;
  const unsigned long long wide = thread;
  if (thread % 32 >= active) passes = 0;
#pragma unroll 1
  for (unsigned pass = 0; pass < passes; ++pass) {
    if constexpr (kind == global_atomic::add) {
      asm volatile("atom.global.add.u32 %0, [%1], %0;" : "+r"(x) : "l"(at) : "memory");
    } else if constexpr (kind == global_atomic::add_unused) {
      asm volatile("red.global.add.u32 [%0], %1;" ::"l"(at), "r"(x) : "memory");
    } else if constexpr (kind == global_atomic::add_float) {
      asm volatile("atom.global.add.f32 %0, [%1], %0;" : "+f"(f) : "l"(at) : "memory");
    } else if constexpr (kind == global_atomic::add_float_unused) {
      asm volatile("red.global.add.f32 [%0], %1;" ::"l"(at), "f"(f) : "memory");
    } else if constexpr (kind == global_atomic::add_long_unused) {
      asm volatile("red.global.add.u64 [%0], %1;" ::"l"(at), "l"(wide) : "memory");
    } else {
      asm volatile("atom.global.cas.b32 %0, [%1], %0, %0;" : "+r"(x) : "l"(at) : "memory");
    }
  }
  if (x == 0xffffffff && f == 0.0f) sink[0] = x;
}

static __global__ void chase_atomics(unsigned* data, span* spans, unsigned loops) {
  unsigned x = 0;  // adds 0 and gets 0
  const long long begin = clock64();
#pragma unroll 1
  for (unsigned i = 0; i < loops; ++i)
    asm volatile("atom.global.add.u32 %0, [%1], %0;" : "+r"(x) : "l"(data) : "memory");
  const long long end = clock64();
  keep_span(spans, begin, end);
  if (x != 0) data[1] = x;
}

// Words anywhere in `mask + 1` words.
static __global__ void __launch_bounds__(1024)
    scatter_atomics(char* data, std::uint64_t mask, unsigned passes) {
  const std::uint64_t me = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (unsigned pass = 0; pass < passes; ++pass) {
    char* at = data + (scramble((me << 24) + pass) & mask) * 4;
    asm volatile("red.global.add.u32 [%0], %1;" ::"l"(at), "r"(1) : "memory");
  }
}

template <global_atomic kind>
void measure_atomic(constants& to, const memory_at_hand& m, const std::string& name,
                    const std::string& what, unsigned spacing = 4) {
  const unsigned blocks = 2 * m.sms, warps = 32 * blocks;
  const auto add = [&](const std::string& which, unsigned groups, unsigned lanes, unsigned apart,
                       const std::string& where, unsigned passes, unsigned active = 32) {
    to.add(name + which, "lanes/ns",
           per_nanosecond(double(warps) * active, passes,
                          [&](unsigned count) {
                            update_memory<kind><<<blocks, 1024>>>(m.data, groups, lanes, apart,
                                                                  active, count, m.sink);
                          }),
           what + where);
  };
  add("_one_word", 1, 1, spacing, ": all lanes of the grid on one word", 4);
  add("_one_word_lane_0", 1, 1, spacing, ": one lane of each warp on one word", 64, 1);
  add("_word_a_warp_lane_0", warps, 1, 128, ": one lane of each warp on a word of its warp", 512,
      1);
  add("_word_a_lane", 1, 32, spacing, ": all warps on the same 32 words of a line", 64);
  add("_8_words", 8, 1, 128, ": all lanes of a warp on one of 8 words in lines of their own", 16);
  add("_64_words", 64, 1, 128, ": the same with 64 words", 16);
  add("_1024_words", 1024, 1, 128, ": the same with 1024 words", 16);
  add("_word_a_warp", warps, 1, 128, ": the same with a word for each warp", 64);
  add("_coalesced", warps, 32, spacing, ": each lane on a word of its own; side by side", 128);
}

inline void measure_global_atomics(constants& to, const memory_at_hand& m) {
  CUDA_CHECK(cudaMemset(m.data, 0, 64 << 20));
  std::vector<double> latencies;
  for (std::uint64_t i = 0; i < 128; ++i) {
    // Lines anywhere in 16 MB: near and far parts of L2.
    auto* word = reinterpret_cast<unsigned*>(m.data + ((scramble(i) & 0x1ffff) << 7));
    latencies.push_back(cycles_per_loop(
        1, 64, [&](span* spans, unsigned loops) { chase_atomics<<<1, 1>>>(word, spans, loops); }));
  }
  to.add_distribution("atomic_latency", "cycles", latencies,
                      "atom.global.add.u32 of one thread that needs each result; over words");
  using kind = global_atomic;
  measure_atomic<kind::add_unused>(to, m, "reduction", "red.global.add.u32");
  measure_atomic<kind::add>(to, m, "atomic", "atom.global.add.u32");
  measure_atomic<kind::add_float_unused>(to, m, "float_reduction", "red.global.add.f32");
  measure_atomic<kind::add_float>(to, m, "float_atomic", "atom.global.add.f32");
  measure_atomic<kind::add_long_unused>(to, m, "long_reduction", "red.global.add.u64", 8);
  measure_atomic<kind::cas>(to, m, "atomic_cas", "atom.global.cas.b32");
  for (const std::size_t reach : {std::size_t{4} << 10, std::size_t{64} << 10, std::size_t{1} << 20,
                                  std::size_t{16} << 20, std::size_t{1} << 30}) {
    to.add("reduction_spread_" + std::to_string(reach >> 10) + "_kb", "lanes/ns",
           per_nanosecond(1024.0 * 2 * m.sms, 16,
                          [&](unsigned passes) {
                            scatter_atomics<<<2 * m.sms, 1024>>>(m.data, reach / 4 - 1, passes);
                          }),
           "red.global.add.u32 on words anywhere in this much memory");
  }
}

}  // namespace lockstep::calibrate
