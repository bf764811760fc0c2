// Theoretical occupancy says how many warps an SM has room for; achieved occupancy, how many were
// there. What comes between the two, what time says to either, and what a grid costs that does not
// fill the SMs evenly.
#include <iostream>

#include "achieved_measure.cuh"
#include "achieved_model.cuh"

namespace {

using namespace lockstep;

constexpr const char* usage =
    "options: [--size N] [--repeats R] [--csv TABLE]\n"
    "  --size     elements (default 2^25; on the emulator 2^18), a multiple of 4\n"
    "  --repeats  timed runs, of which the median is shown (default 11; GPU only)\n"
    "  --csv      one table as data: blocks, sweep or waves (GPU only)\n";

bool print_blocks(scale_input& input, int repeats) {
  std::cout << "Predict first. All these launches have the same theoretical occupancy for blocks "
               "of 64 threads and\nmore. In which will the warps that are there on average be "
               "fewest, and will that be the slowest?\n\n";
  std::vector<column> columns{
      {"kernel", "", align::left}, {"threads", "per block"}, {"blocks", ""}, {"theoretical", "%"}};
  if (repeats > 0)
    columns.insert(columns.end(), {{"noted", "%"}, {"time", "ms"}, {"bandwidth", "GB/s"}});
  columns.push_back({"result", "", align::left});
  table t(columns);
  bool all_right = true;
  for (const scale_kernel& kernel : scale_kernels) {
    for (const unsigned threads : block_sizes) {
      const scale_result r = measure_scale(kernel, threads, input, repeats);
      all_right = all_right && r.right;
      std::vector<std::string> row{kernel.name, std::to_string(threads), grouped(r.blocks),
                                   fixed(100 * r.theoretical, 1)};
      if (repeats > 0)
        row.insert(row.end(), {fixed(percent(r.achieved), 1), fixed(r.milliseconds, 4),
                               fixed(bandwidth(input, r.milliseconds), 0)});
      row.push_back(r.right ? "right" : "WRONG");
      t.add(row);
    }
  }
  t.print(std::cout);
  std::cout << "\nWhat to see: theoretical occupancy is the same for every kernel with the same "
               "needs. Short-lived\nblocks leave warp slots empty until the next block starts; in "
               "uneven ones, warps that have ended\nkeep their slots."
               "\n\n";
  return all_right;
}

bool print_sweep(scale_input& input, int repeats) {
  std::cout << "Predict: the same kernel, with dynamic shared memory that it does not use, so that "
               "fewer blocks fit.\nFrom which occupancy on does more of it gain nothing?\n\n";
  std::vector<column> columns{{"blocks", "per SM"}, {"occupancy", "%"}};
  if (repeats > 0)
    columns.insert(columns.end(),
                   {{"by 4 bytes", "ms"}, {"", "GB/s"}, {"by 16 bytes", "ms"}, {"", "GB/s"}});
  columns.push_back({"result", "", align::left});
  table t(columns);
  bool all_right = true;
  for (const sweep_result& r : measure_sweep(input, repeats)) {
    all_right = all_right && r.right;
    std::vector<std::string> row{std::to_string(r.blocks), fixed(100 * r.occupancy, 1)};
    if (repeats > 0)
      row.insert(row.end(), {fixed(r.by_4, 4), fixed(bandwidth(input, r.by_4), 0),
                             fixed(r.by_16, 4), fixed(bandwidth(input, r.by_16), 0)});
    row.push_back(r.right ? "right" : "WRONG");
    t.add(row);
  }
  t.print(std::cout);
  std::cout << "\nWhat to see: occupancy is a means to have bytes in flight. Where 16 bytes per "
               "load bring enough of\nthem, half of the warps do.\n\n";
  return all_right;
}

bool print_waves(int repeats) {
  const waves w = measure_waves(repeats);
  const int sms = describe_device().multiprocessors;
  std::cout << "Predict: blocks of 1024 threads that all do the same; the device has room for "
            << w.places << " at once.\nWhat do " << w.places + 1 << " of them cost, against "
            << w.places << "? Does it matter whether they compute or wait?\n\n";
  std::vector<column> columns{{"blocks", ""}, {"waves", ""}, {"per SM", ""}};
  if (repeats > 0) columns.insert(columns.end(), {{"waiting", "ms"}, {"computing", "ms"}});
  table t(columns);
  for (const wave_result& r : w.results) {
    std::vector<std::string> row{std::to_string(r.blocks), fixed(double(r.blocks) / w.places, 2),
                                 std::to_string((r.blocks + sms - 1) / sms)};
    if (repeats > 0) row.insert(row.end(), {fixed(r.waiting, 4), fixed(r.computing, 4)});
    t.add(row);
  }
  t.print(std::cout);
  std::cout << "\nWhat to see: time goes up by steps, a few blocks beyond a wave cost as much as a "
               "whole one. Blocks\nthat wait share an SM at no cost: each step is a whole wave. "
               "Blocks that compute share its units:\neach step is one block more on the SM that "
               "has most, and two blocks on an SM gain nothing."
               "\n";
  return w.right;
}

void print_csv(const options& given, const std::string& which, scale_input& input, int repeats) {
  if (which == "blocks") {
    std::cout << csv_heading(given,
                             "Events around the kernel, median; L2 cache flushed. Achieved: "
                             "notes of every warp (lockstep/residency.cuh), one run.")
              << "kernel,threads,blocks,theoretical,achieved,milliseconds,gigabytes_per_second\n";
    for (const scale_kernel& kernel : scale_kernels) {
      for (const unsigned threads : block_sizes) {
        const scale_result r = measure_scale(kernel, threads, input, repeats);
        std::cout << kernel.name << ',' << threads << ',' << r.blocks << ','
                  << fixed(100 * r.theoretical, 2) << ',' << fixed(percent(r.achieved), 2) << ','
                  << fixed(r.milliseconds, 5) << ',' << fixed(bandwidth(input, r.milliseconds), 1)
                  << '\n';
      }
    }
  } else if (which == "sweep") {
    std::cout << csv_heading(given,
                             "Events around the kernel, median; L2 cache flushed. Blocks of "
                             "256 threads; unused shared memory keeps others out.")
              << "blocks,occupancy,word_bytes,milliseconds,gigabytes_per_second\n";
    for (const sweep_result& r : measure_sweep(input, repeats)) {
      std::cout << r.blocks << ',' << fixed(100 * r.occupancy, 2) << ",4," << fixed(r.by_4, 5)
                << ',' << fixed(bandwidth(input, r.by_4), 1) << '\n'
                << r.blocks << ',' << fixed(100 * r.occupancy, 2) << ",16," << fixed(r.by_16, 5)
                << ',' << fixed(bandwidth(input, r.by_16), 1) << '\n';
    }
  } else if (which == "waves") {
    std::cout << csv_heading(given,
                             "Events around the kernel, median. Blocks of 1024 threads, 4096 "
                             "dependent FMA: by one warp of each block, or by all.")
              << "blocks,waves,per_sm,waiting,computing\n";
    const waves w = measure_waves(repeats);
    const int sms = describe_device().multiprocessors;
    for (const wave_result& r : w.results)
      std::cout << r.blocks << ',' << fixed(double(r.blocks) / w.places, 3) << ','
                << (r.blocks + sms - 1) / sms << ',' << fixed(r.waiting, 5) << ','
                << fixed(r.computing, 5) << '\n';
  } else {
    throw usage_error("--csv: blocks, sweep or waves");
  }
}

// What a profiler saw on a GPU: the emulator has no cycles over which to average.
void print_recorded_occupancy() {
  const recorded_table recorded("h200_03_blocks_ncu.csv");
  std::vector<column> columns{{"threads per block", "", align::left}};
  for (const unsigned threads : block_sizes) columns.push_back({std::to_string(threads)});
  table t(columns);
  for (const scale_kernel& kernel : scale_kernels) {
    std::vector<std::string> row{kernel.name};
    for (const unsigned threads : block_sizes)
      row.push_back(
          fixed(recorded.find({{"kernel", kernel.name}, {"threads", std::to_string(threads)}},
                              "achieved"),
                1));
    t.add(row);
  }
  std::cout << "\nAchieved occupancy in per cent, " << recorded.source() << ":\n\n";
  t.print(std::cout);
}

void print_model(unsigned size) {
  std::cout << "\nTimes for " << grouped(size) << " elements:\n\n";
  model_blocks(size).print(std::cout);
  std::cout << "\n";
  model_sweep(size).print(std::cout);
  std::cout << "\n";
  const model_report waves = model_waves();
  waves.print(std::cout);
  std::cout << "\n" << waves.legend();
}

int run(options& given) {
  const bool timed = !observe{}.available();
  const auto csv = given.text("--csv");
  const auto asked = given.text("--size");
  const std::uint64_t on_gpu = asked ? parse_count(*asked) : recorded_elements;
  const std::uint64_t size = asked || timed ? on_gpu : 1u << 18;
  const auto repeats = given.count("--repeats", 11);
  given.expect_no_more();
  if (size < 4 || size % 4 != 0 || size > (1ull << 30))
    throw usage_error("--size must be a multiple of 4, from 4 to 2^30");
  if (repeats < 1 || repeats > 1000) throw usage_error("--repeats must be from 1 to 1000");
  if (csv && !timed) throw usage_error("--csv needs a GPU: this back end has no clock of one");

  const int runs = timed ? static_cast<int>(repeats) : 0;
  scale_input input(size);
  if (csv) {
    print_csv(given, *csv, input, runs);
    return passed;
  }
  std::cout << "Occupancy in theory, in fact, and in time\n"
            << one_line(describe_device()) << "\n\n";
  bool right = print_blocks(input, runs);
  right = print_sweep(input, runs) && right;
  right = print_waves(runs) && right;
  if (!timed) {
    print_recorded_occupancy();
    print_model(static_cast<unsigned>(on_gpu));
  }
  return right ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run); }
