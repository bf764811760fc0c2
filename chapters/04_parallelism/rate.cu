// How many blocks can a device start in a microsecond, and what does that limit?
#include <lockstep/model_report.hpp>

#include <iostream>

#include "measure.cuh"

namespace {

using namespace lockstep;

constexpr const char* usage =
    "options: [--size N] [--repeats R] [--csv]\n"
    "  --size     rows and columns of the matrices (default 16384; on the emulator 512)\n"
    "  --repeats  timed runs, of which the median is shown (default 11; GPU only)\n"
    "  --csv      the rates as data (GPU only)\n";

__global__ void do_nothing() {}

constexpr unsigned block_sizes[] = {32, 64, 128, 256, 512, 1024};

struct rate {
  unsigned threads, blocks;
  double microseconds, blocks_per_microsecond;
};

// From two grids, so that what a launch costs by itself drops out.
rate measure_rate(unsigned threads, int repeats) {
  const unsigned few = 1u << 18, many = 1u << 20;
  const auto time = [&](unsigned blocks) {
    return 1000 * median_milliseconds(
                      repeats, [] {}, [&] { do_nothing<<<blocks, threads>>>(); });
  };
  const double extra = time(many) - time(few);
  CUDA_CHECK_LAUNCH();
  return {threads, many - few, extra, (many - few) / extra};
}

// By the model, beside an H200's.
void print_model() {
  const recorded_table measured("h200_04_rate.csv");
  const unsigned few = 1u << 18, many = 1u << 20;
  table t({{"threads", "per block"},
           {"model, H200", "blocks per us"},
           {measured.source(), "blocks per us"}});
  for (const unsigned threads : block_sizes) {
    const auto time = [&](unsigned blocks) {
      const auto found = model_time([&] { do_nothing<<<blocks, threads>>>(); });
      return found ? found->microseconds : 0;
    };
    const double extra = time(many) - time(few);
    t.add({std::to_string(threads), extra > 0 ? "about " + fixed((many - few) / extra, 0) : "none",
           fixed(measured.find({{"threads", std::to_string(threads)}}, "blocks_per_microsecond"),
                 0)});
  }
  t.print(std::cout);
}

// The least time for a matrix of a number of rows and columns. Whether the sum of `m`, which is
// that matrix where it is timed and a smaller one where it is not, is right for every shape.
bool print_floor(matrices& m, unsigned size, double blocks_per_microsecond, int repeats) {
  const recorded_table recorded("h200_04_shapes.csv");
  table t({{"block", "", align::left},
           {"blocks", ""},
           {"to start them", "ms"},
           {repeats > 0 ? "measured" : recorded.source(), "ms"},
           {"result", "", align::left}});
  bool all_right = true;
  for (const shape s : {shape{64, 1, ""}, shape{64, 2, ""}, shape{128, 1, ""}, shape{64, 4, ""},
                        shape{128, 2, ""}, shape{256, 1, ""}, shape{128, 8, ""}}) {
    const shape_result r = measure(s, m, repeats);
    all_right = all_right && r.right;
    const dim3 grid = grid_for(size, size, {s.x, s.y});
    const double blocks = double(grid.x) * grid.y;
    t.add({s.name(), grouped(static_cast<unsigned long long>(blocks)),
           fixed(blocks / blocks_per_microsecond / 1000, 4),
           repeats > 0
               ? fixed(r.milliseconds, 4)
               : fixed(recorded.find({{"x", std::to_string(s.x)}, {"y", std::to_string(s.y)}},
                                     "milliseconds"),
                       4),
           r.right ? "right" : "WRONG"});
  }
  t.print(std::cout);
  return all_right;
}

int run(options& given) {
  const bool timed = !observe{}.available();
  const bool csv = given.flag("--csv");
  const auto size = given.count("--size", timed ? 16384 : 512);
  const auto repeats = given.count("--repeats", 11);
  given.expect_no_more();
  if (size < 1 || size > 32768) throw usage_error("--size must be from 1 to 32768");
  if (repeats < 1 || repeats > 1000) throw usage_error("--repeats must be from 1 to 1000");
  if (csv && !timed) throw usage_error("--csv needs a GPU: this back end has no clock of one");
  const int runs = static_cast<int>(repeats);

  if (csv) {
    std::cout << csv_heading(given, "Events around launches of an empty kernel, medians of " +
                                        std::to_string(runs) +
                                        "; 2^20 blocks less the time of 2^18.")
              << "threads,blocks,microseconds,blocks_per_microsecond,warps_per_microsecond\n";
    for (const unsigned threads : block_sizes) {
      const rate r = measure_rate(threads, runs);
      std::cout << threads << ',' << r.blocks << ',' << fixed(r.microseconds, 2) << ','
                << fixed(r.blocks_per_microsecond, 1) << ','
                << fixed(r.blocks_per_microsecond * threads / 32, 1) << '\n';
    }
    return passed;
  }

  std::cout
      << "How many blocks can be started in a microsecond?\n"
      << one_line(describe_device()) << "\n\n"
      << "Predict first. A kernel that does nothing at all: does a block of 1024 threads take "
         "longer to start\nthan one of 32? And how long must a grid of 4 million blocks "
         "take, whatever its blocks do?\n\n";
  double most = 1660;  // an H200's
  if (timed) {
    table t({{"threads", "per block"}, {"blocks", "per us"}, {"warps", "per us"}});
    most = 0;
    for (const unsigned threads : block_sizes) {
      const rate r = measure_rate(threads, runs);
      most = std::max(most, r.blocks_per_microsecond);
      t.add({std::to_string(threads), fixed(r.blocks_per_microsecond, 0),
             fixed(r.blocks_per_microsecond * threads / 32, 0)});
    }
    t.print(std::cout);
    std::cout << "\nA grid of that many blocks cannot end before all of them have started:\n\n";
  } else {
    print_model();
    std::cout
        << "\nThis back end has no clock of a GPU. With the " << fixed(most, 0)
        << " blocks per microsecond of an H200, for 16,384 x\n16,384 elements (the results are "
           "those of a smaller matrix):\n\n";
  }
  matrices m(static_cast<unsigned>(size), static_cast<unsigned>(size));
  const bool right = print_floor(m, timed ? m.width : 16384, most, timed ? runs : 0);
  std::cout
      << "\nWhat to see: where starting the blocks takes longer than moving the bytes, it is the "
         "time. On an\nH200 that holds for (64,1), (64,2) and (128,1); with 256 threads per "
         "block the memory is the limit.\n";
  return right ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run); }
