// Kernels that launch kernels: greetings, sums, and a picture. (What goes wrong with such sums is a
// program of its own, riddle.cu.)
#include <lockstep/lockstep.hpp>
#include <lockstep/model_report.hpp>
#include <lockstep/reduction/reference.hpp>

#include <iostream>
#include <optional>

#include "hello.cuh"
#include "mandelbrot/methods.cuh"
#include "reduction/variants.cuh"

using namespace lockstep;

namespace {

// ---- Sums

// One way to sum, on one input: what it gave, and on a GPU how long it took.
struct outcome {
  bool right;
  unsigned lost;
  std::uint64_t limit;  // of pending launches, under which none is lost
  double milliseconds;
  std::uint64_t grids, barriers;
};

class sum_experiment {
 public:
  sum_experiment(unsigned size, unsigned width)
      : width_(width),
        blocks_(blocks_for(size, width)),
        values_(random_integers(size, 1, -99, 99)),
        original_(values_),
        data_(size),
        partial_(blocks_) {}

  // With room for `room` launches or, if that is more, for as many as it needs. No value: the
  // device cannot keep that many.
  std::optional<outcome> run(const variant& v, int repeats, std::uint64_t room = 0) {
    const nvtx_range range(v.name);
    const std::uint64_t needed = std::max(room, pending_limit(v, blocks_, width_));
    if (needed > most_pending_launches) return std::nullopt;
    const pending_launches limit(needed);
    const observe scope;
    restore();
    outcome result{};
    result.limit = needed;
    result.right = reduce(v, data_, partial_, width_) == reduction::sum_loop(values_);
    result.lost = take_losses().count;
    if (scope.available()) {
      result.grids = scope.launches().size();
      result.barriers = scope.total().barriers;
    } else {
      const auto size = static_cast<unsigned>(values_.size());
      result.milliseconds = median_milliseconds(
          repeats, [&] { restore(); },
          [&] { v.launch(data_.data(), partial_.data(), size, blocks_, width_); });
      CUDA_CHECK_LAUNCH();
    }
    return result;
  }
  // What a model of time says of it, which has none for launches by kernels.
  void model(const variant& v, model_report& to, std::optional<double> measured) {
    to.add(
        v.name,
        [&] {
          v.launch(data_.data(), partial_.data(), static_cast<unsigned>(values_.size()), blocks_,
                   width_);
        },
        measured, "neighbored");
  }
  unsigned blocks() const { return blocks_; }

 private:
  void restore() {
    partial_.poison();
    CUDA_CHECK(cudaMemcpy(data_.data(), original_.data(), data_.bytes(), cudaMemcpyDeviceToDevice));
  }

  unsigned width_, blocks_;
  std::vector<int> values_;
  device_buffer<int> original_, data_, partial_;
};

// Where there is no GPU.
void model_sums(unsigned width) {
  constexpr unsigned size = 1u << 19;
  sum_experiment experiment(size, width);
  model_report report("h200_07_sums.csv");
  for (const variant& v : variants)
    experiment.model(
        v, report,
        report.recorded(
            {{"variant", v.name}, {"size", std::to_string(size)}, {"width", std::to_string(width)}},
            "milliseconds", 1000));
  std::cout << "Times for " << grouped(size) << " integers:\n\n";
  report.print(std::cout);
  std::cout << "\n" << report.legend() << "\n";
}

bool sums(unsigned size, unsigned width, int repeats) {
  const bool counts = observe{}.available();
  std::cout
      << "Sums of " << grouped(size) << " integers, by tiles of " << width << ".\n"
      << "Predict: chapter 05's slowest kernel does its steps in a loop. The others launch a\n"
         "grid for each step: one per tile in the tail stream (01, 02) or beside all others (03),\n"
         "or one for all tiles (04). How much slower or faster is each?\n\n";
  sum_experiment experiment(size, width);
  table t({{"variant", "", align::left},
           {"result", "", align::left},
           {"pending limit"},
           {"lost"},
           {counts ? "grids" : "time", counts ? "" : "ms"},
           {counts ? "barriers" : "of 05", counts ? "by warps" : "times as long"}});
  bool all_right = true;
  double plain = 0;
  for (const variant& v : variants) {
    const auto result = experiment.run(v, repeats);
    if (!result) {
      t.add({v.name, "too many launches", "", "", "", ""});
      continue;
    }
    all_right = all_right && result->right;
    if (plain == 0) plain = result->milliseconds;
    t.add({v.name, result->right ? "right" : "WRONG", grouped(result->limit), grouped(result->lost),
           counts ? grouped(result->grids) : fixed(result->milliseconds, 4),
           counts ? grouped(result->barriers) : fixed(result->milliseconds / plain, 1)});
  }
  t.print(std::cout);
  std::cout
      << "\nWhat to see: a launch is the dearest way to write a loop. One grid per level costs a\n"
         "launch per level; one per tile and level costs thousands, and the tail stream takes "
         "them\n"
         "one after the other. With more tiles than there is room for pending launches, 01 to 03\n"
         "lose some and the sum is wrong, and nobody tells the host: the limit was raised above.\n"
         "07_dynamic_parallelism/riddle shows that, and two more causes of wrong sums.\n\n";
  if (counts) model_sums(width);
  return all_right;
}

bool sums_as_csv(const options& given, unsigned width, int repeats) {
  std::cout << csv_heading(
      given,
      "Events around the first launch until all have ended, input restored and "
      "L2 flushed before each run, median of " +
          std::to_string(repeats) + ".");
  table t({{"variant"},
           {"size"},
           {"width"},
           {"blocks"},
           {"limit"},
           {"lost"},
           {"right"},
           {"milliseconds"}});
  bool all_right = true;
  const auto add = [&](sum_experiment& experiment, unsigned power, const variant& v,
                       std::uint64_t room) {
    const auto result = experiment.run(v, repeats, room);
    if (!result) return;
    all_right = all_right && result->right;
    t.add({v.name, std::to_string(1u << power), std::to_string(width),
           std::to_string(experiment.blocks()), std::to_string(result->limit),
           std::to_string(result->lost), result->right ? "yes" : "no",
           fixed(result->milliseconds, 4)});
  };
  for (const unsigned power : {14u, 16u, 18u, 19u, 20u, 22u, 24u}) {
    sum_experiment experiment(1u << power, width);
    for (const variant& v : variants) {
      // A tail launch for each tile and level of 2^22 elements takes a second and more.
      if (v.pending == pending::tail_per_block && power > 20) continue;
      add(experiment, power, v, 0);
      if (power == 19 && v.pending != pending::few) add(experiment, power, v, 65'536);
    }
  }
  t.print_csv(std::cout);
  return all_right;
}

// ---- A picture

void show(const mandelbrot::picture& image, const mandelbrot::view& v) {
  constexpr const char* shades = " .:-=+*%@";
  for (unsigned row = 0; row < 24; ++row) {
    std::string line;
    for (unsigned column = 0; column < 64; ++column) {
      const unsigned d = image[std::size_t{row * v.side / 24} * v.side + column * v.side / 64];
      unsigned shade = 0;
      for (unsigned left = d; left > 1 && shade < 7; left /= 2) ++shade;
      line += d == v.limit ? '@' : shades[shade];
    }
    std::cout << line << '\n';
  }
}

bool picture(unsigned side, unsigned limit) {
  using namespace mandelbrot;
  const view v{-2.25f, -1.5f, 3.0f, side, limit};
  const division by{std::min(side / 4, 64u), 16, 4, 256};
  std::cout
      << "A problem that does not know its work: the Mandelbrot set, " << side << " x " << side
      << " points, at most " << limit
      << "\nsteps each. A block looks at the border of a square: where it is all alike the square "
         "is\n"
         "filled, else the block launches a grid for its parts. Predict: what share of the work is "
         "left?\n\n";
  const pending_launches pending(16384);
  drawing d(v, by);
  const subdivision divided(v, by);
  std::uint64_t steps[2] = {};
  bool right = true;
  for (const unsigned which : {0u, 1u}) {
    d.clear();
    methods[which].draw(d, d.counted());
    CUDA_CHECK_LAUNCH();
    steps[which] = d.steps();
    const auto image = d.image.download();
    if (which == 1) right = image == divided.image(), show(image, v);
  }
  const unsigned lost = take_losses().count;
  std::cout << "\nSteps of z*z + c: " << fixed(double(steps[0]) / 1e6, 1)
            << " million point by point, " << fixed(double(steps[1]) / 1e6, 1)
            << " million by subdivision (" << fixed(100.0 * double(steps[1]) / double(steps[0]), 0)
            << " %); " << lost
            << " launches lost.\n"
               "Here launches by kernels find work, rather than replace a loop. When that pays:\n"
               "07_dynamic_parallelism/mandelbrot.\n";
  return right;
}

constexpr const char* usage =
    "options: [--size N] [--block THREADS] [--side N] [--repeats R] [--csv]\n"
    "  --size     elements to sum (default 2^19 on a GPU, else 2^15; at most 2^28)\n"
    "  --block    elements per tile, a power of two from 4 to 1024 (default 512)\n"
    "  --side     pixels of the picture, a power of two from 64 to 4096 (default 1024 on a GPU, "
    "else 256)\n"
    "  --repeats  timed runs per variant, of which the median is shown (default 5; GPU only)\n"
    "  --csv      the sums alone, at sizes from 2^14 to 2^24, as CSV (GPU only)\n";

bool is_power_of_two(std::uint64_t n) { return n > 0 && (n & (n - 1)) == 0; }

int body(options& given) {
  const bool counts = observe{}.available();
  const std::uint64_t size = given.count("--size", counts ? 1 << 15 : 1 << 19);
  const std::uint64_t block = given.count("--block", 512);
  const std::uint64_t side = given.count("--side", counts ? 256 : 1024);
  const std::uint64_t repeats = given.count("--repeats", 5);
  const bool csv = given.flag("--csv");
  given.expect_no_more();
  if (size < 1 || size > (1u << 28)) throw usage_error("--size must be from 1 to 2^28");
  if (!is_power_of_two(block) || block < 4 || block > 1024)
    throw usage_error("--block must be a power of two from 4 to 1024");
  if (!is_power_of_two(side) || side < 64 || side > 4096)
    throw usage_error("--side must be a power of two from 64 to 4096");
  if (repeats < 1 || repeats > 1000) throw usage_error("--repeats must be from 1 to 1000");

  if (csv && counts) {
    std::cerr << "--csv needs a GPU: the emulator has no clock of one.\n";
    return set_up_missing;
  }
  if (csv) {
    const bool all = sums_as_csv(given, static_cast<unsigned>(block), static_cast<int>(repeats));
    return all ? passed : wrong_result;
  }

  std::cout
      << one_line(describe_device())
      << "\n\nA kernel of 8 threads says hello and launches itself with half as many. Predict: how "
         "many\ngreetings?\n\n"
      << std::flush;
  hello<<<1, 8>>>(8, 0);
  CUDA_CHECK_LAUNCH();
  std::cout << "\nWhy: 8 + 4 + 2 + 1 = 15, from four grids. The host waits for all of them.\n\n"
            << std::flush;

  bool right =
      sums(static_cast<unsigned>(size), static_cast<unsigned>(block), static_cast<int>(repeats));
  right = picture(static_cast<unsigned>(side), counts ? 256 : 4096) && right;
  if (!right) std::cerr << "\nSomething did not come out as the lesson says.\n";
  return right ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, body); }
