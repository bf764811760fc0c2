// Bytes per second of L2 and memory: reads, writes, copies; parts of lines; scattered words; and
// how many bytes must be in flight.
#pragma once

#include "constants.hpp"
#include "memory_latency.cuh"

namespace lockstep::calibrate {

// Milliseconds of a pass: the slope from `passes` to three times as many, without the launch.
template <typename Launch>
double milliseconds_per_pass(unsigned passes, Launch launch) {
  const auto once = [&](unsigned count) {
    event_timer timer;
    timer.start();
    launch(count);
    timer.stop();
    CUDA_CHECK_LAUNCH();
    return timer.milliseconds();
  };
  const double few = once(passes);
  return (once(3 * passes) - few) / (2.0 * passes);
}

// Volatile, so that no pass over the same memory is left out.
template <bool through_l1 = false>
__device__ __forceinline__ uint4 load_16(const void* at) {
  uint4 v;
  if constexpr (through_l1) {
    asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "l"(at));
  } else {
    asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "l"(at));
  }
  return v;
}

__device__ __forceinline__ unsigned load_4(const void* at) {
  unsigned v;
  asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(at));
  return v;
}

// A thread has `loads` loads of 16 bytes in flight, and waits for all.
template <int loads, bool through_l1 = false>
__global__ void __launch_bounds__(1024)
    read_memory(const uint4* data, std::size_t words, unsigned passes, unsigned* sink) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  const std::size_t me = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  unsigned total = 0;
#pragma unroll 1
  for (unsigned pass = 0; pass < passes; ++pass) {
#pragma unroll 1
    for (std::size_t i = me; i < words; i += loads * threads) {
      uint4 v[loads] = {};
#pragma unroll
      for (int k = 0; k < loads; ++k) {
        if (i + k * threads < words) v[k] = load_16<through_l1>(data + i + k * threads);
      }
#pragma unroll
      for (int k = 0; k < loads; ++k) total += v[k].x ^ v[k].y ^ v[k].z ^ v[k].w;
    }
  }
  if (total == 1) sink[0] = total;
}

static __global__ void write_memory(uint4* data, std::size_t words, unsigned passes) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  const std::size_t me = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (unsigned pass = 0; pass < passes; ++pass) {
    for (std::size_t i = me; i < words; i += threads) data[i] = uint4{0, 0, 0, 0};
  }
}

static __global__ void copy_memory(const uint4* from, uint4* to, std::size_t words,
                                   unsigned passes) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  const std::size_t me = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (unsigned pass = 0; pass < passes; ++pass) {
    for (std::size_t i = me; i + 3 * threads < words; i += 4 * threads) {
      uint4 v[4];
#pragma unroll
      for (int k = 0; k < 4; ++k) v[k] = load_16(from + i + k * threads);
#pragma unroll
      for (int k = 0; k < 4; ++k) to[i + k * threads] = v[k];
    }
  }
}

// A lane reads 4 bytes of one sector. Of each group of `group` sectors the first `touched` are
// read, all of them in each pass, or, if they are fewer than the grid has loads in flight, several
// times. All are powers of two.
static __global__ void __launch_bounds__(1024)
    read_sectors(const char* data, unsigned sectors, unsigned touched, unsigned group,
                 unsigned passes, unsigned* sink) {
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned count = sectors / group * touched;
  const unsigned shift = touched == 4 ? 2 : touched == 2 ? 1 : 0;
  unsigned total = 0;
  for (unsigned pass = 0; pass < passes; ++pass) {
    for (unsigned i = me; i < max(count, me + 1); i += 4 * threads) {
      unsigned v[4];
#pragma unroll
      for (unsigned k = 0; k < 4; ++k) {
        const unsigned n = (i + k * threads) & (count - 1);
        v[k] = load_4(data + std::size_t{(n >> shift) * group + (n & (touched - 1))} * 32);
      }
      total += v[0] ^ v[1] ^ v[2] ^ v[3];
    }
  }
  if (total == 1) sink[0] = total;
}

// How many loads that kernel makes in a pass.
inline double sector_loads(unsigned count, unsigned threads) {
  double loads = 0;
  for (unsigned first = 0; first < std::max(count, 1u); first += 4 * threads)
    loads += 4.0 * (first == 0 ? threads : std::min(threads, count - first));
  return loads;
}

// A lane writes sizeof(T) bytes every `stride` bytes.
template <typename T>
__global__ void write_parts(char* data, std::size_t parts, unsigned stride, unsigned passes) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  const std::size_t me = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (unsigned pass = 0; pass < passes; ++pass) {
    for (std::size_t i = me; i < parts; i += threads)
      *reinterpret_cast<T*>(data + i * stride) = T{};
  }
}

// Words anywhere in the memory, four in flight in each thread.
static __global__ void gather_words(const char* data, std::uint64_t word_mask, unsigned passes,
                                    unsigned* sink) {
  const std::uint64_t me = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  unsigned total = 0;
  for (unsigned pass = 0; pass < passes; ++pass) {
    unsigned v[4];
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) {
      const std::uint64_t word = scramble((me << 24) + pass * 4 + k) & word_mask;
      v[k] = load_4(data + word * 4);
    }
    total += v[0] ^ v[1] ^ v[2] ^ v[3];
  }
  if (total == 1) sink[0] = total;
}

// As above, stores.
static __global__ void scatter_words(char* data, std::uint64_t word_mask, unsigned passes) {
  const std::uint64_t me = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (unsigned pass = 0; pass < passes; ++pass) {
    const std::uint64_t word = scramble((me << 24) + pass) & word_mask;
    *reinterpret_cast<unsigned*>(data + word * 4) = pass;
  }
}

struct memory_at_hand {
  char* data;
  std::size_t bytes;  // a power of two
  unsigned sms;
  unsigned* sink;
};

inline std::string megabytes(std::size_t bytes) { return std::to_string(bytes >> 20) + "_mb"; }

// What a nanosecond does, if a pass does `amount`; of bytes, GB/s.
template <typename Launch>
std::vector<double> per_nanosecond(double amount, unsigned passes, Launch launch) {
  return repeat(7, [&] { return amount / 1e6 / milliseconds_per_pass(passes, launch); });
}

inline void measure_bandwidth(constants& to, const memory_at_hand& m) {
  const auto* words = reinterpret_cast<const uint4*>(m.data);
  auto* written = reinterpret_cast<uint4*>(m.data);
  const unsigned all = 2 * m.sms;
  constexpr std::size_t mb = 1 << 20;
  const std::size_t most = std::min(m.bytes, std::size_t{4} << 30);
  const auto read = [&](std::size_t bytes, unsigned passes, unsigned blocks) {
    return per_nanosecond(double(bytes), passes, [&, blocks](unsigned count) {
      read_memory<4><<<blocks, 1024>>>(words, bytes / 16, count, m.sink);
    });
  };
  const auto write = [&](std::size_t bytes, unsigned passes) {
    return per_nanosecond(double(bytes), passes, [&](unsigned count) {
      write_memory<<<all, 1024>>>(written, bytes / 16, count);
    });
  };
  to.add("dram_read", "GB/s", read(most, 1, all),
         "each byte once; 16 bytes a lane and 4 in flight");
  to.add("dram_write", "GB/s", write(most, 1), "each byte once; 16 bytes a lane");
  to.add("dram_copy", "GB/s",
         per_nanosecond(double(most), 1,
                        [&](unsigned passes) {
                          copy_memory<<<all, 1024>>>(words, written + most / 32, most / 32, passes);
                        }),
         "bytes read and written; 16 bytes a lane and 4 in flight");
  for (const unsigned size : {8, 16, 24, 32, 40, 48, 56, 64, 96, 128}) {
    to.add("read_again_" + std::to_string(size) + "_mb", "GB/s", read(size * mb, 50, all),
           "so much memory read over and over past L1 by all SMs");
  }
  for (const unsigned size : {8, 16, 24, 32, 40, 48, 64, 128}) {
    to.add("write_again_" + std::to_string(size) + "_mb", "GB/s", write(size * mb, 50),
           "so much memory written over and over by all SMs");
  }
  for (const unsigned blocks : {1u, 2u, 4u, 16u, 66u}) {
    to.add("l2_read_" + std::to_string(blocks) + "_sms", "GB/s", read(4 * mb, 50, blocks),
           "4 MB in L2 read by one block on each of so many SMs");
  }
  for (const unsigned blocks : {1u, 16u, 66u}) {
    to.add("l2_write_" + std::to_string(blocks) + "_sms", "GB/s",
           per_nanosecond(4.0 * mb, 50,
                          [&](unsigned passes) {
                            write_memory<<<blocks, 1024>>>(written, 4 * mb / 16, passes);
                          }),
           "4 MB written over and over by one block on each of so many SMs");
  }
}

// 32 warps read the same 64 KB in L1; a lane's words of 4 * width bytes lie `stride` bytes apart.
template <int width>
__global__ void __launch_bounds__(1024)
    stream_l1(const char* data, unsigned stride, unsigned* sink, span* spans, unsigned loops) {
  const char* own = data + threadIdx.x % 32 * stride;
  const char* other = own + 32768;
  unsigned total = 0;
  for (unsigned i = 0; i < 65536; i += 4096)
    total += *reinterpret_cast<const unsigned*>(data + i + threadIdx.x * 4);
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 1
  for (unsigned i = 0; i < loops; ++i) {
    uint4 v[8] = {};
#pragma unroll
    for (unsigned k = 0; k < 8; ++k) {
      const char* at = own + k * 4096;
      if constexpr (width == 1)
        asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v[k].x) : "l"(at));
      else if constexpr (width == 2)
        asm volatile("ld.global.ca.v2.u32 {%0, %1}, [%2];" : "=r"(v[k].x), "=r"(v[k].y) : "l"(at));
      else
        v[k] = load_16<true>(at);
    }
#pragma unroll
    for (unsigned k = 0; k < 8; ++k) total += v[k].x ^ v[k].y ^ v[k].z ^ v[k].w;
    const char* next = other;
    other = own;
    own = next;
  }
  const long long end = clock64();
  keep_span(spans, begin, end);
  if (total == 1) sink[0] = total;
}

inline void measure_l1(constants& to, const memory_at_hand& m) {
  CUDA_CHECK(cudaMemset(m.data, 0, 65536));
  const auto cycles = [&](auto kernel, unsigned stride) {
    return repeat(7, [&] {
      return cycles_per_loop(1024, 64,
                             [&](span* spans, unsigned loops) {
                               kernel<<<1, 1024>>>(m.data, stride, m.sink, spans, loops);
                             }) /
             (8 * 32);
    });
  };
  for (const unsigned stride : {4u, 8u, 16u, 32u, 64u, 128u}) {
    to.add("l1_load_stride_" + std::to_string(stride), "cycles/warp", cycles(stream_l1<1>, stride),
           "SM's cycles for a warp's loads of 4 bytes at this stride in L1; 32 warps");
  }
  const auto rate = [&](const std::string& name, auto kernel, unsigned bytes) {
    std::vector<double> rates;
    for (const double each : cycles(kernel, bytes)) rates.push_back(32 * bytes / each);
    to.add(name, "bytes/cycle/SM", rates, "32 warps read the same 64 KB in L1");
  };
  rate("l1_load_rate_4_bytes", stream_l1<1>, 4);
  rate("l1_load_rate_8_bytes", stream_l1<2>, 8);
  rate("l1_load_rate_16_bytes", stream_l1<4>, 16);
}

inline void measure_sectors(constants& to, const memory_at_hand& m) {
  const std::size_t bytes = std::min(m.bytes, std::size_t{4} << 30);
  const unsigned blocks = 2 * m.sms;
  struct pattern {
    unsigned touched, group;
  };
  const auto loads = [&](std::size_t reach, unsigned passes, pattern p) {
    const auto sectors = static_cast<unsigned>(reach / 32);
    const double amount = sector_loads(sectors / p.group * p.touched, 1024 * blocks);
    return per_nanosecond(amount, passes, [&](unsigned count) {
      read_sectors<<<blocks, 1024>>>(m.data, sectors, p.touched, p.group, count, m.sink);
    });
  };
  for (const pattern p :
       {pattern{1, 1}, pattern{1, 2}, pattern{2, 4}, pattern{1, 4}, pattern{1, 8}, pattern{2, 8},
        pattern{4, 8}, pattern{1, 32}, pattern{2, 32}, pattern{4, 32}}) {
    const std::string name = std::to_string(p.touched) + "_of_" + std::to_string(p.group);
    to.add("dram_sectors_" + name, "sectors/ns", loads(bytes, 1, p),
           "loads of 4 bytes from the first sectors of each group; memory");
    to.add("l2_sectors_" + name, "sectors/ns", loads(16 << 20, 50, p),
           "the same within 16 MB in L2");
  }
  const auto stores = [&](const std::string& name, auto kernel, unsigned stride,
                          const std::string& what) {
    const auto rate = [&](std::size_t reach, unsigned passes) {
      return per_nanosecond(double(reach / std::max(stride, 32u)), passes, [&](unsigned count) {
        kernel<<<blocks, 1024>>>(m.data, reach / stride, stride, count);
      });
    };
    to.add("dram_store_" + name, "sectors/ns", rate(bytes, 1), what + "; memory");
    if (stride < 1024)
      to.add("l2_store_" + name, "sectors/ns", rate(16 << 20, 50), what + "; 16 MB in L2");
  };
  stores("whole_sectors", write_parts<uint4>, 16, "stores of 16 bytes side by side");
  stores("4_bytes_of_sector", write_parts<unsigned>, 32, "stores of 4 bytes in each sector");
  stores("16_bytes_of_sector", write_parts<uint4>, 32, "stores of 16 bytes in each sector");
  stores("4_bytes_of_line", write_parts<unsigned>, 128, "stores of 4 bytes in each 128 bytes");
  stores("16_bytes_of_line", write_parts<uint4>, 128, "stores of 16 bytes in each 128 bytes");
  stores("4_bytes_of_1024", write_parts<unsigned>, 1024, "stores of 4 bytes in each 1024 bytes");
}

inline void measure_gather(constants& to, const memory_at_hand& m) {
  const unsigned blocks = 2 * m.sms;
  const double threads = 1024.0 * blocks;
  for (std::size_t reach = 1 << 20; reach <= m.bytes; reach *= 2) {
    to.add("gather_" + megabytes(reach), "loads/ns",
           per_nanosecond(4 * threads, 32,
                          [&](unsigned passes) {
                            gather_words<<<blocks, 1024>>>(m.data, reach / 4 - 1, passes, m.sink);
                          }),
           "words anywhere in this much memory; 2048 threads an SM with 4 in flight");
  }
  for (std::size_t reach = 1 << 20; reach <= m.bytes; reach *= 8) {
    to.add("scatter_" + megabytes(reach), "stores/ns",
           per_nanosecond(threads, 64,
                          [&](unsigned passes) {
                            scatter_words<<<blocks, 1024>>>(m.data, reach / 4 - 1, passes);
                          }),
           "stores of 4 bytes anywhere in this much memory");
  }
}

// Bandwidth by bytes in flight on each SM, from memory and from L2.
inline void measure_in_flight(constants& to, const memory_at_hand& m) {
  const auto* words = reinterpret_cast<const uint4*>(m.data);
  struct shape {
    unsigned warps, loads;
  };
  for (const shape s :
       {shape{1, 1}, shape{2, 1}, shape{4, 1}, shape{8, 1}, shape{12, 1}, shape{16, 1},
        shape{24, 1}, shape{32, 1}, shape{24, 2}, shape{32, 2}, shape{24, 4}, shape{32, 4}}) {
    const unsigned threads = 32 * s.warps;
    const unsigned in_flight = threads * 16 * s.loads;
    const auto rate = [&](std::size_t bytes, unsigned passes) {
      return per_nanosecond(double(bytes), passes, [&](unsigned count) {
        const auto run = s.loads == 1   ? read_memory<1>
                         : s.loads == 2 ? read_memory<2>
                                        : read_memory<4>;
        run<<<m.sms, threads>>>(words, bytes / 16, count, m.sink);
      });
    };
    const std::string what = std::to_string(s.warps) + " warps an SM with " +
                             std::to_string(s.loads) +
                             " loads of 16 bytes a lane in flight; name: bytes in flight an SM; ";
    to.add("dram_in_flight_" + std::to_string(in_flight), "GB/s",
           rate(std::min(m.bytes, std::size_t{1} << 30), 1), what + "memory");
    to.add("l2_in_flight_" + std::to_string(in_flight), "GB/s", rate(16 << 20, 20),
           what + "16 MB in L2");
  }
}

}  // namespace lockstep::calibrate
