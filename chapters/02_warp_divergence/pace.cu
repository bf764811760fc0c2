// Lanes of one warp that are not at the same instruction: they can wait for each other, and must
// not count on each other.
#include "09_own_pace.cuh"
#include "experiment.cuh"

using namespace lockstep;
using namespace lockstep::divergence;

namespace {

constexpr const char* usage =
    "options: [--blocks B] [--broken]\n"
    "  --blocks  blocks of 64 threads (default 8)\n"
    "  --broken  a deliberate bug: neighbours exchange values with no barrier between; find it by\n"
    "            ./lockstep check PROGRAM --broken\n";

bool turns_are_right(unsigned blocks, unsigned first) {
  device_buffer<unsigned> order(64 * blocks);
  order.poison();
  take_turns<<<blocks, 64, 2 * sizeof(unsigned)>>>(order.data(), first);
  CUDA_CHECK_LAUNCH();
  const std::vector<unsigned> turns = order.download();
  for (unsigned i = 0; i < turns.size(); ++i) {
    if (turns[i] != (i % 32 + 32 - first) % 32) return false;
  }
  return true;
}

template <bool Safe>
bool pass_on_is_right(unsigned blocks) {
  device_buffer<unsigned> out(64 * blocks);
  out.poison();
  pass_on<Safe><<<blocks, 64, 64 * sizeof(unsigned)>>>(out.data());
  CUDA_CHECK_LAUNCH();
  const std::vector<unsigned> values = out.download();
  for (unsigned i = 0; i < values.size(); ++i) {
    if (values[i] != (i ^ 16)) return false;
  }
  return true;
}

int run(options& given) {
  const std::uint64_t blocks = given.count("--blocks", 8);
  const bool broken = given.flag("--broken");
  given.expect_no_more();
  if (blocks < 1 || blocks > 65'536) throw usage_error("--blocks must be from 1 to 65536");
  const auto grid = static_cast<unsigned>(blocks);
  std::cout << one_line(describe_device()) << "\n\n";

  verdicts verdict;
  if (broken) {
    std::cout
        << "Deliberate bug: the lanes of a warp exchange values through shared memory, and no\n"
           "barrier stands between the store and the load.\n"
           "Predict: is the result right? Is the program?\n\n"
           "  measured: the result is "
        << (pass_on_is_right<false>(grid) ? "right" : "wrong")
        << "\n\nWhy: lanes of a warp may be at different instructions. If they happen to be at"
           " the same\none, the result is right, and the program is wrong all the same:\n"
           "`./lockstep check` names both lines. __syncwarp() fixes it.\n";
    return passed;
  }
  std::cout
      << "The 32 lanes of a warp take turns: each waits in a loop until the one before has been.\n"
         "Predict: if a warp had one program counter, what would the lane that has its turn do\n"
         "while 31 others loop?\n\n";
  for (const unsigned first : {0u, 17u, 31u})
    std::cout << "  from lane " << first << " on: " << verdict(turns_are_right(grid, first))
              << "\n";
  std::cout
      << "\nWhy it ends: since Volta (compute capability 7.0) each lane has its own program\n"
         "counter, and lanes that can go on do. Before, the lane whose turn it was had left the\n"
         "loop and waited for the others to leave it too: for ever.\n\n"
         "Lanes exchange values through shared memory, with __syncwarp() between store and"
         " load: "
      << verdict(pass_on_is_right<true>(grid))
      << "\n(--broken leaves it out. Own program counters mean that lanes of a warp need a\n"
         "barrier, as threads of a block always did.)\n";
  return verdict.exit_code();
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run); }
