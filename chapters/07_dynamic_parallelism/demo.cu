// Kernels that launch kernels: greetings, sums, and a picture. (What goes wrong with such sums is a
// program of its own, riddle.cu.)
#include <lockstep/lockstep.hpp>
#include <lockstep/reduction/reference.hpp>

#include <iostream>

#include "hello.cuh"
#include "mandelbrot/ways.cuh"
#include "reduction/variants.cuh"

using namespace lockstep;

namespace {

// ---- Sums

bool sums(unsigned size, unsigned width, int repeats) {
  const bool counts = observe{}.available();
  std::cout << "Sums of " << grouped(size) << " integers, by tiles of " << width
            << ".\n"
               "Predict: chapter 05's slowest kernel does its steps in a loop. The others launch a "
               "grid for\n"
               "each step: one per tile in the tail stream (01, 02) or beside all others (03), or "
               "one for\n"
               "all tiles (04). How much slower or faster is each?\n\n";
  const std::vector<int> values = random_integers(size, 1, -99, 99);
  const int expected = reduction::sum_loop(values);
  const unsigned blocks = blocks_for(size, width);
  device_buffer<int> original(values), data(size), partial(blocks);
  const auto restore = [&] {
    partial.poison();
    CUDA_CHECK(cudaMemcpy(data.data(), original.data(), data.bytes(), cudaMemcpyDeviceToDevice));
  };

  table t({{"variant", "", align::left},
           {"result", "", align::left},
           {"pending limit"},
           {"lost"},
           {counts ? "grids" : "time", counts ? "" : "ms"},
           {counts ? "barriers" : "of 05", counts ? "by warps" : "times as long"}});
  bool all_right = true;
  double plain = 0;
  for (const variant& v : variants) {
    const nvtx_range range(v.name);
    const std::uint64_t needed = pending_limit(v, blocks, width);
    if (needed > most_pending_launches) {
      t.add({v.name, "not run", grouped(needed), "", "", ""});
      continue;
    }
    const pending_launches limit(needed);
    const observe scope;
    restore();
    const bool right = reduce(v, data, partial, width) == expected;
    all_right = all_right && right;
    const unsigned lost = take_losses().count;
    std::string cost, other;
    if (counts) {
      cost = grouped(scope.launches().size());
      other = grouped(scope.total().barriers);
    } else {
      const double time = median_milliseconds(
          repeats, restore, [&] { v.launch(data.data(), partial.data(), size, blocks, width); });
      CUDA_CHECK_LAUNCH();
      if (plain == 0) plain = time;
      cost = fixed(time, 4), other = fixed(time / plain, 1);
    }
    t.add({v.name, right ? "right" : "WRONG", grouped(needed), grouped(lost), cost, other});
  }
  t.print(std::cout);
  std::cout
      << "\nWhat to see: a launch is the dearest way to write a loop. One grid per level costs a\n"
         "launch per level; one per tile and level costs thousands, and the tail stream takes "
         "them\n"
         "one after the other. With more tiles than the device has places for launches, 01 to 03\n"
         "lose some and the sum is wrong, and nobody tells the host: the limit was raised above.\n"
         "07_dynamic_parallelism/riddle shows that, and two more causes of wrong sums.\n\n";
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
  const division by{std::max(side / 8, 32u), 16};
  std::cout
      << "A problem that does not know its work: the Mandelbrot set, " << side << " x " << side
      << " points, at most " << limit
      << "\nsteps each. A block looks at the border of a square: where it is all alike the square "
         "is\n"
         "filled, else the block launches four more. Predict: what share of the work is left?\n\n";
  const pending_launches pending(16384);
  drawing d(v, by);
  const subdivision divided(v, by);
  std::uint64_t steps[2] = {};
  bool right = true;
  for (const unsigned which : {0u, 1u}) {
    d.clear();
    ways[which].draw(d, d.counted());
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
    "options: [--size N] [--block THREADS] [--side N] [--repeats R]\n"
    "  --size     elements to sum (default 2^19 on a GPU, else 2^15; at most 2^28)\n"
    "  --block    elements per tile, a power of two from 4 to 1024 (default 512)\n"
    "  --side     pixels of the picture, a power of two from 64 to 4096 (default 1024 on a GPU, "
    "else 256)\n"
    "  --repeats  timed runs per variant, of which the median is shown (default 5; GPU only)\n";

bool is_power_of_two(std::uint64_t n) { return n > 0 && (n & (n - 1)) == 0; }

int body(options& given) {
  const bool counts = observe{}.available();
  const std::uint64_t size = given.count("--size", counts ? 1 << 15 : 1 << 19);
  const std::uint64_t block = given.count("--block", 512);
  const std::uint64_t side = given.count("--side", counts ? 256 : 1024);
  const std::uint64_t repeats = given.count("--repeats", 5);
  given.expect_no_more();
  if (size < 1 || size > (1u << 28)) throw usage_error("--size must be from 1 to 2^28");
  if (!is_power_of_two(block) || block < 4 || block > 1024)
    throw usage_error("--block must be a power of two from 4 to 1024");
  if (!is_power_of_two(side) || side < 64 || side > 4096)
    throw usage_error("--side must be a power of two from 64 to 4096");
  if (repeats < 1 || repeats > 1000) throw usage_error("--repeats must be from 1 to 1000");

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
