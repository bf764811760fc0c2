// Bandwidth against bytes in flight: by more warps, and by more loads in each thread.
#include <lockstep/model_report.hpp>

#include <iostream>

#include "little_law.hpp"
#include "little_measure.cuh"

namespace {

using namespace lockstep;

constexpr const char* usage =
    "options: [--size BYTES] [--repeats R] [--latency CYCLES] [--csv]\n"
    "  --size     bytes to read (default 2^29; on the emulator 2^19), a multiple of 16\n"
    "  --repeats  timed runs per point, of which the median is shown (default 5; GPU only)\n"
    "  --latency  of memory, in cycles, for the prediction (default 800, the book's)\n"
    "  --csv      all points as data (GPU only)\n";

// The law, for the current device.
void print_prediction(const device_summary& device, double latency) {
  const double gigahertz = device_attribute(cudaDevAttrClockRate) / 1e6;
  const double in_all = bytes_needed(device.memory_bandwidth, gigahertz, latency);
  const double per_sm = in_all / device.multiprocessors;
  std::cout << "Little's law: " << fixed(device.memory_bandwidth, 0) << " GB/s at "
            << fixed(gigahertz, 2) << " GHz is "
            << fixed(bytes_per_cycle(device.memory_bandwidth, gigahertz), 0)
            << " bytes per cycle. With a latency of " << fixed(latency, 0) << " cycles\n"
            << fixed(in_all / 1024, 0) << " KB must be in flight, " << fixed(per_sm / 1024, 1)
            << " KB on each of " << device.multiprocessors << " SMs:\n"
            << fixed(warps_needed(per_sm, 4), 0) << " warps of an SM with one load of 4 bytes per "
            << "lane, or " << fixed(warps_needed(per_sm, 16), 0) << " with one of 16.\n\n";
}

// Words in flight as a shape: "4 x 16 B" is four loads of 16 bytes; "8 split": eight of 16 bytes,
// in 32 registers.
std::string shape_name(const stream_kernel& kernel) {
  const std::string loads = std::to_string(kernel.loads);
  return kernel.split ? loads + " split" : loads + " x " + std::to_string(kernel.word_bytes) + " B";
}

bool print_points(stream_input& input, unsigned sms, int repeats) {
  const bool timed = repeats > 0;
  std::vector<column> columns{{"warps", "per SM"}};
  for (const stream_kernel& kernel : stream_kernels)
    columns.push_back({shape_name(kernel), timed ? "GB/s" : "bytes"});
  table t(columns);
  bool all_right = true;
  for (const unsigned warps : stream_warps) {
    std::vector<std::string> row{std::to_string(warps)};
    for (const stream_kernel& kernel : stream_kernels) {
      if (!fits(kernel, grid_for(warps))) {
        row.push_back("no room");
        continue;
      }
      const stream_result r = measure_stream(kernel, warps, input, sms, repeats);
      all_right = all_right && r.right;
      const double bandwidth = static_cast<double>(input.data.bytes()) / r.milliseconds / 1e6;
      row.push_back(!r.right ? "WRONG"
                    : timed  ? fixed(bandwidth, 0)
                             : grouped(static_cast<unsigned>(bytes_in_flight(kernel, warps))));
    }
    t.add(row);
  }
  t.print(std::cout);
  return all_right;
}

// A few points, by the model, beside an H200's. The input is never filled.
void print_model(std::size_t bytes, unsigned sms) {
  model_report report("h200_03_little.csv");
  device_buffer<int> data(bytes / sizeof(int)), out(std::size_t{sms} * 2048);
  for (const stream_kernel& kernel : stream_kernels) {
    if (kernel.split || (kernel.loads != 1 && kernel.loads != 4)) continue;
    for (const unsigned warps : {1u, 4u, 16u, 64u}) {
      const stream_grid grid = grid_for(warps);
      if (!fits(kernel, grid)) continue;
      report.add(
          shape_name(kernel) + ", " + std::to_string(warps) + (warps == 1 ? " warp" : " warps"),
          [&] {
            kernel.launch(data.data(), data.bytes(), out.data(), sms * grid.blocks_per_sm,
                          grid.threads);
          },
          bytes == 1u << 29 ? report.recorded({{"word_bytes", std::to_string(kernel.word_bytes)},
                                               {"loads", std::to_string(kernel.loads)},
                                               {"split", "0"},
                                               {"warps", std::to_string(warps)}},
                                              "milliseconds", 1000)
                            : std::nullopt,
          warps == 1 ? model_report::nothing : "");
    }
  }
  std::cout << "\nTimes for " << grouped(bytes) << " bytes:\n\n";
  report.print(std::cout);
  std::cout << "\n" << report.legend();
}

void print_csv(const options& given, stream_input& input, unsigned sms, int repeats) {
  std::cout << csv_heading(given, "Reads " + std::to_string(input.data.bytes()) +
                                      " bytes once; events around the kernel, median of " +
                                      std::to_string(repeats) + ", L2 cache flushed before each.")
            << "word_bytes,loads,split,warps,bytes_in_flight,milliseconds,gigabytes_per_second\n";
  for (const stream_kernel& kernel : stream_kernels) {
    for (const unsigned warps : stream_warps) {
      if (!fits(kernel, grid_for(warps))) continue;
      const double ms = measure_stream(kernel, warps, input, sms, repeats).milliseconds;
      std::cout << kernel.word_bytes << ',' << kernel.loads << ',' << kernel.split << ',' << warps
                << ',' << bytes_in_flight(kernel, warps) << ',' << fixed(ms, 5) << ','
                << fixed(static_cast<double>(input.data.bytes()) / ms / 1e6, 1) << '\n';
    }
  }
}

int run(options& given) {
  const bool timed = !observe{}.available();
  const bool csv = given.flag("--csv");
  const auto asked = given.text("--size");
  const std::uint64_t on_gpu = asked ? parse_count(*asked) : 1u << 29;
  const std::uint64_t size = asked || timed ? on_gpu : 1u << 19;
  const auto repeats = given.count("--repeats", 5);
  const auto latency = given.count("--latency", 800);
  given.expect_no_more();
  if (size < 16 || size % 16 != 0 || size > (1ull << 34))
    throw usage_error("--size must be a multiple of 16, from 16 to 2^34");
  if (repeats < 1 || repeats > 1000) throw usage_error("--repeats must be from 1 to 1000");
  if (csv && !timed) throw usage_error("--csv needs a GPU: this back end has no clock of one");

  const device_summary device = describe_device();
  const auto sms = static_cast<unsigned>(device.multiprocessors);
  stream_input input(size, sms);
  if (csv) {
    print_csv(given, input, sms, static_cast<int>(repeats));
    return passed;
  }
  std::cout << "Bandwidth against bytes in flight\n"
            << one_line(device) << "\n\n"
            << "Predict first. Twice as many warps, or twice as many loads in each thread that do "
               "not wait for\neach other: which gains more? From how many bytes in flight does "
               "neither gain?\n\n";
  print_prediction(device, static_cast<double>(latency));
  const bool right = print_points(input, sms, timed ? static_cast<int>(repeats) : 0);
  std::cout << (timed
                    ? "\nWhat to see: follow equal bytes in flight (8 warps with 4 x 4 B, 32 warps "
                      "with 1 x 4 B, 8 with\n1 x 16 B): the bandwidths are alike, whichever way "
                      "the bytes came to be in flight.\n"
                    : "\nWhat to see: every shape reads every byte (the sums are right). What "
                      "bandwidth that\nnumber of bytes in flight gives, a GPU measures: the lesson "
                      "has the curves of an H200.\n");
  if (!timed) print_model(on_gpu, sms);
  return right ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run); }
