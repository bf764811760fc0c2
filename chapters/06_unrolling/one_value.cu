// From a sum per block to one value: who adds the last few hundred? Five methods, at several sizes.
#include <lockstep/cold_cache.cuh>
#include <lockstep/lockstep.hpp>
#include <lockstep/model_report.hpp>
#include <lockstep/reduction/reference.hpp>

#include <iostream>

#include "variants.cuh"

namespace {

using namespace lockstep;
using namespace lockstep::reduction;
using namespace chapter_06;

constexpr const char* usage =
    "options: [--size N] [--block THREADS] [--repeats R] [--csv] [--without-fence]\n"
    "  --size           the largest number of elements; 16 times less, and so on, are tried, too\n"
    "                   (default 2^24 on a GPU, 2^18 on the emulator)\n"
    "  --block          threads per block, a multiple of 32 up to 1024 (default 512)\n"
    "  --repeats        timed runs of each, of which the median is shown (default 21; GPU only)\n"
    "  --csv            the table as a file of docs/data\n"
    "  --without-fence  WRONG ON PURPOSE: the last block, and nobody makes the sums visible to "
    "it.\n"
    "                   For `lockstep check`\n"
    "  --too-many       asks for a cooperative launch of one block more than the device has room "
    "for\n";

constexpr const char* prediction =
    "Predict first. 17 leaves one sum per block. To get one value:\n"
    "  host         copies the sums and adds them\n"
    "  18           launches a second kernel, of one block\n"
    "  19           has each block add its sum to one word, atomically, that was set to 0 before\n"
    "  20           has the block that comes last add them all\n"
    "  21           has all blocks wait for each other (grid.sync()), then block 0 add them\n"
    "  23           is 19 with sum and count of blocks in one word: nothing to set to 0 before\n"
    "Which is the fastest for few elements, and does it matter for many?\n\n";

constexpr const char* what_to_see =
    "What to see: for few elements the way is all that counts: a copy to the host costs more than "
    "a\n"
    "second launch, a second launch more than an atomic. For many it vanishes in the reading.\n";

constexpr const char* what_to_count =
    "What to see: the same additions; what differs is who waits for whom, and that takes "
    "time:\n"
    "see below. 18 launches twice; 19 and 20 have one atomic per block; 21 starts fewer blocks, "
    "for "
    "all\n"
    "of them must be on the device at once, and waits at barriers for the slowest.\n";

// 20 without its two fences: the last block may read sums that are not there yet.
__global__ void reduce_last_block_without_fence(const int* data, int* partial, unsigned size) {
  __shared__ bool is_last;
  const int sum = block_sum(add_vectors<4>(data, size));
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    is_last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last) {
    int rest = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) rest += partial[i];
    rest = block_sum(rest);
    if (threadIdx.x == 0) partial[0] = rest;
  }
}

unsigned launch_without_fence(int* data, int* partial, unsigned size, unsigned block) {
  const unsigned blocks = grid_for<reduce_last_block_without_fence>(size, block, 4);
  reduce_last_block_without_fence<<<blocks, block>>>(data, partial, size);
  return 1;
}

// What a launch of a number of blocks that wait for each other is answered.
cudaError_t launch_cooperative(unsigned blocks, unsigned block) {
  device_buffer<int> data(std::vector<int>{1});
  device_buffer<int> partial(blocks);
  int* data_pointer = data.data();
  int* partial_pointer = partial.data();
  unsigned size = 1;
  void* arguments[] = {&data_pointer, &partial_pointer, &size};
  const cudaError_t answer =
      cudaLaunchCooperativeKernel(reduce_grid_sync, blocks, block, arguments);
  (void)cudaGetLastError();
  return answer;
}

// From the launch until the host has the value, by the host's clock.
double milliseconds_to_host(const variant& v, device_buffer<int>& data, device_buffer<int>& partial,
                            unsigned block, int repeats) {
  std::vector<double> times;
  cold_cache flush;
  for (int i = 0; i <= repeats; ++i) {
    flush();
    CUDA_CHECK(cudaDeviceSynchronize());
    const host_timer clock;
    (void)reduce(v, data, partial, block);
    if (i > 0) times.push_back(clock.milliseconds());
  }
  return median(times);
}

// By the model, beside an H200's. What they add is never filled.
void print_model(const std::vector<variant>& methods, unsigned block) {
  model_report report("h200_06_one_value.csv", l2_flush::by_reading);
  for (const unsigned size : {1u << 26, 1u << 14}) {
    device_buffer<int> data(size), partial(size / block + 1);
    for (const variant& v : methods) {
      if (&v == &methods[0]) continue;  // on the device it leaves many sums
      report.add(
          v.name + (", " + grouped(size)),
          [&] { v.launch(data.data(), partial.data(), size, block); },
          report.recorded(
              {{"size", std::to_string(size)}, {"block", std::to_string(block)}, {"way", v.name}},
              "device_us"),
          &v == &methods[1] ? model_report::nothing : "18");
    }
  }
  std::cout << "\nTimes on the device, by number of elements:\n\n";
  report.print(std::cout);
  std::cout << "\n" << report.legend();
}

int run(options& given) {
  const bool has_clock = !observe{}.available();
  const std::uint64_t largest = given.count("--size", has_clock ? 1u << 24 : 1u << 18);
  const std::uint64_t block_given = given.count("--block", 512);
  const std::uint64_t repeats = given.count("--repeats", 21);
  const bool csv = given.flag("--csv");
  const bool without_fence = given.flag("--without-fence");
  const bool too_many = given.flag("--too-many");
  given.expect_no_more();
  if (largest < 1 || largest > (1ull << 30)) throw usage_error("--size must be from 1 to 2^30");
  if (block_given < 32 || block_given > 1024 || block_given % 32 != 0) {
    throw usage_error("--block must be a multiple of 32 up to 1024");
  }
  if (repeats < 1 || repeats > 10'000) throw usage_error("--repeats must be from 1 to 10000");
  const auto block = static_cast<unsigned>(block_given);

  std::vector<variant> methods{{"host", launch_vector_loads<4>},
                               {"18 two launches", launch_two_launches},
                               {"19 atomic", launch_atomic},
                               {"20 last block", launch_last_block},
                               {"23 packed atomic", launch_packed_atomic}};
  const bool cooperative = has_cooperative_launch();
  if (cooperative) methods.push_back({"21 grid sync", launch_grid_sync});
  if (without_fence) {
    methods.push_back({"20, no fence", launch_without_fence, "", 32, true});
  }
  if (!csv) std::cout << one_line(describe_device()) << "\n\n" << prediction;

  table times({{"elements"},
               {"way", "", align::left},
               {"result", "", align::left},
               {"on the device", "us"},
               {"to the host", "us"}});
  table counts({{"elements"},
                {"way", "", align::left},
                {"result", "", align::left},
                {"launches"},
                {"blocks"},
                {"atomics"},
                {"barriers", "warps at"},
                {"instructions", "PTX"}});
  table raw({{"size"}, {"block"}, {"way"}, {"device_us"}, {"host_us"}});
  bool all_right = true;
  for (std::uint64_t size = largest; size >= 256; size /= 16) {
    const std::vector<int> values = random_integers(size, 1, -99, 99);
    const int expected = reduction::sum_loop(values);
    device_buffer<int> data(values);
    device_buffer<int> partial(size / block + 1);
    for (const variant& v : methods) {
      const observe scope;
      partial.poison();
      const bool right = reduce(v, data, partial, block) == expected;
      all_right = all_right && (right || v.wrong);
      const char* word = right ? "right" : "WRONG";
      if (!has_clock) {
        const counters c = scope.total();
        std::uint64_t blocks = 0;
        for (const launch_record& launch : scope.launches()) blocks += launch.grid[0];
        counts.add({grouped(size), v.name, word, std::to_string(scope.launches().size()),
                    grouped(blocks), grouped(c.atomics), grouped(c.barriers),
                    grouped(c.warp_instructions)});
        continue;
      }
      const auto n = static_cast<unsigned>(size);
      const double device = median_milliseconds(
          static_cast<int>(repeats), [] {},
          [&] { v.launch(data.data(), partial.data(), n, block); }, cold_cache());
      const double host = milliseconds_to_host(v, data, partial, block, static_cast<int>(repeats));
      const bool incomplete = &v == &methods[0];  // on the device it leaves many sums
      times.add({grouped(size), v.name, word, incomplete ? "-" : fixed(1e3 * device, 1),
                 fixed(1e3 * host, 1)});
      raw.add({std::to_string(size), std::to_string(block), v.name,
               incomplete ? "" : fixed(1e3 * device, 2), fixed(1e3 * host, 2)});
    }
  }
  if (csv) {
    std::cout << csv_heading(given,
                             "Device: events around the launches. Host: its clock from the launch "
                             "until it has the value. Medians of " +
                                 std::to_string(repeats) +
                                 ", the L2 cache filled by reading something else before each.");
    raw.print_csv(std::cout);
  } else {
    (has_clock ? times : counts).print(std::cout);
    std::cout << "\n" << (has_clock ? what_to_see : what_to_count);
    if (!has_clock) print_model(methods, block);
  }

  if (too_many && cooperative) {
    const unsigned places = resident_blocks<reduce_grid_sync>(block);
    const cudaError_t refused = launch_cooperative(places + 1, block);
    std::cout << "\nA cooperative launch promises that all its blocks are resident: "
              << grouped(places)
              << " fit on this device. Asked for one more, it says: " << cudaGetErrorString(refused)
              << "\n";
    all_right = all_right && refused == cudaErrorCooperativeLaunchTooLarge;
  }
  if (!all_right) std::cerr << "\nSomething that must be right is wrong.\n";
  return all_right ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run); }
