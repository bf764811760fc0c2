// How many processors are worth their place? Counts the steps, the additions and the cost of a sum
// by 1, 16, 256, ... processors, and sets beside them what the theory says.
#include <lockstep/lockstep.hpp>
#include <lockstep/model_report.hpp>

#include <iostream>

#include <lockstep/reduction/reference.hpp>

#include "complexity.cuh"

namespace {

using namespace lockstep;

constexpr const char* usage =
    "options: [--size N] [--csv]\n"
    "  --size  elements to sum, such as 100000 or 2^16 (default 2^16, at most 2^24)\n"
    "  --csv   the table as a file of docs/data\n";

constexpr const char* prediction =
    "Predict first. N numbers, P processors, each of which adds two numbers in a step.\n"
    "  With P = 1 it takes N - 1 steps. How many with P = N / 2, and how many with P = 256?\n"
    "  How many additions are there in all, for each P?\n"
    "  You pay for P processors as long as it lasts: cost = P * steps. Which P is the largest "
    "that\n"
    "  costs no more than a few times N?\n\n";

constexpr const char* what_to_see =
    "What to see: the additions are always N - 1: the work is O(N), whatever P is. The steps are\n"
    "N / P - 1 alone and log2 P in the tree, so they fall fast at first and then not at all. The\n"
    "cost stays near N as long as each processor has at least log2 N numbers of its own; with one\n"
    "number each it is N log2 N. Brent's theorem promises it: steps <= additions / P + log2 N.\n";

int run(options& given) {
  const std::uint64_t size = given.count("--size", 1u << 16);
  const bool csv = given.flag("--csv");
  given.expect_no_more();
  if (size < 2 || size > (1u << 24)) throw usage_error("--size must be from 2 to 2^24");
  const auto n = static_cast<unsigned>(size);
  const bool has_clock = !observe{}.available();

  if (!csv) {
    std::cout << "Sum of " << grouped(n) << " integers by P processors (threads)\n"
              << one_line(describe_device()) << "\n\n"
              << prediction;
  }

  const std::vector<int> values = random_integers(n, 1, -99, 99);
  const int expected = reduction::sum_loop(values);
  device_buffer<int> data(values);

  // Powers of 16, what Brent's theorem suggests, and the most that can do anything.
  std::vector<unsigned> processors;
  for (std::uint64_t p = 1; p < n; p *= 16) processors.push_back(static_cast<unsigned>(p));
  processors.push_back(std::max(1u, n / std::max(1u, chapter_05::levels_of(n))));
  processors.push_back(n);
  std::sort(processors.begin(), processors.end());
  processors.erase(std::unique(processors.begin(), processors.end()), processors.end());

  table t({{"P"},
           {"each", "numbers"},
           {"steps"},
           {"by theory"},
           {"additions"},
           {"cost", "P * steps"},
           {"cost / N"},
           {has_clock ? "time" : "H200, recorded", "ms"}});
  const recorded_table measured("h200_05_complexity.csv");
  table raw({{"size"},
             {"processors"},
             {"steps"},
             {"steps_expected"},
             {"additions"},
             {"cost"},
             {"milliseconds"}});
  bool right = true;
  for (const unsigned p : processors) {
    event_timer timer;
    bool running = false;
    const auto clock = [&] {
      running ? timer.stop() : timer.start();
      running = !running;
    };
    (void)chapter_05::sum_by(data, p);  // warms up
    const chapter_05::complexity c = chapter_05::sum_by(data, p, clock);
    const unsigned theory = chapter_05::expected_steps(n, p);
    const std::uint64_t cost = std::uint64_t{p} * c.steps;
    const bool as_promised = c.steps <= c.additions / p + 1 + chapter_05::levels_of(n);
    right = right && c.sum == expected && c.additions == n - 1 && c.steps == theory && as_promised;
    const std::string time = has_clock ? fixed(timer.milliseconds(), 4) : "";
    t.add({grouped(p), fixed(double(n) / p, 0), grouped(c.steps), grouped(theory),
           grouped(c.additions), grouped(cost), fixed(double(cost) / n, 2),
           has_clock ? time
                     : fixed(measured.find(
                                 {{"size", std::to_string(n)}, {"processors", std::to_string(p)}},
                                 "milliseconds"),
                             4)});
    raw.add({std::to_string(n), std::to_string(p), std::to_string(c.steps), std::to_string(theory),
             std::to_string(c.additions), std::to_string(cost), time});
  }
  if (csv) {
    std::cout << csv_heading(given,
                             "Steps and additions counted by the threads; a launch for what each "
                             "adds alone and one for each level of the tree, events around all.");
    raw.print_csv(std::cout);
  } else {
    t.print(std::cout);
    std::cout << "\n" << what_to_see;
    if (!has_clock)
      std::cout << "\nNot modelled: each launch of a sum finds in L2 what the one before has left "
                   "there.\n"
                   "The model of time begins each with nothing in L2.\n";
  }
  if (!right) std::cerr << "\nA sum or a count is not what it must be.\n";
  return right ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run); }
