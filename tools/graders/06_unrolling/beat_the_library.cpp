// Grader of 06_unrolling/beat_the_library: the learner's sum beside cub::DeviceReduce::Sum.
#include "06_unrolling/beat_the_library.hpp"

#include <lockstep/buffer.hpp>
#include <lockstep/device.hpp>
#include <lockstep/grader.hpp>
#include <lockstep/protocol/phrase.hpp>

#include <numeric>
#include <string>
#include <vector>

#include "beat_the_library_kernels.hpp"

using namespace lockstep::grader;
using lockstep::protocol::phrase;

namespace {

// What a call of the answer needs beside its data.
struct room {
  output_buffer<int> result{"result", 1};
  output_buffer<int> workspace{"workspace", workspace_ints};
};

void require_right_sum(unsigned n, room& memory) {
  const std::vector<int> values = integers(n);
  const input_buffer<int> data("data", values);

  run([&] { sum(data.data(), memory.result.data(), memory.workspace.data(), n); });

  memory.result.require_equals({std::accumulate(values.begin(), values.end(), 0)});
  data.require_unchanged();
  memory.workspace.require_nothing_written_outside();
}

// Large enough that the loads count for more than the trees do, also in a grid that fills an H200;
// small enough to be counted soon.
constexpr unsigned many = 1u << 23;

struct contest {
  launch_list answer, library;
  double bytes_read = 0;  // by the answer, in whatever way
};

// Numbers that nobody knows. To draw all of them would take long: these are scrambled from a few
// that are drawn, and none follows from its neighbours.
std::vector<int> scrambled_integers(unsigned n) {
  const std::vector<unsigned> keys = unsigneds(2, 1, 0xFFFFFFFF);
  std::vector<int> values(n);
  for (unsigned i = 0; i < n; ++i) {
    unsigned x = (i ^ keys[0]) * 0x9E3779B1;
    x = (x ^ (x >> 15) ^ keys[1]) * 0x85EBCA6B;
    x = (x ^ (x >> 13)) * 0xC2B2AE35;
    values[i] = int((x ^ (x >> 16)) % 100) + 1;
  }
  return values;
}

launch_list launches_of_sum(const std::vector<int>& values) {
  const lockstep::device_buffer<int> data(values);
  const auto n = static_cast<unsigned>(values.size());
  room memory;
  return measure_launches(
      [&] { sum(data.data(), memory.result.data(), memory.workspace.data(), n); },
      [&] { memory.result.require_equals({std::accumulate(values.begin(), values.end(), 0)}); });
}

contest measure_both() {
  const std::vector<int> values = scrambled_integers(many);
  contest both;
  both.answer = launches_of_sum(values);
  both.bytes_read = bytes_read(total(both.answer));

  const lockstep::device_buffer<int> data(values);

  const std::size_t bytes = library_workspace(many);
  output_buffer<char> workspace("the library's workspace", bytes);
  output_buffer<int> result("the library's result", 1);
  both.library = measure_launches(
      [&] { library_sum(data.data(), result.data(), workspace.data(), bytes, many); },
      nothing_to_compare);
  return both;
}

// In this run, once for all properties. To explain what is missed, the answer runs again, with
// fewer elements: its lines are in the same proportion.
const contest& measured() {
  static const contest both = measure_both();
  if (explaining() && !experimenting()) (void)launches_of_sum(scrambled_integers(many / 8));
  return both;
}

double instructions_per_element(const launch_list& launches) {
  return double(total(launches).warp_instructions) / many;
}

double sectors_per_element(const launch_list& launches) {
  return double(total(launches).global_load_sectors) / many;
}

// "void cub::CUB_300001_SM_900::detail::reduce::DeviceReduceKernel" of the full name: neither what
// a kernel is made for nor its parameters, in which types of a library may stand.
bool is_of_a_library(const lockstep::launch_record& launch) {
  const std::string full = launch.kernel;
  const std::string name = full.substr(0, full.find_first_of("<("));
  return name.find("cub::") != std::string::npos || name.find("thrust::") != std::string::npos;
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every N") {
    const char* advice =
        "Which thread adds the last few elements if N is not a multiple of the vector? Which\n"
        "stores the sum, even for N = 0? What was in `result` and `workspace` before, and is a\n"
        "block's sum there when it is read?";
    for_every("N", awkward_sizes(), advice, [](unsigned n) {
      room memory;
      require_right_sum(n, memory);
    });
  }

  TEST_CASE("right for random N") {
    const char* advice = "Does the code assume certain sizes?";
    for_every("N", random_sizes(10, 20'000), advice, [](unsigned n) {
      room memory;
      require_right_sum(n, memory);
    });
  }

  TEST_CASE("right again and again, in the same memory") {
    const char* advice =
        "What does one call leave behind that the next one finds: a counter that is not 0 any\n"
        "more, the last sum in `result`?";
    room memory;
    for_every("N", {5000, 3, 100'003, 0, 33, 5000}, advice,
              [&](unsigned n) { require_right_sum(n, memory); });
  }

  TEST_CASE("right when the same memory holds other numbers") {
    const char* advice =
        "The second call has the parameters of the first. What is added up, and when?";
    for_every("N", {3000}, advice, [](unsigned n) {
      guarded_buffer<int> data("data", std::vector<int>(n));
      room memory;
      for (const auto& values : {integers(n), integers_between(n, -999, -1)}) {
        data.restore(guarded_buffer<int>("values", values));
        run([&] { sum(data.data(), memory.result.data(), memory.workspace.data(), n); });
        memory.result.require_equals({std::accumulate(values.begin(), values.end(), 0)});
      }
    });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // Recognised by the names of the kernels that run, since the library can be called in many ways.
  // Its parts for a warp or a block become part of the learner's kernel, and are fair.
  TEST_CASE("the kernels are your own") {
    const char* advice =
        "CUB and Thrust are the library to beat. Write the kernel yourself; it may use their\n"
        "warp- and block-level parts.";
    for_every("N", {1000, many}, advice, [](unsigned n) {
      const launch_list launches =
          n == many ? measured().answer : launches_of_sum(scrambled_integers(n));
      for (const auto& launch : launches) {
        if (is_of_a_library(launch))
          throw wrong(phrase("kernel-of-library", "a kernel of a library was launched: {}",
                             std::string(launch.kernel, 0, 100)));
      }
    });
  }

  // 4 bytes for each element. (Not more is asked below: by sectors.)
  TEST_CASE("the GPU reads every element") {
    const char* advice =
        "A kernel loads 4 bytes for each element. If there are fewer, the host adds some or all\n"
        "of them.";
    for_every("N", {many}, advice, [](unsigned n) {
      require_at_least("bytes that kernels load per element", 4,
                       double(total(measured().answer).global_load_bytes) / n);
      (void)all_counted(total(launches_of_sum(scrambled_integers(n / 8))));
      require_even_work();
    });
  }

  // One thread that does everything executes the fewest instructions, and takes forever. Eight
  // warps with eight loads of 16 bytes each bring 95 % of the bandwidth on an H200
  // (chapters/03_occupancy/ latency.md); with fewer, too few bytes are in flight.
  TEST_CASE("the grid is large enough to keep the memory busy") {
    const char* advice =
        "With too few warps too few loads are in flight, whatever each of them does.\n"
        "Read chapters/03_occupancy/bytes_in_flight.md: how many warps, with how many loads\n"
        "each, does it take?";
    for_every("N", {many}, advice, [](unsigned) {
      const double processors = lockstep::device_attribute(cudaDevAttrMultiProcessorCount);
      const launch_list& launches = measured().answer;
      require_at_least("blocks of the largest grid", processors, blocks_of_largest_grid(launches));
      require_at_least("warps of the largest grid for each multiprocessor", 8,
                       warps_of_largest_grid(launches) / processors);
    });
  }

  // Each launch waits for the one before it.
  TEST_CASE("no more launches than the library") {
    const char* advice =
        "Read `Five ways` in chapters/06_unrolling/one_value.md: three of them need one launch "
        "only.";
    for_every("N", {many}, advice, [](unsigned) {
      require_at_most("launches (bound: the library's)", double(measured().library.size()),
                      double(measured().answer.size()));
    });
  }

  // Both have to move what the elements fill. 1 % more is for the sums of the blocks.
  TEST_CASE("no more sectors than the library") {
    const char* advice =
        "A sector has 32 bytes, eight elements: 0.125 sectors for each. If there are more,\n"
        "neighbouring lanes load elements far apart, or elements are loaded again.";
    for_every("N", {many}, advice, [](unsigned) {
      require_at_most("sectors per element (bound: the library's, and 1 %)",
                      1.01 * sectors_per_element(measured().library),
                      sectors_per_element(measured().answer));
      // Asynchronous copies and atomic operations have no sectors.
      require_at_most("bytes that kernels load, copy and change per element", 4.5,
                      measured().bytes_read / many);
    });
  }

  // The solution needs 60 % of them. A tree in each of a great many blocks, or a load of 4
  // bytes for each element, needs more.
  TEST_CASE("no more instructions than the library") {
    const char* advice =
        "Which instructions are spent on each element, and which once per warp? Wide loads and\n"
        "unrolling reduce the first kind; fewer warps with more elements each, and shuffles,\n"
        "reduce the second. Read `The rungs`, 15 to 17, in chapters/06_unrolling/README.md.";
    for_every("N", {many}, advice, [](unsigned) {
      require_at_most("instructions of warps per element (bound: the library's)",
                      instructions_per_element(measured().library),
                      instructions_per_element(measured().answer));
    });
  }
}

namespace {

void time_beside_the_library(stopwatch& watch, unsigned n) {
  const lockstep::device_buffer<int> data(std::vector<int>(n, 1));
  lockstep::device_buffer<int> result(1);
  lockstep::device_buffer<int> workspace(workspace_ints);
  lockstep::device_buffer<char> scratch(library_workspace(n));
  watch.time(4.0 * n, [&] { sum(data.data(), result.data(), workspace.data(), n); }, {},
             {"cub::DeviceReduce::Sum", [&] {
                library_sum(data.data(), result.data(), scratch.data(), scratch.bytes(), n);
              }});
}

}  // namespace

TEST_SUITE("time") {
  TEST_CASE("N = 2^20") {
    time_on_gpu([](stopwatch& watch) { time_beside_the_library(watch, 1u << 20); });
  }
  TEST_CASE("N = 2^24") {
    time_on_gpu([](stopwatch& watch) { time_beside_the_library(watch, 1u << 24); });
  }
  TEST_CASE("N = 2^28") {
    time_on_gpu([](stopwatch& watch) { time_beside_the_library(watch, 1u << 28); },
                4.0 * (1u << 28));
  }
}
