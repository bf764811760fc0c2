// CONTAINS CODE THAT IS WRONG ON PURPOSE. Why may the last warp not go without barriers? Folds 64
// words by one warp in several ways, whose lanes arrive together or in two halves.
#include <lockstep/lockstep.hpp>
#include <lockstep/recorded.hpp>
#include <lockstep/reduction/reference.hpp>

#include <iostream>

#include "folds.cuh"

namespace {

using namespace lockstep;
using namespace lockstep::reduction;
using namespace chapter_06;

constexpr const char* usage =
    "options: [--csv] [--right]\n"
    "  --csv    the cycles as a file of docs/data (GPU only)\n"
    "  --right  only the ways that are right: nothing for `lockstep check` to find\n";

constexpr const char* prediction =
    "Predict first. 32 lanes add 64 words in six steps; between two steps each lane needs what\n"
    "another has written.\n"
    "  With volatile every read and write goes to memory. Is that enough? And without?\n"
    "  What if a branch has parted the lanes, so that the even ones come first?\n"
    "  Which is the fastest: through memory with volatile, through memory with __syncwarp(), or\n"
    "  from register to register?\n\n";

constexpr const char* what_to_see =
    "What to see: volatile makes each lane read and write; it does not make one lane wait for\n"
    "another. Since Volta each lane has a program counter of its own, and lanes that came "
    "together\n"
    "may part. That they mostly stay together is luck: ./lockstep check calls it a race, and an\n"
    "order that the rules allow (./lockstep exec --schedule shuffled) gives other sums.\n"
    "__syncwarp() waits for the lanes of its mask, wherever they are, and orders their memory.\n";

constexpr const char* what_to_see_in_times =
    "In global memory a volatile read goes past the L1 cache to the L2, six times, one after the\n"
    "other; with __syncwarp() it may come from L1, and a lane keeps its own sum in a register.\n";

struct outcome {
  bool right;
  double cycles;
};

outcome measure(void (*kernel)(int*, long long*)) {
  const std::vector<int> values = random_integers(64, 1, 1, 99);
  device_buffer<int> data(values.size());
  device_buffer<long long> cycles(1);
  std::vector<double> times;
  bool right = true;
  for (int i = 0; i < 21; ++i) {
    data.upload(values);
    kernel<<<1, 32>>>(data.data(), cycles.data());
    CUDA_CHECK_LAUNCH();
    right = right && data.download(1).at(0) == reduction::sum_loop(values);
    times.push_back(double(cycles.download().at(0)));
  }
  return {right, median(times)};
}

struct method {
  const char* name;
  bool promised;  // to be right, however the lanes arrive
  void (*global_together)(int*, long long*);
  void (*shared_together)(int*, long long*);
  void (*shared_in_halves)(int*, long long*);  // null: not allowed
};

template <typename Fold>
constexpr method method_of(bool promised) {
  return {Fold::name, promised, fold_global<Fold, together>, fold_shared<Fold, together>,
          fold_shared<Fold, in_halves>};
}

// __syncthreads() in two branches of one warp would be undefined.
constexpr method barrier_method{barrier_fold::name, false, fold_global<barrier_fold, together>,
                                fold_shared<barrier_fold, together>, nullptr};

int run(options& given) {
  const bool csv = given.flag("--csv");
  const bool only_right = given.flag("--right");
  given.expect_no_more();
  const bool has_clock = !observe{}.available();
  if (csv && !has_clock) throw usage_error("--csv: cycles need a GPU");
  if (!csv) std::cout << one_line(describe_device()) << "\n\n" << prediction;

  const method methods[] = {method_of<volatile_fold>(false), method_of<plain_fold>(false),
                            barrier_method, method_of<syncwarp_fold>(true),
                            method_of<shuffle_fold>(true)};
  table t({{"between steps", "", align::left},
           {"together", "sum", align::left},
           {"in halves", "sum", align::left},
           {"global", "cycles"},
           {"shared", "cycles"}});
  const recorded_table measured("h200_06_last_warp.csv");
  table raw({{"way"}, {"together"}, {"in_halves"}, {"global_cycles"}, {"shared_cycles"}});
  bool as_promised = true;
  for (const method& w : methods) {
    if (only_right && !w.promised) continue;
    const outcome in_global = measure(w.global_together);
    const outcome in_shared = measure(w.shared_together);
    const outcome halves = w.shared_in_halves != nullptr ? measure(w.shared_in_halves) : outcome{};
    const bool right = in_global.right && in_shared.right;
    const auto word = [](bool result) { return result ? "right" : "WRONG"; };
    const char* apart = w.shared_in_halves == nullptr ? "" : word(halves.right);
    const auto cycles = [&](const outcome& o, const char* column) {
      return has_clock ? fixed(o.cycles, 0) : fixed(measured.find({{"way", w.name}}, column), 0);
    };
    t.add({w.name, word(right), apart, cycles(in_global, "global_cycles"),
           cycles(in_shared, "shared_cycles")});
    raw.add({w.name, word(right), apart, cycles(in_global, "global_cycles"),
             cycles(in_shared, "shared_cycles")});
    as_promised = as_promised && (!w.promised || (right && halves.right));
  }
  if (csv) {
    std::cout << csv_heading(given,
                             "One warp on an idle device, by clock64() around the fold: median of "
                             "21; the clock itself is in it.");
    raw.print_csv(std::cout);
  } else {
    t.print(std::cout);
    if (!has_clock)
      std::cout << "\nThe cycles: " << measured.source()
                << ". Not modelled: the model of time predicts launches, not what a\n"
                   "warp reads from clock64() between two of its instructions.\n";
    std::cout << "\n" << what_to_see << (has_clock ? what_to_see_in_times : "");
  }
  if (!as_promised) std::cerr << "\nA way that must be right is wrong.\n";
  return as_promised ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run); }
