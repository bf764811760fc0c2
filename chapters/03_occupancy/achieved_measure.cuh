// The measurements of achieved.cu. Times and achieved occupancy are empty where nothing is timed.
#pragma once

#include <lockstep/lockstep.hpp>
#include <lockstep/residency.cuh>

#include <optional>
#include <vector>

#include "chains.cuh"
#include "current_device.hpp"
#include "scale.cuh"

inline constexpr unsigned block_sizes[] = {32, 64, 128, 256, 512, 1024};

struct scale_input {
  unsigned size;
  lockstep::device_buffer<float> in, out;
  std::vector<float> expected;

  explicit scale_input(std::size_t elements)
      : size(static_cast<unsigned>(elements)),
        out(elements),
        expected(lockstep::random_reals<float>(elements, 1)) {
    in = lockstep::device_buffer<float>(expected);
    for (float& value : expected) value *= 2;
  }
  bool is_right() { return bool(lockstep::compare(expected, out.download())); }
};

inline std::optional<double> percent(const std::optional<double>& share) {
  return share ? std::optional<double>(100 * *share) : std::nullopt;
}

// GB/s of one read and one write of all elements.
inline std::optional<double> bandwidth(const scale_input& input,
                                       const std::optional<double>& milliseconds) {
  if (!milliseconds) return std::nullopt;
  return 8.0 * input.size / *milliseconds / 1e6;
}

template <typename Work>
std::optional<double> time_of(int repeats, Work work) {
  if (repeats == 0) return std::nullopt;
  return lockstep::median_milliseconds(
      repeats, [] {}, work);
}

struct scale_kernel {
  const char* name;
  void (*plain)(const float*, float*, unsigned, warp_note*);
  void (*noting)(const float*, float*, unsigned, warp_note*);
  bool one_wave;  // as many blocks as fit, rather than one thread per element
};

inline const scale_kernel scale_kernels[] = {
    {"once", scale_once<false>, scale_once<true>, false},
    {"strided", scale_strided<false>, scale_strided<true>, true},
    {"uneven", scale_uneven<false>, scale_uneven<true>, true},
};

struct scale_result {
  bool right;
  unsigned blocks;
  double theoretical;
  std::optional<double> achieved, milliseconds;
};

inline int places_for(const void* kernel, int threads, std::size_t shared = 0) {
  int blocks = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared));
  return blocks;
}

inline unsigned blocks_of(const scale_kernel& kernel, unsigned threads, unsigned size) {
  const int places = places_for(reinterpret_cast<const void*>(kernel.plain), int(threads));
  return kernel.one_wave ? static_cast<unsigned>(places * current_limits().multiprocessors)
                         : (size + threads - 1) / threads;
}

inline scale_result measure_scale(const scale_kernel& kernel, unsigned threads, scale_input& input,
                                  int repeats) {
  using namespace lockstep;
  const sm_limits sm = current_limits();
  const unsigned blocks = blocks_of(kernel, threads, input.size);
  const auto launch = [&] {
    kernel.plain<<<blocks, threads>>>(input.in.data(), input.out.data(), input.size, nullptr);
  };
  input.out.poison();
  launch();
  CUDA_CHECK_LAUNCH();
  scale_result result{input.is_right(), blocks, occupancy(sm, needs_of(kernel.plain, int(threads))),
                      std::nullopt, time_of(repeats, launch)};
  if (repeats > 0) {
    device_buffer<warp_note> notes(warps_of(blocks, threads));
    kernel.noting<<<blocks, threads>>>(input.in.data(), input.out.data(), input.size, notes.data());
    CUDA_CHECK_LAUNCH();
    result.achieved = achieved_occupancy(notes.download(), sm.threads / WARP);
  }
  return result;
}

struct sweep_result {
  int blocks;  // per SM
  double occupancy;
  std::optional<double> by_4, by_16;
  bool right;
};

constexpr unsigned sweep_threads = 256;

struct sweep_shape {
  int wanted, blocks;  // per SM
  unsigned grid;
  std::size_t shared;
};

inline void launch_4(const sweep_shape& s, lockstep::device_buffer<float>& in,
                     lockstep::device_buffer<float>& out, unsigned size) {
  scale_strided<false><<<s.grid, sweep_threads, s.shared>>>(in.data(), out.data(), size, nullptr);
}
inline void launch_16(const sweep_shape& s, lockstep::device_buffer<float>& in,
                      lockstep::device_buffer<float>& out, unsigned size) {
  scale_strided4<<<s.grid, sweep_threads, s.shared>>>(
      reinterpret_cast<const float4*>(in.data()), reinterpret_cast<float4*>(out.data()), size / 4);
}

// Blocks of 256 threads, of which 1, 2, 3, ... fit beside each other, because each takes that share
// of the shared memory.
inline std::vector<sweep_shape> sweep_shapes() {
  using namespace lockstep;
  constexpr unsigned threads = sweep_threads;
  const sm_limits sm = current_limits();
  const auto kernel4 = reinterpret_cast<const void*>(scale_strided<false>);
  const auto kernel16 = reinterpret_cast<const void*>(scale_strided4);
  for (const void* kernel : {kernel4, kernel16}) {
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    sm.shared_opt_in));
    // As much of the L1 cache's memory as can be is shared memory, in all runs alike.
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                    cudaSharedmemCarveoutMaxShared));
  }
  std::vector<sweep_shape> shapes;
  const int most = places_for(kernel16, threads);
  for (int wanted = 1; wanted <= most; ++wanted) {
    const int share = sm.shared / wanted / sm.shared_unit * sm.shared_unit - sm.shared_reserved;
    const auto shared =
        static_cast<std::size_t>(wanted == most ? 0 : std::min(share, sm.shared_opt_in));
    const int blocks = places_for(kernel16, threads, shared);
    shapes.push_back({wanted, blocks, static_cast<unsigned>(blocks * sm.multiprocessors), shared});
  }
  return shapes;
}

inline std::vector<sweep_result> measure_sweep(scale_input& input, int repeats) {
  using namespace lockstep;
  std::vector<sweep_result> results;
  for (const sweep_shape& s : sweep_shapes()) {
    const auto by_4 = [&] { launch_4(s, input.in, input.out, input.size); };
    const auto by_16 = [&] { launch_16(s, input.in, input.out, input.size); };
    input.out.poison();
    by_4();
    CUDA_CHECK_LAUNCH();
    bool right = input.is_right() && s.blocks == s.wanted;
    input.out.poison();
    by_16();
    CUDA_CHECK_LAUNCH();
    right = right && input.is_right();
    results.push_back({s.blocks, double(s.blocks) * sweep_threads / current_limits().threads,
                       time_of(repeats, by_4), time_of(repeats, by_16), right});
  }
  return results;
}

struct wave_result {
  int blocks;
  std::optional<double> waiting, computing;  // milliseconds
};
struct waves {
  int places;  // blocks that the device holds at once
  bool right;
  std::vector<wave_result> results;
};

// Blocks of 1024 threads that all do the same, by two kernels. In the one a single warp works and
// the others wait for it; in the other all work, and keep the arithmetic of their SM busy.
struct wave_kernels {
  static constexpr unsigned threads = 1024;
  unsigned steps;
  lockstep::device_buffer<float> alone, out;
  lockstep::device_buffer<long long> cycles;

  wave_kernels(unsigned most, unsigned steps_of_chains)
      : steps(steps_of_chains),
        alone(std::size_t{most} * 32),
        out(std::size_t{most} * threads),
        cycles(most) {}

  void compute(unsigned blocks) {
    advance_chains<1><<<blocks, threads>>>(out.data(), cycles.data(), steps, FACTOR, ADDEND);
  }
  void wait(unsigned blocks) {
    advance_one_warp<<<blocks, threads>>>(alone.data(), steps, FACTOR, ADDEND);
  }
  bool are_right() {
    out.poison();
    alone.poison();
    compute(2);
    wait(2);
    CUDA_CHECK_LAUNCH();
    const std::vector<float> of_lane = chains_on_host(1, steps);
    const auto all = out.download(2 * threads), few = alone.download(2 * 32);
    bool right = true;
    for (std::size_t t = 0; t < all.size(); ++t) right = right && all[t] == of_lane[t % 32];
    for (std::size_t t = 0; t < few.size(); ++t) right = right && few[t] == of_lane[t % 32];
    return right;
  }
};

// Of their blocks on the device at once.
inline int wave_places() {
  return current_limits().multiprocessors *
         std::min(places_for(reinterpret_cast<const void*>(advance_chains<1>), 1024),
                  places_for(reinterpret_cast<const void*>(advance_one_warp), 1024));
}

// Numbers of blocks around whole waves.
inline waves measure_waves(int repeats) {
  const int places = wave_places();
  wave_kernels kernels(4 * static_cast<unsigned>(places) + 1, repeats > 0 ? 4096 : 8);
  waves result{places, kernels.are_right(), {}};
  const auto add = [&](int blocks) {
    const auto n = static_cast<unsigned>(blocks);
    result.results.push_back({blocks, time_of(repeats, [&] { kernels.wait(n); }),
                              time_of(repeats, [&] { kernels.compute(n); })});
  };
  const int step = repeats > 0 ? std::max(1, places / 8) : places;
  for (int blocks = step; blocks <= 4 * places; blocks += step) {
    add(blocks);
    if (blocks % (places / 2) == 0) add(blocks + 1);
  }
  return result;
}
