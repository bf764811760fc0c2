// Latencies in cycles of an SM, from kernels in which nothing overlaps; GPU only. And how many
// operations per cycle come of more chains and more warps.
#pragma once

#include <lockstep/lockstep.hpp>

#include <cmath>
#include <vector>

#include "chains.cuh"
#include "chase.cuh"

// Where a walk over `lines` lines from line 0 is after `steps` steps.
inline unsigned chase_on_host(unsigned lines, unsigned steps) {
  unsigned line = 0;
  for (unsigned i = 0; i < steps; ++i) line = line_after(line, lines);
  return line;
}

struct chase_result {
  bool right;
  double cycles;  // per load
};

// With `warm` the whole walk is made once before, so that the data lies in the nearest cache that
// holds it; without, the L2 cache is flushed, so that it lies in memory.
inline chase_result measure_chase(unsigned lines, unsigned steps, bool warm) {
  using namespace lockstep;
  device_buffer<unsigned> words(chain_of(lines)), last(1);
  device_buffer<long long> cycles(1);
  last.poison();
  // How long a launch takes that follows so many links.
  const auto cycles_of = [&](unsigned links) {
    chase<<<1, 1>>>(words.data(), 0, links, last.data(), cycles.data());
    CUDA_CHECK_LAUNCH();
    return static_cast<double>(cycles.download()[0]);
  };
  if (warm) {
    cycles_of(lines);  // brings the lines to the L2 cache; the L1 cache forgets between launches
    const double with_steps = cycles_of(lines + steps), without = cycles_of(lines);
    return {last.download()[0] == chase_on_host(lines, lines), (with_steps - without) / steps};
  }
  cache_flush flush;
  flush();
  const double all = cycles_of(steps);
  return {last.download()[0] == chase_on_host(lines, steps), all / steps};
}

struct chain_result {
  bool right;
  double cycles_per_step;
  double operations_per_cycle;  // of one SM
};

using chain_kernel = void (*)(float*, long long*, unsigned, float, float);
struct chain_shape {
  int chains;
  chain_kernel kernel;
};
inline const chain_shape chain_shapes[] = {
    {1, advance_chains<1>}, {2, advance_chains<2>}, {3, advance_chains<3>},
    {4, advance_chains<4>}, {6, advance_chains<6>}, {8, advance_chains<8>},
};

// One block of so many warps on each of `sms` SMs. The slowest block counts.
inline chain_result measure_chains(const chain_shape& shape, unsigned warps, unsigned steps,
                                   unsigned sms) {
  using namespace lockstep;
  const unsigned threads = 32 * warps;
  device_buffer<float> out(std::size_t{sms} * threads);
  device_buffer<long long> cycles(sms);
  out.poison();
  for (int run = 0; run < 2; ++run) {  // the first one loads the code
    shape.kernel<<<sms, threads>>>(out.data(), cycles.data(), steps, FACTOR, ADDEND);
    CUDA_CHECK_LAUNCH();
  }
  const std::vector<float> of_lane = chains_on_host(shape.chains, steps);
  std::vector<float> expected(out.size());
  for (std::size_t t = 0; t < expected.size(); ++t) expected[t] = of_lane[t % 32];
  long long slowest = 0;
  for (const long long c : cycles.download()) slowest = std::max(slowest, c);
  const double per_step = static_cast<double>(slowest) / steps;
  return {bool(compare(expected, out.download())), per_step, threads * shape.chains / per_step};
}
