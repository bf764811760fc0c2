// The parts of the shared header that talk to the runtime library, on whichever back end is there.
#include <doctest/doctest.h>
#include <lockstep/lockstep.hpp>
#include <lockstep/model_report.hpp>
#include <lockstep/residency.cuh>

#include <cstring>
#include <numeric>
#include <string>

using namespace lockstep;

namespace {

__global__ void look_for_one(int* data) {
  int& mine = data[blockIdx.x * blockDim.x + threadIdx.x];
  if (mine == 1) mine = 2;
}

__global__ void add_one(int* data) { data[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::vector<int> numbers(int count) {
  std::vector<int> values(static_cast<std::size_t>(count));
  std::iota(values.begin(), values.end(), 0);
  return values;
}

}  // namespace

TEST_CASE("a check throws the error's name, text, call, file and line") {
  CHECK_NOTHROW(CUDA_CHECK(cudaSuccess));
  try {
    CUDA_CHECK(cudaErrorInvalidValue);
    FAIL("no exception");
  } catch (const cuda_error& error) {
    const std::string here = std::string("device_tests.cu:") + std::to_string(__LINE__ - 3);
    CHECK(error.code() == cudaErrorInvalidValue);
    CHECK(contains(error.what(), here));
    CHECK(contains(error.what(),
                   "cudaErrorInvalidValue (invalid argument) from cudaErrorInvalidValue"));
  }
}

TEST_CASE("a launch that cannot be made is reported, with what to do, and leaves no error behind") {
  device_buffer<int> data(1);
  add_one<<<1, 2048>>>(data.data());
  try {
    CUDA_CHECK_LAUNCH();
    FAIL("no exception");
  } catch (const cuda_error& error) {
    CHECK(error.code() == cudaErrorInvalidValue);
    CHECK(contains(error.what(),
                   "from a kernel launch\n  a grid has at least one block; a block has 1 to 1024"));
  }
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("a device buffer brings back what it was given") {
  const device_buffer<int> buffer(numbers(1000));
  CHECK(buffer.size() == 1000);
  CHECK(buffer.bytes() == 4000);
  CHECK(buffer.download() == numbers(1000));
  CHECK(buffer.download(3) == numbers(3));
  CHECK_THROWS_AS(buffer.download(1001), std::length_error);
}

TEST_CASE("a device buffer refuses more values than it has room for") {
  device_buffer<int> buffer(2);
  CHECK_THROWS_AS(buffer.upload(numbers(3)), std::length_error);
}

TEST_CASE("an empty device buffer is no special case") {
  device_buffer<int> buffer(0);
  buffer.poison();
  buffer.upload({});
  CHECK(buffer.download().empty());
}

TEST_CASE("a moved buffer keeps its memory, and the old one has none") {
  device_buffer<int> first(numbers(8));
  device_buffer<int> second(std::move(first));
  CHECK(first.size() == 0);
  CHECK(first.data() == nullptr);
  device_buffer<int> third;
  third = std::move(second);
  CHECK(third.download() == numbers(8));
}

TEST_CASE("poison overwrites every byte") {
  device_buffer<unsigned> buffer(std::vector<unsigned>(5, 0));
  buffer.poison();
  CHECK(buffer.download() == std::vector<unsigned>(5, 0xA5A5A5A5u));
}

TEST_CASE("a pinned buffer is memory that the device can copy from") {
  pinned_buffer<int> host(4);
  std::iota(host.begin(), host.end(), 0);
  device_buffer<int> device(4);
  CUDA_CHECK(cudaMemcpy(device.data(), host.data(), host.bytes(), cudaMemcpyHostToDevice));
  CHECK(device.download() == numbers(4));
  cudaPointerAttributes attributes{};
  CUDA_CHECK(cudaPointerGetAttributes(&attributes, host.data()));
  CHECK(attributes.type == cudaMemoryTypeHost);
}

TEST_CASE("the median is the middle value, and not moved by one that is far out") {
  CHECK(median({3}) == 3);
  CHECK(median({9, 1, 1000}) == 9);
  CHECK(median({4, 1, 3, 2}) == 3);
  CHECK_THROWS_AS(median({}), std::invalid_argument);
}

TEST_CASE("a measurement prepares before every run and warms up once") {
  device_buffer<int> data(numbers(64));
  int prepared = 0, worked = 0;
  const double time = median_milliseconds(
      5,
      [&] {
        ++prepared;
        data.upload(numbers(64));
      },
      [&] {
        ++worked;
        add_one<<<1, 64>>>(data.data());
      });
  CHECK(time > 0);
  CHECK(time < 60'000);
  CHECK(prepared == 6);
  CHECK(worked == 6);
  CHECK(data.download(3) == std::vector<int>{1, 2, 3});
}

TEST_CASE("without a clock a time is the model's, and says so") {
  const bool clock = backend_name() == "gpu";
  device_buffer<int> data(std::vector<int>(64, 1));
  int worked = 0;
  const std::string time = median_time([] {},
                                       [&] {
                                         ++worked;
                                         add_one<<<1, 64>>>(data.data());
                                       });
  CHECK(device_has_clock() == clock);
  CHECK(worked == (clock ? 12 : 1));
  CHECK((time.find(" us (model, H200)") != std::string::npos) == !clock);
  CHECK((median_time([] {}, [] {}) == "none by the model: no kernel was launched") == !clock);
}

TEST_CASE("the model runs a few blocks of a launch, counts nothing, and leaves copies out") {
  if (backend_name() == "gpu") return;
  constexpr unsigned blocks = 1000;
  device_buffer<int> data(std::vector<int>(blocks * 64, 0));
  const observe scope;
  const auto time = model_time([&] {
    add_one<<<blocks, 64>>>(data.data());
    CUDA_CHECK_LAUNCH();
    (void)data.download(1);
  });
  REQUIRE(time.has_value());
  CHECK(std::string(time->refused).empty());
  CHECK(time->launches == 1);
  CHECK(time->other_work == 1);
  CHECK(time->microseconds > time->launch_microseconds);
  CHECK(scope.launches().empty());
  unsigned run = 0;
  for (const int one : data.download()) run += static_cast<unsigned>(one);
  CHECK(run == 8 * 64);
  add_one<<<blocks, 64>>>(data.data());
  CHECK(scope.launches().size() == 1);
}

TEST_CASE("the model refuses by name, and a fault ends with it") {
  if (backend_name() == "gpu") return;
  const auto of_fault = model_time([] { add_one<<<1, 64>>>(nullptr); });
  REQUIRE(of_fault.has_value());
  CHECK(std::string(of_fault->refused) == "the launch did not come to its end");
  CUDA_CHECK(cudaDeviceSynchronize());
  device_buffer<int> data(std::vector<int>(64, 1));
  int* first = data.data();
  void* arguments[] = {&first};
  const auto of_grid = model_time([&] {
    CUDA_CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(add_one), 1, 64, arguments,
                                           0, nullptr));
  });
  REQUIRE(of_grid.has_value());
  CHECK(std::string(of_grid->refused).find("cooperative") != std::string::npos);
}

TEST_CASE("the model knows how L2 is flushed before a launch") {
  if (backend_name() == "gpu") return;
  constexpr unsigned size = 1u << 24;
  device_buffer<int> data(size);
  // It writes next to nothing: what the fill has left there is written back while it reads.
  const auto launch = [&] { look_for_one<<<size / 256, 256>>>(data.data()); };
  const auto filled = model_time(launch, l2_flush::by_filling);
  const auto read = model_time(launch, l2_flush::by_reading);
  REQUIRE(filled.has_value());
  REQUIRE(read.has_value());
  CHECK(filled->microseconds > read->microseconds);
}

TEST_CASE("two of the model's times are too close to call, or not") {
  CHECK(gain_in_words(100, 95) == "too close to call");
  CHECK(gain_in_words(100, 50) == "2.00 times as fast");
  CHECK(gain_in_words(50, 75) == "1.50 times as slow");
  CHECK(duration_in_words(4.26) == "4.3 us");
  CHECK(duration_in_words(99.6) == "100 us");
  CHECK(duration_in_words(12345) == "12.3 ms");
}

TEST_CASE("recorded times are found by what stands in other columns") {
  const recorded_table ladder("h200_06_ladder.csv");
  if (ladder.source().find("H200") == std::string::npos) return;  // not in a checkout
  CHECK(ladder.source() == "H200, recorded 2026-11-21");
  const auto time =
      ladder.find({{"variant", "09 last warp, volatile"}, {"size", "1048576"}, {"block", "512"}},
                  "milliseconds");
  REQUIRE(time.has_value());
  CHECK(*time < 0.02);
  CHECK_FALSE(ladder.find({{"variant", "none of them"}}, "milliseconds").has_value());
}

TEST_CASE("the host's clock runs forward") {
  const host_timer timer;
  const double first = timer.milliseconds();
  CHECK(first >= 0);
  CHECK(timer.milliseconds() >= first);
}

TEST_CASE("the device describes itself in one line") {
  const device_summary device = describe_device();
  CHECK(device.multiprocessors > 0);
  CHECK(device.memory_bandwidth > 10);
  CHECK(device.memory_bandwidth < 100'000);
  CHECK(device.compute_capability >= 20);
  CHECK(contains(one_line(device),
                 device.name + ": " + std::to_string(device.multiprocessors) + " SMs, "));
}

TEST_CASE("a file of measurements begins with machine, command and method") {
  const char* words[] = {"/some/where/program", "--csv"};
  const std::string heading = csv_heading(options(2, const_cast<char**>(words)), "By hand.");
  const std::string who = backend_name() == "gpu" ? "One " : "The " + backend_name() + " as ";
  CHECK(heading.rfind("# " + who + describe_device().name + " (SM ", 0) == 0);
  CHECK(contains(heading, " MHz), "));
  CHECK(contains(heading, "CUDA 13."));
  CHECK(contains(heading, "\n# program --csv\n# By hand.\n"));
}

TEST_CASE("ranges of a profiler's time line may nest") {
  const nvtx_range outer("outer");
  const nvtx_range inner("inner");
}

TEST_CASE("observe counts the launches of its scope, or says that the back end cannot") {
  device_buffer<int> data(numbers(128));
  add_one<<<2, 64>>>(data.data());
  CUDA_CHECK_LAUNCH();
  const observe scope;
  CHECK(scope.available() == (backend_name() != "gpu"));
  CHECK(scope.launches().empty());
  add_one<<<2, 64>>>(data.data());
  add_one<<<1, 32>>>(data.data());
  const auto launches = scope.launches();
  if (!scope.available()) {
    CHECK(launches.empty());
    return;
  }
  REQUIRE(launches.size() == 2);
  CHECK(contains(launches[0].kernel, "add_one"));
  CHECK(launches[0].grid[0] == 2);
  CHECK(launches[0].block[0] == 64);
  CHECK(launches[0].counters.warps == 4);
  CHECK(launches[0].counters.global_load_requests == 4);
  CHECK(launches[0].counters.global_load_sectors == 16);
  CHECK(global_load_efficiency(launches[0].counters) == 100.0);
  CHECK(scope.total().warps == 5);
  CHECK(scope.total().global_store_bytes == 160 * 4);
}

TEST_CASE("a scope ends with its object") {
  device_buffer<int> data(numbers(32));
  { const observe scope; }
  const observe scope;
  { const observe inner; }
  add_one<<<1, 32>>>(data.data());
  if (scope.available()) CHECK(scope.launches().size() == 1);
}

namespace {
__global__ void stay(warp_note* notes) { note_residence(notes, clock64()); }
}  // namespace

TEST_CASE("every warp notes its residence, and no other word is written") {
  device_buffer<warp_note> notes(13);
  notes.poison();
  stay<<<dim3(2, 3), dim3(8, 5)>>>(notes.data());  // 40 threads: two warps each
  CUDA_CHECK_LAUNCH();
  const auto written = notes.download();
  const auto sms = static_cast<unsigned>(describe_device().multiprocessors);
  for (int w = 0; w < 12; ++w) CHECK(written[static_cast<std::size_t>(w)].sm < sms);
  CHECK(written[12].sm == 0xA5A5A5A5u);
}

TEST_CASE("achieved occupancy: warps present on average while their SM had any, over its places") {
  CHECK(achieved_occupancy({}, 64) == 0);
  // One SM for 100 cycles: one warp throughout, another for half of it: 1.5 warps of 4.
  CHECK(achieved_occupancy({{1000, 100, 0}, {1050, 50, 0}}, 4) == doctest::Approx(1.5 / 4));
  // Another SM, idle most of the time, counts for the 10 cycles in which it was not.
  CHECK(achieved_occupancy({{1000, 90, 0}, {5, 10, 2}}, 1) == doctest::Approx(1));
  CHECK(average_residence({{1000, 90, 0}, {5, 10, 2}}) == 50);
  CHECK(average_residence({}) == 0);
}
