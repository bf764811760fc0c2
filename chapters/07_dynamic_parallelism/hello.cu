// A kernel that launches itself: 8 threads, then 4, then 2, then 1.
#include <lockstep/lockstep.hpp>

#include <iostream>

#include "hello.cuh"

using namespace lockstep;

namespace {

constexpr const char* usage =
    "options: [--threads N]\n"
    "  --threads  threads of the first block, a power of two from 1 to 1024 (default 8)\n";

int body(options& given) {
  const std::uint64_t threads = given.count("--threads", 8);
  given.expect_no_more();
  if (threads < 1 || threads > 1024 || (threads & (threads - 1)) != 0)
    throw usage_error("--threads must be a power of two from 1 to 1024");

  std::cout
      << one_line(describe_device())
      << "\n\n"
         "Predict: one block of "
      << threads
      << " threads says hello, and its thread 0 launches a block of half as many,\n"
         "which do the same. How many greetings? And where do the lines of depth 1 come: before\n"
         "the launching thread's own line, or after it?\n\n"
      << std::flush;

  hello<<<1, static_cast<unsigned>(threads)>>>(static_cast<unsigned>(threads), 0);
  CUDA_CHECK_LAUNCH();

  unsigned depth = 0;
  for (std::uint64_t left = threads; left > 1; left /= 2) ++depth;
  std::cout
      << "\nMeasured: " << 2 * threads - 1 << " greetings from " << depth + 1 << " grids, " << depth
      << " of them launched by a kernel.\n"
      << "Why: " << threads << " + " << threads / 2 << " + ... + 1 = 2 * " << threads
      << " - 1. A launch does not wait for its child: the launching thread goes\n"
         "on at once, and where the child's lines come is not promised. The host waits for all of\n"
         "them: a grid is complete only when all that it launched is.\n";
  return passed;
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, body); }
