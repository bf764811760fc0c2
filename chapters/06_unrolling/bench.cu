// Times on a GPU: every rung of chapters 05 and 06, `reduce`, CUB, Thrust and a kernel that only
// reads, by type, operation and size, from memory and from the L2 cache. Everything goes to the
// thread's own stream (nvcc's --default-stream per-thread), so that graphs can record it.
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <cub/device/device_reduce.cuh>
#include <lockstep/bench/program.hpp>
#include <lockstep/reduction/variants_01_to_07.cuh>

#include <cstring>
#include <memory>

#include "bench/input.cuh"
#include "bench/reading.cuh"
#include "reduce/reduce.cuh"
#include "variants.cuh"

namespace {

using namespace lockstep;
using namespace lockstep::bench;
using chapter_06::input;
using lockstep::reduction::variant;

constexpr unsigned rung_block = 512;

// What all groups share: where results and scratch go.
struct bench_room {
  arena& memory;
  sampler& times;
  chapter_06::reducer reduce;
  device_buffer<double> results{1024};  // one for each launch of a graph, of any type
  device_buffer<int> partial{(1u << 30) / rung_block + 1};
  device_buffer<char> scratch{std::size_t{64} << 20};

  template <typename T>
  T* result(unsigned k) {
    return reinterpret_cast<T*>(results.data() + k % results.size());
  }
};

template <typename Operation>
constexpr const char* name_of() {
  if (std::is_same_v<Operation, chapter_06::add>) return "sum";
  return std::is_same_v<Operation, chapter_06::minimum> ? "min" : "max";
}

template <typename Operation, typename T>
void launch_cub(bench_room& room, const T* data, T* result, std::uint64_t size) {
  std::size_t bytes = room.scratch.size();
  const auto count = static_cast<std::int64_t>(size);
  char* scratch = room.scratch.data();
  if constexpr (std::is_same_v<Operation, chapter_06::add>) {
    CUDA_CHECK(cub::DeviceReduce::Sum(scratch, bytes, data, result, count));
  } else if constexpr (std::is_same_v<Operation, chapter_06::minimum>) {
    CUDA_CHECK(cub::DeviceReduce::Min(scratch, bytes, data, result, count));
  } else {
    CUDA_CHECK(cub::DeviceReduce::Max(scratch, bytes, data, result, count));
  }
}

template <typename Operation, typename T>
T run_thrust(const T* data, std::uint64_t size) {
  const auto on = thrust::cuda::par.on(sampler::stream);
  const T first = Operation::template identity<T>;
  if constexpr (std::is_same_v<Operation, chapter_06::add>) {
    return thrust::reduce(on, data, data + size, first);
  } else if constexpr (std::is_same_v<Operation, chapter_06::minimum>) {
    return thrust::reduce(on, data, data + size, first, thrust::minimum<T>());
  } else {
    return thrust::reduce(on, data, data + size, first, thrust::maximum<T>());
  }
}

// Runs `launch` on two buffers, and some more often, and compares with what is known of the input.
template <typename Operation, typename T>
std::function<checked()> check_against(bench_room& room, std::uint64_t size,
                                       const expected_value<T>& want,
                                       std::function<void(const T*, T*)> launch) {
  return [&room, size, want, launch] {
    checked answer;
    T first{};
    for (unsigned round = 0; round < 6; ++round) {
      room.results.poison();
      launch(static_cast<const T*>(room.memory.buffer(0, size * sizeof(T))), room.result<T>(0));
      CUDA_CHECK_LAUNCH();
      T got;
      CUDA_CHECK(cudaMemcpy(&got, room.results.data(), sizeof got, cudaMemcpyDeviceToHost));
      if (round == 0) first = got;
      if (std::memcmp(&first, &got, sizeof got) != 0) answer.found["same_bits"] = "no";
      answer.right = answer.right && want.accepts(got);
      if (!want.exact) {
        char error[32];
        std::snprintf(error, sizeof error, "%.1e", want.relative_error(got));
        answer.found["error"] = error;
      }
    }
    return answer;
  };
}

template <typename Operation, typename T>
kernel_case library_case(bench_room& room, std::uint64_t size, const expected_value<T>& want) {
  const auto launch = [&room, size](const T* data, T* result) {
    launch_cub<Operation>(room, data, result, size);
  };
  return {cub_name,
          [&room, launch](void* buffer, unsigned k) {
            launch(static_cast<const T*>(buffer), room.result<T>(k));
          },
          check_against<Operation, T>(room, size, want, launch), "DeviceReduce"};
}

template <typename Operation, typename T>
kernel_case thrust_case(bench_room& room, std::uint64_t size, const expected_value<T>& want) {
  kernel_case one{thrust_name,
                  [size](void* buffer, unsigned) {
                    (void)run_thrust<Operation>(static_cast<const T*>(buffer), size);
                  },
                  [size, want, &memory = room.memory] {
                    const auto* data = static_cast<const T*>(memory.buffer(0, size * sizeof(T)));
                    return checked{want.accepts(run_thrust<Operation>(data, size))};
                  },
                  "to the host, launch by launch"};
  one.captured = false;
  return one;
}

template <typename Operation, typename T>
kernel_case reduce_case(bench_room& room, std::uint64_t size, const expected_value<T>& want,
                        input is) {
  const auto launch = [&room, size, is](const T* data, T* result) {
    room.reduce.run<Operation>(data, result, size, sampler::stream, is);
  };
  kernel_case one{is == input::ready ? "reduce, early launch" : "reduce",
                  [&room, launch](void* buffer, unsigned k) {
                    launch(static_cast<const T*>(buffer), room.result<T>(k));
                  },
                  check_against<Operation, T>(room, size, want, launch)};
  one.overlaps = is == input::ready;
  return one;
}

// `reduce` in a shape of its own, to find out which is best.
template <typename Operation, typename T>
kernel_case shape_case(bench_room& room, std::uint64_t size, input is, chapter_06::shape how) {
  kernel_case one{
      (is == input::ready ? "early, " : "ordered, ") + std::to_string(how.loads) + " loads, " +
          (how.per_multiprocessor == 0 ? "one round"
                                       : std::to_string(how.per_multiprocessor) + " blocks per SM"),
      [&room, size, is, how](void* buffer, unsigned k) {
        room.reduce.run<Operation>(static_cast<const T*>(buffer), room.result<T>(k), size,
                                   sampler::stream, is, how);
      }};
  one.overlaps = is == input::ready;
  return one;
}

template <typename Operation, typename T>
void add_shapes(std::vector<kernel_case>& cases, bench_room& room, std::uint64_t size, input is) {
  for (const unsigned loads : {2u, 4u, 8u}) {
    for (const unsigned per_multiprocessor : {0u, 1u, 2u, 4u, 32u, 128u}) {
      cases.push_back(shape_case<Operation, T>(room, size, is, {loads, per_multiprocessor}));
    }
  }
}

// A rung, for int and sums only. Some overwrite their input: it is filled anew before the check.
kernel_case rung_case(bench_room& room, std::uint64_t size, const expected_value<int>& want,
                      const variant& v) {
  const auto elements = static_cast<unsigned>(size);
  kernel_case one{v.name,
                  [&room, elements, &v](void* buffer, unsigned) {
                    v.launch(static_cast<int*>(buffer), room.partial.data(), elements, rung_block);
                  },
                  [&room, elements, want, &v] {
                    fill_input<int>(room.memory.data(), room.memory.bytes());
                    auto* data = static_cast<int*>(room.memory.buffer(0, elements * sizeof(int)));
                    room.partial.poison();
                    const unsigned sums = v.launch(data, room.partial.data(), elements, rung_block);
                    CUDA_CHECK_LAUNCH();
                    unsigned sum = 0;
                    for (const int one_sum : room.partial.download(sums)) {
                      sum += static_cast<unsigned>(one_sum);
                    }
                    return checked{want.accepts(static_cast<int>(sum))};
                  },
                  number_of(v) < "18" ? "leaves a sum per block" : ""};
  one.overlaps = number_of(v) == "24";
  return one;
}

void add_rungs(std::vector<kernel_case>& cases, bench_room& room, std::uint64_t size,
               const expected_value<int>& want) {
  const auto add = [&](const variant& v) {
    if (runs_here(v)) cases.push_back(rung_case(room, size, want, v));
  };
  for (const variant& v : lockstep::reduction::variants_01_to_07) add(v);
  for (const variant& v : chapter_06::variants) add(v);
}

template <typename Operation, typename T>
group make_group(bench_room& room, const selection& chosen, std::uint64_t size, residency where,
                 bool shapes) {
  const std::size_t bytes = size * sizeof(T);
  fill_input<T>(room.memory.data(), room.memory.bytes());
  const auto want = expected<Operation>(static_cast<const T*>(room.memory.buffer(0, bytes)), size);
  group all{type_name<T>(), name_of<Operation>(), size, bytes, where};
  all.cases.push_back(reading_case(room.times, bytes, where, input::ordered));
  all.cases.push_back(library_case<Operation, T>(room, size, want));
  all.cases.push_back(thrust_case<Operation, T>(room, size, want));
  all.cases.push_back(reduce_case<Operation, T>(room, size, want, input::ordered));
  const bool early = chapter_06::has_early_launch();
  if (early && (where == residency::l2 || room.times.can_overlap(bytes))) {
    all.cases.push_back(reading_case(room.times, bytes, where, input::ready));
    all.cases.push_back(reduce_case<Operation, T>(room, size, want, input::ready));
  }
  if (shapes) {
    add_shapes<Operation, T>(all.cases, room, size, input::ordered);
    if (early) add_shapes<Operation, T>(all.cases, room, size, input::ready);
  } else if constexpr (std::is_same_v<T, int> && std::is_same_v<Operation, chapter_06::add>) {
    if (size <= 1u << 30) add_rungs(all.cases, room, size, want);
  }
  const auto unwanted = [&](const kernel_case& one) {
    return !is_reference(one) && !chosen.has_kernel(one.name);
  };
  all.cases.erase(std::remove_if(all.cases.begin(), all.cases.end(), unwanted), all.cases.end());
  return all;
}

template <typename Operation, typename T>
void add_groups(std::vector<planned>& groups, bench_room& room, const selection& chosen,
                bool shapes) {
  if (!chosen.has_type(type_name<T>()) || !chosen.has_operation(name_of<Operation>())) return;
  const auto cached = static_cast<std::size_t>(device_attribute(cudaDevAttrL2CacheSize)) / 2;
  for (const residency where :
       chosen.from.empty() ? std::vector<residency>{residency::dram, residency::l2} : chosen.from) {
    for (const std::uint64_t size :
         chosen.sizes.empty() ? parse_sizes("2^10-2^30") : chosen.sizes) {
      const std::size_t bytes = size * sizeof(T);
      if (where == residency::l2 && bytes > cached) continue;
      if (bytes * 2 > room.memory.bytes()) continue;  // the device has no room for two
      constexpr bool has_rungs =
          std::is_same_v<T, int> && std::is_same_v<Operation, chapter_06::add>;
      groups.push_back({shapes      ? 30u
                        : has_rungs ? 36u
                                    : 6u,
                        [&room, &chosen, size, where, shapes] {
                          return make_group<Operation, T>(room, chosen, size, where, shapes);
                        }});
    }
  }
}

int run_bench(options& given) {
  const bool shapes = given.flag("--shapes");
  std::unique_ptr<bench_room> room;
  const auto plan = [&](const selection& chosen, sampler& times, arena& memory) {
    room.reset(new bench_room{memory, times, {}});
    std::vector<planned> groups;
    const auto add_type = [&](auto zero) {
      using T = decltype(zero);
      add_groups<chapter_06::add, T>(groups, *room, chosen, shapes);
      add_groups<chapter_06::minimum, T>(groups, *room, chosen, shapes);
      add_groups<chapter_06::maximum, T>(groups, *room, chosen, shapes);
    };
    add_type(int{});
    add_type(unsigned{});
    add_type(float{});
    add_type(double{});
    return groups;
  };
  return run(given, "06_unrolling", std::size_t{4} << 30, plan);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string all_options =
      std::string(usage) + "  --shapes      `reduce` in many shapes of blocks, grids and loops\n";
  return run_program(argc, argv, all_options.c_str(), run_bench);
}
