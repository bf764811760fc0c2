// DELIBERATELY WRONG: sums as they stand in print, on a round and on a ragged number of elements.
// `./lockstep check` finds a cause in each.
#include <lockstep/lockstep.hpp>
#include <lockstep/reduction/reference.hpp>

#include <algorithm>
#include <iostream>
#include <iterator>

#include "mistakes.cuh"

namespace {

using namespace lockstep;

constexpr const char* usage =
    "options: [--size N] [--block THREADS] [--only K] [--exact]\n"
    "  --size   the ragged number of elements (default 65530); the round one is the power of two\n"
    "           above it\n"
    "  --block  threads per block, a power of two from 64 to 1024 (default 512)\n"
    "  --only   the mistake of line K of the table alone, from 1 to 6\n"
    "  --exact  no room behind the input: what lies there then belongs to nobody. For\n"
    "           `lockstep check` and compute-sanitizer, which name the line; a GPU alone may end "
    "the\n"
    "           program, or say nothing\n";

constexpr const char* prediction =
    "Predict first. Each of these sums is in print, and passes a test with 2^16 elements. Behind "
    "the\n"
    "input lie other numbers, as in any real program. Which sums are wrong for 65,530 elements?\n"
    "Which kernels write outside their data? One is wrong and yet gives the right sum: which?\n\n";

constexpr const char* what_to_see =
    "What to see: a test with a power of two is no test. And a right sum is no proof: leaving "
    "before\n"
    "a barrier of the block is undefined, and happens to work on today's GPUs. `./lockstep check`\n"
    "of this program finds that, and where the others go wrong, except in the last two: they only\n"
    "leave elements out, which breaks no rule.\n";

constexpr int foreign = 1'000'000;  // what lies behind the input

struct outcome {
  bool right;
  bool others_untouched;
};

outcome try_on(const mistakes::mistake& m, const std::vector<int>& values, unsigned block,
               bool exact) {
  std::vector<int> memory = values;
  if (!exact) memory.resize(values.size() + 2 * block, foreign);
  device_buffer<int> data(memory);
  device_buffer<int> partial(values.size() / block + 1);
  partial.poison();
  const unsigned count =
      mistakes::launch(m, data.data(), partial.data(), static_cast<unsigned>(values.size()), block);
  CUDA_CHECK_LAUNCH();
  int sum = 0;
  for (const int value : partial.download(count)) sum += value;
  const std::vector<int> after = data.download();
  const bool untouched = std::all_of(after.begin() + static_cast<std::ptrdiff_t>(values.size()),
                                     after.end(), [](int value) { return value == foreign; });
  return {sum == reduction::sum_loop(values), untouched};
}

int run(options& given) {
  const std::uint64_t size = given.count("--size", 65'530);
  const std::uint64_t block = given.count("--block", 512);
  const std::uint64_t only = given.count("--only", 0);
  const bool exact = given.flag("--exact");
  given.expect_no_more();
  if (size < 3 || size > (1u << 24)) throw usage_error("--size must be from 3 to 2^24");
  if (block < 64 || block > 1024 || (block & (block - 1)) != 0) {
    throw usage_error("--block must be a power of two from 64 to 1024");
  }
  if (only > std::size(mistakes::all)) throw usage_error("--only must be from 1 to 6");
  std::size_t round = 8 * block;
  while (round <= size) round *= 2;

  std::cout << "Deliberately wrong: sums of " << grouped(round) << " and of " << grouped(size)
            << " integers by blocks of " << block << " threads\n"
            << one_line(describe_device()) << "\n\n"
            << prediction;

  const std::vector<int> many = random_integers(round, 1, 1, 99);
  const std::vector<int> ragged = random_integers(size, 1, 1, 99);
  table t({{"mistake", "", align::left},
           {"N = " + grouped(round), "", align::left},
           {"N = " + grouped(size), "", align::left},
           {"what lies behind", "", align::left}});
  const auto word = [](bool right) { return right ? "right" : "WRONG"; };
  bool as_told = true;
  for (const mistakes::mistake& m : mistakes::all) {
    if (only > 0 && &m != &mistakes::all[only - 1]) continue;
    const outcome simple = try_on(m, many, static_cast<unsigned>(block), exact);
    const outcome real = try_on(m, ragged, static_cast<unsigned>(block), exact);
    t.add({m.name, word(simple.right), word(real.right),
           real.others_untouched ? "untouched" : "OVERWRITTEN"});
    as_told = as_told && simple.right && (exact || real.right == m.right_by_luck);
  }
  const bool simple = mistakes::sum_of_powers_of_two(many) == reduction::sum_loop(many);
  const bool real = mistakes::sum_of_powers_of_two(ragged) == reduction::sum_loop(ragged);
  t.add({"half = size / 2, on the host", word(simple), word(real), "untouched"});
  as_told = as_told && simple && (!real || (size & (size - 1)) == 0);

  t.print(std::cout);
  std::cout << "\n" << what_to_see;
  if (!as_told) std::cerr << "\nA mistake did not show as it should.\n";
  return as_told ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run); }
