// The Mandelbrot set, point by point and by subdivision: a problem whose work is not known before
// it is done. When does dynamic parallelism pay, and is it dynamic parallelism that pays?
#include <lockstep/lockstep.hpp>
#include <lockstep/recorded.hpp>

#include <fstream>
#include <iostream>
#include <optional>

#include "mandelbrot/methods.cuh"
#include "mandelbrot/svg.hpp"

using namespace lockstep;
using namespace mandelbrot;

namespace {

// Parts of the plane: the whole picture, of which a sixth is inside the set; and the valley between
// its two discs from close by, of which two fifths are inside and much of the rest takes long.
view view_called(const std::string& name, unsigned side, unsigned limit) {
  if (name == "set") return {-2.25f, -1.5f, 3.0f, side, limit};
  if (name == "valley") return {-0.755f, 0.095f, 0.02f, side, limit};
  throw usage_error("--view must be set or valley");
}

std::uint64_t different_pixels(const picture& a, const picture& b) {
  std::uint64_t different = 0;
  for (std::size_t i = 0; i < a.size(); ++i) different += a[i] != b[i];
  return different;
}

// What one method did in one run.
struct run_result {
  picture image;
  std::uint64_t steps;
  unsigned lost;
};

run_result run_counted(const method& w, drawing& d) {
  d.clear();
  w.draw(d, d.counted());
  CUDA_CHECK_LAUNCH();
  return {d.image.download(), d.steps(), take_losses().count};
}

double time_of(const method& w, drawing& d, int repeats) {
  const double time = median_milliseconds(
      repeats, [&] { d.clear(); }, [&] { w.draw(d, d.plain()); });
  CUDA_CHECK_LAUNCH();
  (void)take_losses();
  return time;
}

struct settings {
  mandelbrot::view what;
  division by;
  std::uint64_t pending;
  int repeats;
  std::string view;  // its name
};

// The host's pictures, where it can draw them in a second or so.
struct reference {
  picture points, divided;
  std::vector<decided> squares;
};

std::optional<reference> draw_on_host(const settings& set) {
  const double points = double(set.what.side) * set.what.side;
  if (points * set.what.limit > 1e9) return std::nullopt;
  const subdivision divided(set.what, set.by);
  return reference{mandelbrot::draw_flat(set.what), divided.image(), divided.squares()};
}

// Whether 5,000 points of a picture are the host's.
bool sample_is_right(const picture& image, const view& v) {
  for (std::size_t i = 0; i < 5000; ++i) {
    const std::size_t at = mix(i) % image.size();
    const auto x = static_cast<unsigned>(at % v.side), y = static_cast<unsigned>(at / v.side);
    if (image[at] != dwell(v, x, y)) return false;
  }
  return true;
}

// A block that could not launch computes its points: each is as subdivision has it, or as flat has
// it.
bool is_either(const picture& image, const picture& one, const picture& other) {
  for (std::size_t i = 0; i < image.size(); ++i) {
    if (image[i] != one[i] && image[i] != other[i]) return false;
  }
  return true;
}

// What an H200 took for the same picture, in ms, if it is one of those in docs/data.
std::string recorded_time(const recorded_table& measured, const settings& set, const method& w) {
  return fixed(measured.find({{"view", set.view},
                              {"side", std::to_string(set.what.side)},
                              {"limit", std::to_string(set.what.limit)},
                              {"first", std::to_string(set.by.first)},
                              {"smallest", std::to_string(set.by.smallest)},
                              {"cut", std::to_string(set.by.cut)},
                              {"threads", std::to_string(set.by.threads)},
                              {"way", w.name}},
                             "time_ms"),
               3);
}

// The four methods on one picture. Whether all are right: flat as the host's points, the others as
// the host's subdivision. A large picture is compared with the host at some points, and the others
// with the one that loses no launches.
bool compare_methods(const settings& set, const std::string& svg) {
  const bool counts = observe{}.available();
  const pending_launches limit(set.pending);
  drawing d(set.what, set.by);
  const auto host = draw_on_host(set);
  if (!host && !svg.empty())
    throw usage_error(
        "--svg: too much for the host, which draws the squares; choose a smaller side");
  picture points, divided;
  if (host) {
    points = host->points, divided = host->divided;
  } else {
    points = run_counted(methods[0], d).image, divided = run_counted(methods[3], d).image;
  }

  const recorded_table measured("h200_07_mandelbrot.csv");
  table t({{"way", "", align::left},
           {"picture", "", align::left},
           {"other than flat", "pixels"},
           {"steps", "millions"},
           {counts ? "instructions" : "time", counts ? "PTX, warps, 1000s" : "ms"},
           {counts ? "grids" : "of flat", counts ? "" : "times faster"},
           {"lost launches"},
           {counts ? measured.source() : "", counts ? "ms" : ""}});
  bool all_right = true;
  double flat_time = 0;
  for (const method& w : methods) {
    const nvtx_range range(w.name);
    const observe scope;
    const run_result result = run_counted(w, d);
    const bool right = !w.divides ? result.image == points && sample_is_right(points, set.what)
                       : result.lost == 0 ? result.image == divided
                                          : is_either(result.image, divided, points);
    all_right = all_right && right;
    std::string cost, gain;
    if (counts) {
      cost = grouped(scope.total().warp_instructions / 1000);
      gain = grouped(scope.launches().size());
    } else {
      const double time = time_of(w, d, set.repeats);
      if (flat_time == 0) flat_time = time;
      cost = fixed(time, 3), gain = fixed(flat_time / time, 2);
    }
    t.add({w.name, right ? "right" : "WRONG", grouped(different_pixels(result.image, points)),
           fixed(double(result.steps) / 1e6, 2), cost, gain, grouped(result.lost),
           counts ? recorded_time(measured, set, w) : ""});
  }
  t.print(std::cout);
  if (counts)
    std::cout << "\nNot modelled: 01, whose blocks do so different amounts of work that a few do "
                 "not stand\n"
                 "for all; 02 and 03 by device, whose kernels launch kernels; and 03 by host, "
                 "where each\n"
                 "launch depends on what the one before has found.\n";
  if (!host) std::cout << "(Too large for the host: it checked 5,000 points.)\n";

  if (!svg.empty()) {
    std::ofstream file(svg);
    write_svg(file, d.image.download(), set.what, host->squares,
              "The Mandelbrot set, divided into squares: filled where the border is of one dwell");
    if (!file.flush()) throw std::runtime_error("cannot write " + svg);
    std::cout << "\nPicture: " << svg << '\n';
  }
  return all_right;
}

// A line per picture and method: where does subdivision begin to pay?
void sweep(const options& given, const settings& set) {
  std::cout << csv_heading(
      given, "Events around all launches of one picture, L2 flushed before, median of " +
                 std::to_string(set.repeats) +
                 "; steps and lost launches from a run of their own.");
  table t({{"view"},
           {"side"},
           {"limit"},
           {"first"},
           {"smallest"},
           {"cut"},
           {"threads"},
           {"way"},
           {"time_ms"},
           {"steps"},
           {"other_pixels"},
           {"lost_launches"}});
  const pending_launches limit(set.pending);
  for (const char* name : {"set", "valley"}) {
    for (const unsigned side : {256u, 512u, 1024u, 2048u, 4096u, 8192u}) {
      for (const unsigned limit_of_steps : {64u, 256u, 1024u, 4096u, 16384u}) {
        const division by = set.by;
        drawing d(view_called(name, side, limit_of_steps), by);
        picture points;
        for (const method& w : methods) {
          const run_result result = run_counted(w, d);
          if (points.empty()) points = result.image;
          t.add({name, std::to_string(side), std::to_string(limit_of_steps),
                 std::to_string(by.first), std::to_string(by.smallest), std::to_string(by.cut),
                 std::to_string(by.threads), w.name, fixed(time_of(w, d, set.repeats), 4),
                 std::to_string(result.steps),
                 std::to_string(different_pixels(result.image, points)),
                 std::to_string(result.lost)});
        }
      }
    }
  }
  t.print_csv(std::cout);
}

constexpr const char* usage =
    "options: [--side N] [--limit N] [--view set|valley] [--first N] [--smallest N] [--cut 2|4]\n"
    "         [--threads N] [--pending N] [--repeats R] [--svg FILE] [--csv]\n"
    "  --side      pixels, a power of two from 32 to 8192 (default 2048 on a GPU, else 256)\n"
    "  --limit     steps per point, 1 to 1000000 (default 4096 on a GPU, else 256)\n"
    "  --view      the whole set, or a valley of it (default set)\n"
    "  --first     side of the first squares, a power of two (default 64, at most a quarter)\n"
    "  --smallest  no square is cut into smaller ones (default 16, at least 2)\n"
    "  --cut       parts per side into which a square is cut (default 4)\n"
    "  --threads   per square, a multiple of 32 (default 256)\n"
    "  --pending   launches that may wait (default 16384, at least 3)\n"
    "  --repeats   timed runs, of which the median is shown (default 11; GPU only)\n"
    "  --svg       write the picture, with the squares that it was divided into\n"
    "  --csv       a sweep over sizes and limits, as CSV (GPU only)\n";

bool is_power_of_two(std::uint64_t n) { return n > 0 && (n & (n - 1)) == 0; }

int body(options& given) {
  const bool counts = observe{}.available();
  const std::uint64_t side = given.count("--side", counts ? 256 : 2048);
  const std::uint64_t limit = given.count("--limit", counts ? 256 : 4096);
  const std::string name = given.text("--view").value_or("set");
  const std::uint64_t first = given.count("--first", std::min<std::uint64_t>(side / 4, 64));
  const std::uint64_t smallest = given.count("--smallest", 16);
  const std::uint64_t cut = given.count("--cut", 4);
  const std::uint64_t threads = given.count("--threads", 256);
  const std::uint64_t pending = given.count("--pending", 16384);
  const std::uint64_t repeats = given.count("--repeats", 11);
  const std::string svg = given.text("--svg").value_or("");
  const bool csv = given.flag("--csv");
  given.expect_no_more();
  if (!is_power_of_two(side) || side < 32 || side > 8192)
    throw usage_error("--side must be a power of two from 32 to 8192");
  if (limit < 1 || limit > 1'000'000) throw usage_error("--limit must be from 1 to 1000000");
  if (!is_power_of_two(first) || first < 2 || first > side)
    throw usage_error("--first must be a power of two from 2 to the side");
  if (smallest < 2 || smallest > side) throw usage_error("--smallest must be from 2 to the side");
  if (cut != 2 && cut != 4) throw usage_error("--cut must be 2 or 4");
  if (threads < 32 || threads > 1024 || threads % 32 != 0)
    throw usage_error("--threads must be a multiple of 32, at most 1024");
  if (pending < 3 || pending > most_pending_launches)
    throw usage_error("--pending must be from 3, which a chain of tail launches needs, to " +
                      std::to_string(most_pending_launches));
  if (repeats < 1 || repeats > 1000) throw usage_error("--repeats must be from 1 to 1000");

  const settings set{view_called(name, static_cast<unsigned>(side), static_cast<unsigned>(limit)),
                     {static_cast<unsigned>(first), static_cast<unsigned>(smallest),
                      static_cast<unsigned>(cut), static_cast<unsigned>(threads)},
                     pending,
                     static_cast<int>(repeats),
                     name};
  if (csv) {
    if (counts) {
      std::cerr << "--csv needs a GPU: the emulator has no clock of one.\n";
      return set_up_missing;
    }
    sweep(given, set);
    return passed;
  }

  std::cout
      << side << " x " << side << " points of the Mandelbrot set (" << name << "), at most "
      << limit << " steps each\n"
      << one_line(describe_device())
      << "\n\n"
         "Predict: a sixth of the picture lies inside the set and takes all the steps; flat does\n"
         "them, point by point. A square whose border is all of one dwell need not be computed.\n"
         "  How many steps does subdivision save? What do its launches cost?\n"
         "  A list of squares needs one launch per level. Is it better made by a kernel or by\n"
         "  the host?\n\n"
      << std::flush;
  const bool right = compare_methods(set, svg);
  std::cout
      << (counts
              ? "\nWhat to see: steps are the work, and grids what it costs to find it. The list "
                "needs a\n"
                "grid or two per level, the nested kernel one per square that is cut. Which "
                "is faster,\n"
                "only a GPU shows.\n"
              : "\nWhat to see: how much of the saving is left when launches are paid for. Try "
                "--limit 64\n"
                "and --limit 100000, --side 256, --view valley; --csv writes the whole "
                "sweep.\n");
  if (!right) std::cerr << "\nAt least one picture is wrong.\n";
  return right ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, body); }
