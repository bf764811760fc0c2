// One kernel, one input, one grid: two speeds. Where the words lie that the last block waits for,
// and on which SM it waits, in an L2 cache that has two partitions.
#include <lockstep/bench/sampler.cuh>
#include <lockstep/lockstep.hpp>
#include <lockstep/recorded.hpp>

#include <iostream>

#include "reduce/reduce.cuh"

namespace {

using namespace lockstep;
using namespace lockstep::reduction;
using namespace chapter_06;

constexpr const char* usage =
    "options: [--places N] [--csv]\n"
    "  --places  how many places are tried, each 4 KiB behind the one before, up to 64 (default "
    "8)\n"
    "  --csv     the table as a file of docs/data (GPU only)\n";

constexpr const char* prediction =
    "Predict first. Every block leaves its sum in a word of its own; the last block waits for all "
    "of\n"
    "them and adds them. Those words lie in the L2 cache, all within 4 KiB. Now move them by 4 "
    "KiB:\n"
    "the same kernel, the same input, the same grid. Does the time change? By how much?\n\n";

constexpr const char* what_to_see =
    "What to see: an atomic answers some SMs sooner than others, and which ones depends on the\n"
    "address. The cache has two partitions; each SM is joined to one, and each 4 KiB is at home "
    "in\n"
    "one. The last block runs on the same SM in every launch, near its words or far from them: "
    "that\n"
    "is the time of the launch. Where launches come early the whole chain of them waits for it.\n"
    "So a kernel may be measured twice, within 1 % each time, and differ by 10 %.\n";

// Where there is no GPU: no model knows which SM is near to what.
void show_recorded() {
  const recorded_table measured("h200_06_two_speeds.csv");
  std::cout << "No model knows which SM is near which memory, or how long the way takes.\n";
  const auto far = measured.find({{"distance", "far"}}, "us");
  const auto near = measured.find({{"distance", "near"}}, "us");
  if (far && near)
    std::cout << measured.source() << ": " << fixed(far, 2)
              << " us a launch where the last block is far from its words, " << fixed(near, 2)
              << " us where\nit is near.\n";
}

constexpr unsigned most_multiprocessors = 512;
constexpr unsigned place_bytes = 4096;
constexpr unsigned words_of_place = place_bytes / sizeof(unsigned long long);

__device__ unsigned this_multiprocessor() {
  unsigned number;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(number));
  return number;
}

// least[place * most_multiprocessors + SM]: cycles until an atomic on a word there has answered. (A
// load would not do: what another partition has may be found copied in one's own.) One thread of
// each block, each with a word of its own.
__global__ void time_atomics(unsigned long long* words, unsigned places, unsigned* least) {
  for (unsigned place = 0; place < places; ++place) {
    for (unsigned round = 0; round < 16; ++round) {
      const long long began = clock64();
      if (atomicAdd(words + place * words_of_place + blockIdx.x % words_of_place, 0ull) != 0)
        __trap();
      const auto cycles = static_cast<unsigned>(clock64() - began);
      atomicMin(least + place * most_multiprocessors + this_multiprocessor(), cycles);
    }
  }
}

constexpr unsigned threads = 512;

// `reduce`, and the SM of the last block.
template <unsigned Loads>
__global__ void __launch_bounds__(threads)
    combine_and_record(const float* data, std::uint64_t size, float* result, workspace space,
                       unsigned* last_on) {
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
#endif
  const float own = combine_own<add, threads, Loads>(data, size);
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
  combine_by_flags<add, threads, 1>(combine_block<add, threads>(own), result, space);
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0) *last_on = this_multiprocessor();
}

// Which SMs are near to a place.
struct neighbourhood {
  std::vector<unsigned> cycles;  // by SM; 0: there is none of this number
  std::vector<double> near, far;

  neighbourhood(std::vector<unsigned> by_multiprocessor, unsigned middle)
      : cycles(std::move(by_multiprocessor)), middle_(middle) {
    for (const unsigned c : cycles) {
      if (c != 0) (is_near(c) ? near : far).push_back(c);
    }
  }
  bool has_near(unsigned multiprocessor) const { return is_near(cycles.at(multiprocessor)); }

 private:
  bool is_near(unsigned c) const { return c < middle_; }
  unsigned middle_;
};

// One for each place. Near is what takes less than the middle between the least and the most of
// all.
std::vector<neighbourhood> look_around(unsigned long long* words, unsigned places) {
  constexpr unsigned never = ~0u;
  device_buffer<unsigned> least(std::vector<unsigned>(places * most_multiprocessors, never));
  const auto blocks = 2 * static_cast<unsigned>(device_attribute(cudaDevAttrMultiProcessorCount));
  time_atomics<<<blocks, 1>>>(words, places, least.data());
  CUDA_CHECK_LAUNCH();
  std::vector<unsigned> all = least.download();
  std::vector<unsigned> known;
  for (unsigned& cycles : all) {
    if (cycles == never) cycles = 0;
    if (cycles != 0) known.push_back(cycles);
  }
  std::sort(known.begin(), known.end());
  const unsigned middle =
      (known[known.size() / 20] + known[known.size() - 1 - known.size() / 20]) / 2;
  std::vector<neighbourhood> found;
  for (unsigned place = 0; place < places; ++place) {
    const auto begin = all.begin() + place * most_multiprocessors;
    found.emplace_back(std::vector<unsigned>(begin, begin + most_multiprocessors), middle);
  }
  return found;
}

struct outcome {
  bool right;
  double us;
  unsigned last_on;  // this SM
};

// A sum of floats with its words at `words`, many times; each is 1.
template <unsigned Loads>
outcome measure(bench::sampler& times, bench::arena& memory, unsigned long long* words,
                std::uint64_t size, input is, bool timed) {
  const auto multiprocessors =
      static_cast<std::uint64_t>(device_attribute(cudaDevAttrMultiProcessorCount));
  const auto tiles = size / (Loads * threads * pack_of<float>::count);
  const auto blocks = static_cast<unsigned>(std::min(tiles, multiprocessors));
  device_buffer<float> result(1);
  device_buffer<unsigned> last_on(1);
  const auto launch = [&](void* data, unsigned) {
    cudaLaunchAttribute attribute = early();
    cudaLaunchConfig_t how{};
    how.gridDim = dim3(blocks);
    how.blockDim = dim3(threads);
    how.stream = bench::sampler::stream;
    how.attrs = &attribute;
    how.numAttrs = is == input::ready && has_early_launch() ? 1 : 0;
    CUDA_CHECK(cudaLaunchKernelEx(&how, combine_and_record<Loads>, static_cast<const float*>(data),
                                  size, result.data(), workspace{nullptr, words}, last_on.data()));
  };
  const auto where = is == input::ready ? bench::residency::dram : bench::residency::l2;
  outcome found{};
  if (timed) {
    found.us = times.measure(size * sizeof(float), where, true, launch).us;
  } else {
    launch(memory.buffer(0, size * sizeof(float)), 0);
  }
  CUDA_CHECK(cudaStreamSynchronize(bench::sampler::stream));
  found.right = result.download().at(0) == static_cast<float>(size);
  found.last_on = last_on.download().at(0);
  return found;
}

int run(options& given) {
  const std::uint64_t places_given = given.count("--places", 8);
  const bool csv = given.flag("--csv");
  given.expect_no_more();
  const bool timed = !observe{}.available();
  if (csv && !timed) throw usage_error("--csv needs a GPU: this back end has no clock of one");
  if (places_given < 1 || places_given > 64) throw usage_error("--places must be from 1 to 64");
  const auto places = static_cast<unsigned>(places_given);

  constexpr std::uint64_t cached = 1u << 19, from_memory = 1u << 21;
  bench::arena memory((timed ? std::size_t{1} << 30 : from_memory * sizeof(float)));
  const std::vector<float> ones(memory.bytes() / sizeof(float), 1.0F);
  CUDA_CHECK(cudaMemcpy(memory.data(), ones.data(), memory.bytes(), cudaMemcpyHostToDevice));
  bench::sampler times(memory, {});
  device_buffer<unsigned long long> words(places * words_of_place);
  CUDA_CHECK(cudaMemset(words.data(), 0, words.bytes()));
  const std::vector<neighbourhood> around = look_around(words.data(), places);

  if (!csv) std::cout << one_line(describe_device()) << "\n\n" << prediction;
  table t({{"place", "4 KiB"},
           {"SMs near", "cycles", align::left},
           {"SMs far", "cycles", align::left},
           {"last block", "on SM"},
           {"which is", "", align::left},
           {"2^19 floats", "us"},
           {"last block", "on SM"},
           {"which is", "", align::left},
           {"2^21, early", "us"}});
  table raw({{"place"},
             {"near"},
             {"near_cycles"},
             {"far"},
             {"far_cycles"},
             {"sm"},
             {"distance"},
             {"us"},
             {"early_sm"},
             {"early_distance"},
             {"early_us"}});
  bool all_right = true;
  for (unsigned place = 0; place < places; ++place) {
    const neighbourhood& here = around[place];
    unsigned long long* const at = words.data() + place * words_of_place;
    const outcome one = measure<2>(times, memory, at, cached, input::ordered, timed);
    const outcome two = measure<4>(times, memory, at, from_memory, input::ready, timed);
    all_right = all_right && one.right && two.right;
    if (!timed) continue;
    const auto cycles = [](const std::vector<double>& of) {
      return of.empty() ? "" : fixed(median(of), 0);
    };
    const auto distance = [&](const outcome& o) {
      return here.has_near(o.last_on) ? "near" : "far";
    };
    const auto sms = [&](const std::vector<double>& of) {
      return std::to_string(of.size()) + (of.empty() ? "" : ": " + cycles(of));
    };
    t.add({std::to_string(place), sms(here.near), sms(here.far), std::to_string(one.last_on),
           distance(one), fixed(one.us, 2), std::to_string(two.last_on), distance(two),
           fixed(two.us, 2)});
    raw.add({std::to_string(place), std::to_string(here.near.size()), cycles(here.near),
             std::to_string(here.far.size()), cycles(here.far), std::to_string(one.last_on),
             distance(one), fixed(one.us, 3), std::to_string(two.last_on), distance(two),
             fixed(two.us, 3)});
  }
  if (csv) {
    std::cout << csv_heading(
        given,
        "Sums of 2^19 floats from the L2 cache, and of 2^21 from memory, launched early; by graphs "
        "of many launches. near, far: SMs, and the median of their cycles for an atomic.");
    raw.print_csv(std::cout);
  } else if (timed) {
    t.print(std::cout);
    std::cout << "\n" << what_to_see;
  } else {
    show_recorded();
  }
  if (!all_right) std::cerr << "\nA sum is wrong.\n";
  return all_right ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run); }
