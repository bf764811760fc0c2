// Times on a GPU of this chapter's kernels, optimised: the book's three, long paths by thread and
// by warp, 1 to 32 paths in a warp, and loops of different lengths.
#include <lockstep/bench/program.hpp>

#include "04_long_by_thread.cuh"
#include "05_long_by_warp.cuh"
#include "06_paths.cuh"
#include "three_kernels.cuh"
#include "uneven.cuh"

namespace {

using namespace lockstep;
using namespace lockstep::bench;
using lockstep::divergence::blocks_for;
using lockstep::divergence::threads_per_block;

constexpr unsigned rounds = 256;

// `wanted(i)` is what element i must be; `launch` writes all of them.
template <typename T, typename Wanted>
kernel_case writing_case(const std::string& name, unsigned size, arena& memory,
                         std::function<void(T*)> launch, Wanted wanted) {
  const auto check = [=, &memory] {
    auto* out = static_cast<T*>(memory.buffer(0, size * sizeof(T)));
    CUDA_CHECK(cudaMemset(out, 0xA5, size * sizeof(T)));
    launch(out);
    CUDA_CHECK_LAUNCH();
    std::vector<T> got(size);
    CUDA_CHECK(cudaMemcpy(got.data(), out, size * sizeof(T), cudaMemcpyDeviceToHost));
    for (unsigned i = 0; i < size; ++i) {
      if (!(got[i] == wanted(i))) return checked{false};
    }
    return checked{};
  };
  return {name, [launch](void* out, unsigned) { launch(static_cast<T*>(out)); }, check};
}

// They do so little that what counts is the memory they write.
group short_kernels(unsigned size, arena& memory) {
  group all{"float", "short ways", size, size * sizeof(float), residency::dram};
  for (const branching_kernel& one : three_kernels) {
    all.cases.push_back(writing_case<float>(
        one.name, size, memory,
        [=](float* out) { one.kernel<<<size / threads_per_block, threads_per_block>>>(out); },
        [=](unsigned i) { return one.writes_100(i) ? 100.0f : 200.0f; }));
  }
  return all;
}

using path_of_thread = unsigned (*)(unsigned i, unsigned paths);
unsigned by_lane(unsigned i, unsigned paths) { return i % paths; }
unsigned by_warp_of(unsigned i, unsigned paths) { return i / 32 % paths; }

group long_kernels(unsigned size, arena& memory) {
  group all{"unsigned", "long ways", size};
  std::vector<jump> jumps;
  for (unsigned path = 0; path < most_paths; ++path) jumps.push_back(jump_of(path, rounds));
  const auto add = [&](const std::string& name, unsigned paths, path_of_thread path, auto launch) {
    all.cases.push_back(writing_case<unsigned>(
        name, size, memory, launch, [=](unsigned i) { return jumps[path(i, paths)](i); }));
  };
  const unsigned grid = blocks_for(size), block = threads_per_block;
  add("04 long by thread", 2, by_lane,
      [=](unsigned* out) { long_by_thread<<<grid, block>>>(out, size, rounds); });
  add("05 long by warp", 2, by_warp_of,
      [=](unsigned* out) { long_by_warp<<<grid, block>>>(out, size, rounds); });
  for (const unsigned n : {1u, 2u, 4u, 8u, 16u, 32u}) {
    add("06 by lane, ways: " + std::to_string(n), n, by_lane,
        [=](unsigned* out) { paths_by_lane<<<grid, block>>>(out, size, rounds, n); });
    add("06 by warp, ways: " + std::to_string(n), n, by_warp_of,
        [=](unsigned* out) { paths_by_warp<<<grid, block>>>(out, size, rounds, n); });
  }
  return all;
}

group loops(unsigned size, arena& memory) {
  group all{"unsigned", "loops of 256 rounds on average", size};
  std::vector<jump> jumps{jump{}};  // by number of rounds; one arrangement has 32 times the average
  for (unsigned r = 0; r < 32 * rounds; ++r) jumps.push_back(jumps.back().then(jump_of(0, 1)));
  for (const lockstep::divergence::arrangement& one :
       lockstep::divergence::arrangements(size, rounds)) {
    const auto trips = std::make_shared<device_buffer<unsigned>>(one.trips);
    all.cases.push_back(writing_case<unsigned>(
        std::string("07 rounds: ") + one.name, size, memory,
        [=](unsigned* out) {
          loop_by_data<<<blocks_for(size), threads_per_block>>>(trips->data(), out, size);
        },
        [=, rounds_of = one.trips](unsigned i) { return jumps[rounds_of[i]](i); }));
  }
  return all;
}

int run_bench(options& given) {
  return run(
      given, "02_warp_divergence", 1 << 26, [](const selection& asked, sampler&, arena& memory) {
        std::vector<planned> groups;
        for (const std::uint64_t n : asked.sizes.empty() ? parse_sizes("2^22") : asked.sizes) {
          if (n % threads_per_block != 0 || n > 1u << 26) continue;  // whole blocks only
          const auto size = static_cast<unsigned>(n);
          groups.push_back({3, [=, &memory] { return short_kernels(size, memory); }});
          groups.push_back({14, [=, &memory] { return long_kernels(size, memory); }});
          groups.push_back({5, [=, &memory] { return loops(size, memory); }});
        }
        return groups;
      });
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run_bench); }
