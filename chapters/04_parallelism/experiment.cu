// The sum of two matrices, by blocks of every shape.
#include <lockstep/model_report.hpp>

#include <iostream>

#include "measure.cuh"

namespace {

using namespace lockstep;

constexpr const char* usage =
    "options: [--size N] [--width W] [--height H] [--repeats R] [--csv] [--once]\n"
    "         [--invalid]\n"
    "  --size     rows and columns of the matrices (default 16384; on the emulator 1024)\n"
    "  --width, --height\n"
    "             columns and rows, where they differ; at most 2^31 elements\n"
    "  --repeats  timed runs per shape, of which the median is shown (default 11; GPU only)\n"
    "  --csv      the table as data\n"
    "  --once     launch each shape once and time nothing, for a profiler\n"
    "  --invalid  only try to launch (256,8), which no device can\n";

constexpr const char* prediction =
    "Predict first. Every thread adds one element; only the shape of the blocks differs.\n"
    "  1  Blocks 16 wide: half a warp is one row, the other half the next. Do they waste loads?\n"
    "  2  (64,1), (64,2), (64,4): which is fastest, and what does the slowest wait for?\n"
    "  3  (32,32) against (16,16), (128,8) against (128,2): are large blocks better?\n"
    "  4  (8,32) and (1,256): how many 32-byte sectors does a warp's load touch?\n"
    "  5  Does the shape with the highest occupancy win?\n";

std::vector<shape_result> measure_all(matrices& m, int repeats) {
  std::vector<shape_result> results;
  for (const shape& s : shapes) {
    if (s.possible()) results.push_back(measure(s, m, repeats));
  }
  return results;
}

void print_times(const std::vector<shape_result>& results, const matrices& m) {
  table t({{"block", "", align::left},
           {"threads", ""},
           {"blocks", ""},
           {"time", "ms"},
           {"bandwidth", "GB/s"},
           {"theoretical", "occupancy, %"},
           {"noted", "occupancy, %"},
           {"a warp stays", "cycles"},
           {"result", "", align::left}});
  for (const shape_result& r : results) {
    t.add({r.block.name(), std::to_string(r.block.threads()), grouped(r.blocks),
           fixed(r.milliseconds, 4), fixed(bandwidth(m, *r.milliseconds), 0),
           fixed(100 * r.theoretical, 1), fixed(percent(r.achieved), 1), fixed(r.residence, 0),
           r.right ? "right" : "WRONG"});
  }
  t.print(std::cout);
}

void print_counts(const std::vector<shape_result>& results) {
  table t({{"block", "", align::left},
           {"threads", ""},
           {"blocks", ""},
           {"occupancy", "%"},
           {"rows", "per warp"},
           {"requests", "loads"},
           {"sectors", "per request"},
           {"load eff.", "%"},
           {"store eff.", "%"},
           {"result", "", align::left}});
  for (const shape_result& r : results) {
    const counters& c = *r.counted;
    t.add({r.block.name(), std::to_string(r.block.threads()), grouped(r.blocks),
           fixed(100 * r.theoretical, 1), std::to_string(r.block.x >= 32 ? 1 : 32 / r.block.x),
           grouped(c.global_load_requests), fixed(sectors_per_load_request(c), 2),
           fixed(global_load_efficiency(c), 1), fixed(global_store_efficiency(c), 1),
           r.right ? "right" : "WRONG"});
  }
  t.print(std::cout);
}

// By the model, beside an H200's. The matrices are never filled.
void print_model(unsigned width, unsigned height) {
  model_report report("h200_04_shapes.csv");
  const std::size_t size = std::size_t{width} * height;
  device_buffer<float> a(size), b(size), c(size);
  for (const shape& s : shapes) {
    if (!s.possible()) continue;
    const dim3 block(s.x, s.y);
    const auto measured = report.recorded({{"x", std::to_string(s.x)}, {"y", std::to_string(s.y)}},
                                          "milliseconds", 1000);
    report.add(
        s.name(),
        [&] {
          sum_matrices<false><<<grid_for(width, height, block), block>>>(
              a.data(), b.data(), c.data(), width, height, nullptr);
        },
        width == 16384 && height == 16384 ? measured : std::nullopt, "(32,32)");
  }
  std::cout << "\nTimes for " << grouped(height) << " x " << grouped(width) << " floats:\n\n";
  report.print(std::cout);
  std::cout << "\n" << report.legend();
}

// Whether the shape with the highest occupancy is the fastest, by what was recorded.
void print_recorded_occupancy() {
  const recorded_table times("h200_04_shapes.csv"), counted("h200_04_shapes_ncu.csv");
  const auto key = [](const shape& s) { return std::to_string(s.x) + "x" + std::to_string(s.y); };
  const auto milliseconds = [&](const shape& s) {
    return times.find({{"block", key(s)}}, "milliseconds");
  };
  const auto achieved = [&](const shape& s) {
    return counted.find({{"block", key(s)}}, "achieved");
  };
  const shape *fullest = nullptr, *fastest = nullptr;
  for (const shape& s : shapes) {
    if (!achieved(s) || !milliseconds(s)) continue;
    if (fullest == nullptr || *achieved(s) > *achieved(*fullest)) fullest = &s;
    if (fastest == nullptr || *milliseconds(s) < *milliseconds(*fastest)) fastest = &s;
  }
  if (fullest == nullptr) return;
  const auto say = [&](const char* what, const shape& s) {
    std::cout << "  " << what << s.name() << ", " << fixed(achieved(s), 1) << " %, in "
              << fixed(1000 * *milliseconds(s), 0) << " us\n";
  };
  std::cout << "\nAchieved occupancy, " << counted.source() << ":\n";
  say("the highest has     ", *fullest);
  say("the fastest shape is ", *fastest);
}

// What would have been chosen by one figure alone.
void print_choices(const std::vector<shape_result>& results) {
  const auto best = [&](auto figure) {
    return *std::max_element(
        results.begin(), results.end(),
        [&](const shape_result& a, const shape_result& b) { return figure(a) < figure(b); });
  };
  const shape_result fastest = best([](const shape_result& r) { return -*r.milliseconds; });
  table t({{"chosen by", "", align::left},
           {"block", "", align::left},
           {"time", "ms"},
           {"slower than the fastest", "%"},
           {"as good by this figure", "shapes"}});
  const auto add = [&](const char* name, auto figure) {
    const shape_result choice = best(figure);
    const auto ties = std::count_if(results.begin(), results.end(), [&](const shape_result& r) {
      return figure(r) > 0.999 * figure(choice);
    });
    t.add({name, choice.block.name(), fixed(choice.milliseconds, 4),
           fixed(100 * (*choice.milliseconds / *fastest.milliseconds - 1), 1),
           std::to_string(ties)});
  };
  std::cout << "\nIf one figure decided:\n\n";
  add("time", [](const shape_result& r) { return 1 / *r.milliseconds; });
  add("theoretical occupancy", [](const shape_result& r) { return r.theoretical; });
  add("noted occupancy", [](const shape_result& r) { return *r.achieved; });
  add("most blocks", [](const shape_result& r) { return double(r.blocks); });
  add("largest blocks", [](const shape_result& r) { return double(r.block.threads()); });
  add("widest blocks", [](const shape_result& r) { return double(r.block.x); });
  t.print(std::cout);
}

void print_csv(const options& given, const std::vector<shape_result>& results, const matrices& m) {
  std::cout << csv_heading(given,
                           "Events around the kernel, median; L2 cache flushed before each. "
                           "Achieved occupancy and residence: notes of every warp "
                           "(lockstep/residency.cuh), one run.")
            << "block,x,y,group,threads,blocks,milliseconds,gigabytes_per_second,theoretical,"
               "noted,residence\n";
  for (const shape_result& r : results) {
    std::cout << r.block.x << 'x' << r.block.y << ',' << r.block.x << ',' << r.block.y << ','
              << r.block.group << ',' << r.block.threads() << ',' << r.blocks << ','
              << fixed(r.milliseconds, 5) << ',' << fixed(bandwidth(m, *r.milliseconds), 1) << ','
              << fixed(100 * r.theoretical, 2) << ',' << fixed(percent(r.achieved), 2) << ','
              << fixed(r.residence, 1) << '\n';
  }
}

// A launch that is refused fails at once, and nothing runs.
int try_invalid() {
  matrices m(256, 8);
  m.c.poison();
  m.launch({256, 8});
  const cudaError_t error = cudaGetLastError();
  std::cout << "sum_matrices<<<(1,1), (256,8)>>>, 2048 threads per block: "
            << cudaGetErrorName(error) << " (" << cudaGetErrorString(error) << ")\n"
            << m.wrong_elements() << " of " << m.size()
            << " elements are wrong: without a check of the error, that is all one would see.\n";
  return error == cudaSuccess ? wrong_result : passed;
}

int run(options& given) {
  const bool timed = !observe{}.available();
  const bool csv = given.flag("--csv");
  const bool once = given.flag("--once");
  const bool invalid = given.flag("--invalid");
  const auto asked = given.text("--size");
  const std::uint64_t on_gpu = asked ? parse_count(*asked) : 16384;
  const std::uint64_t size = asked || timed ? on_gpu : 1024;
  const auto width = given.count("--width", size);
  const auto height = given.count("--height", size);
  const bool as_asked = width != size || height != size;
  const auto repeats = given.count("--repeats", 11);
  given.expect_no_more();
  if (width < 1 || height < 1 || width > (1u << 31) || height > 65535 ||
      width * height > (1u << 31))
    throw usage_error("a matrix has from 1 to 2^31 elements, and at most 65535 rows");
  if (repeats < 1 || repeats > 1000) throw usage_error("--repeats must be from 1 to 1000");
  if (csv && once) throw usage_error("--csv and --once: one or the other");
  if (csv && !timed) throw usage_error("--csv needs a GPU: this back end has no clock of one");
  if (invalid) return try_invalid();

  matrices m(static_cast<unsigned>(width), static_cast<unsigned>(height));
  if (!csv) {
    std::cout << "Sum of two matrices of " << grouped(height) << " x " << grouped(width)
              << " floats\n"
              << one_line(describe_device()) << "\n\n"
              << prediction << std::endl;
  }
  const auto results = measure_all(m, timed && !once ? static_cast<int>(repeats) : 0);
  const bool right =
      std::all_of(results.begin(), results.end(), [](const shape_result& r) { return r.right; });
  if (csv) {
    print_csv(given, results, m);
  } else if (timed && once) {
    std::cout << "Each shape was launched once, in the order of shapes.hpp.\n";
  } else if (timed) {
    print_times(results, m);
    print_choices(results);
    std::cout << "\nWhat to see, on an H200: shapes with 256 threads are fastest, however wide, as "
                 "long as "
                 "the rows of a\nwarp fill whole lines of 128 bytes. (64,1) has more blocks than "
                 "the device can start in that time\n(see 04_parallelism/rate). Occupancy follows "
                 "from that; it does not decide.\n";
  } else {
    print_counts(results);
    std::cout << "\n(256,8) is missing: 2048 threads cannot be launched (--invalid shows it).\n\n"
                 "What to see: a request of a full warp asks for 128 bytes, 4 sectors at least. "
                 "Rows of 16 floats are\ntwo whole sectors, rows of 8 one: nothing is wasted. "
                 "Below that each row still costs a sector, of\nwhich a part is used.\n";
    print_model(static_cast<unsigned>(as_asked ? width : on_gpu),
                static_cast<unsigned>(as_asked ? height : on_gpu));
    print_recorded_occupancy();
  }
  if (!right) std::cerr << "\nAt least one shape is wrong.\n";
  return right ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run); }
