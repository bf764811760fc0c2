// Times on a GPU of this chapter's kernels: chains of operations by few and by many warps, a walk
// in which nothing overlaps, and reading with more and more bytes in flight.
#include <lockstep/bench/program.hpp>

#include <memory>

#include "chains.cuh"
#include "chase.cuh"
#include "latency_measure.cuh"
#include "scale.cuh"
#include "streams.cuh"

namespace {

using namespace lockstep;
using namespace lockstep::bench;

unsigned multiprocessors() {
  return static_cast<unsigned>(device_attribute(cudaDevAttrMultiProcessorCount));
}

// 4096 steps of every chain: as many warps on each SM, each lane with several chains.
group chains() {
  constexpr unsigned steps = 4096;
  group all{"float", "4096 steps"};
  const unsigned sms = multiprocessors();
  const auto out = std::make_shared<device_buffer<float>>(std::size_t{sms} * 1024);
  const auto cycles = std::make_shared<device_buffer<long long>>(sms);
  for (const unsigned warps : {4u, 8u, 16u, 32u}) {
    for (const chain_shape& shape : chain_shapes) {
      const auto launch = [=] {
        shape.kernel<<<sms, 32 * warps>>>(out->data(), cycles->data(), steps, FACTOR, ADDEND);
      };
      const auto check = [=] {
        out->poison();
        launch();
        CUDA_CHECK_LAUNCH();
        const std::vector<float> lane = chains_on_host(shape.chains, steps);
        const std::vector<float> got = out->download(std::size_t{sms} * 32 * warps);
        for (std::size_t i = 0; i < got.size(); ++i) {
          if (!(got[i] == lane[i % 32])) return checked{false};
        }
        return checked{};
      };
      all.cases.push_back(
          {"chains: " + std::to_string(shape.chains) + ", warps per SM: " + std::to_string(warps),
           [launch](void*, unsigned) { launch(); }, check});
    }
  }
  return all;
}

// One thread follows 4096 links, over as many lines as given.
group walk(unsigned lines) {
  constexpr unsigned steps = 4096;
  group all{"unsigned", "4096 links", lines};
  const auto words = std::make_shared<device_buffer<unsigned>>(chain_of(lines));
  const auto last = std::make_shared<device_buffer<unsigned>>(1);
  const auto cycles = std::make_shared<device_buffer<long long>>(1);
  const auto launch = [=] {
    chase<<<1, 1>>>(words->data(), 0, steps, last->data(), cycles->data());
  };
  const auto check = [=] {
    last->poison();
    launch();
    CUDA_CHECK_LAUNCH();
    return checked{last->download()[0] == chase_on_host(lines, steps)};
  };
  all.cases = {{"chase", [launch](void*, unsigned) { launch(); }, check, "lines of 128 bytes"}};
  return all;
}

// All bytes are 1 as long as nothing else is written: a sum of words is known.
kernel_case reading(const stream_kernel& kernel, unsigned warps, std::size_t bytes, arena& memory) {
  const stream_grid grid = grid_for(warps);
  const unsigned blocks = multiprocessors() * grid.blocks_per_sm;
  const auto out = std::make_shared<device_buffer<int>>(std::size_t{blocks} * grid.threads);
  const auto launch = [=, &kernel](void* data) {
    kernel.launch(data, bytes, out->data(), blocks, grid.threads);
  };
  const auto check = [=, &memory] {
    CUDA_CHECK(cudaMemset(memory.data(), 1, memory.bytes()));
    out->poison();
    launch(memory.buffer(0, bytes));
    CUDA_CHECK_LAUNCH();
    unsigned sum = 0;
    for (const int part : out->download()) sum += static_cast<unsigned>(part);
    return checked{sum == static_cast<unsigned>(bytes / 4) * 0x01010101u};
  };
  const std::string name = std::to_string(kernel.loads) + (kernel.split ? " split" : "") +
                           " loads of " + std::to_string(kernel.word_bytes) +
                           " bytes, warps per SM: " + std::to_string(warps);
  kernel_case one{name, [launch](void* data, unsigned) { launch(data); }, check};
  one.note = std::to_string(bytes_in_flight(kernel, warps)) + " bytes in flight on an SM, at most";
  return one;
}

group streams(std::uint64_t elements, arena& memory) {
  group all{"int", "reading", elements, elements * sizeof(int), residency::dram};
  for (const stream_kernel& kernel : stream_kernels) {
    for (const unsigned warps : {4u, 16u, 32u, 64u}) {
      if (fits(kernel, grid_for(warps)))
        all.cases.push_back(reading(kernel, warps, all.bytes, memory));
    }
  }
  return all;
}

int run_bench(options& given) {
  return run(
      given, "03_occupancy", std::size_t{1} << 29,
      [](const selection& asked, sampler&, arena& memory) {
        std::vector<planned> groups{{24, chains}};
        for (const unsigned lines : {1u << 8, 1u << 16, 1u << 22})
          groups.push_back({1, [=] { return walk(lines); }});
        for (const std::uint64_t n : asked.sizes.empty() ? parse_sizes("2^27") : asked.sizes) {
          if (n % 4 == 0) groups.push_back({36, [=, &memory] { return streams(n, memory); }});
        }
        return groups;
      });
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run_bench); }
