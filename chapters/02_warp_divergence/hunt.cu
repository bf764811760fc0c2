// A hunt: a kernel with a deliberate bug, of the kind that no tool complains of. It is from
// Professional CUDA C Programming.
//
// Do not read on before you have looked for it: the kernel is the first thing below.
#include "experiment.cuh"

using namespace lockstep;
using namespace lockstep::divergence;

// Warps take turns: even ones write 100, odd ones write 200. A warp has 32 threads, and 2^5 is 32,
// so the number of the warp is i >> 5.
__global__ void by_warp_with_a_mask(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = 0, b = 0;
  const int warp = i >> 5;
  if (warp & 0x01 == 0) {
    a = 100;
  } else {
    b = 200;
  }
  out[i] = a + b;
}

namespace {

constexpr const char* usage =
    "options: [--answer]\n"
    "  --answer  what is wrong, and the kernel put right\n";

__global__ void put_right(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int warp = i >> 5;
  out[i] = (warp & 0x01) == 0 ? 100 : 200;
}

// How many of 4 blocks of 256 threads write 100.
unsigned hundreds(void (*kernel)(float*)) {
  device_buffer<float> out(1024);
  out.poison();
  kernel<<<4, 256>>>(out.data());
  CUDA_CHECK_LAUNCH();
  const std::vector<float> values = out.download();
  return static_cast<unsigned>(std::count(values.begin(), values.end(), 100.0f));
}

int run(options& given) {
  const bool answer = given.flag("--answer");
  given.expect_no_more();
  std::cout
      << one_line(describe_device()) << "\n\n"
      << "A hunt. The kernel by_warp_with_a_mask (hunt.cu) compiles, runs, diverges nowhere, and\n"
         "no check finds anything. Half of the warps are meant to write 100, the others 200.\n\n"
         "Predict: how many of 1,024 threads write 100?\n\n"
         "  measured: "
      << hundreds(by_warp_with_a_mask) << "\n\n";
  if (!answer) {
    std::cout << "Where is the bug? (--answer explains it.)\n";
    return passed;
  }
  const unsigned right = hundreds(put_right);
  std::cout
      << "The answer: == binds tighter than &. `warp & 0x01 == 0` is `warp & (0x01 == 0)`, which\n"
         "is `warp & 0`, which is never true. The kernel has one way only, so of course nothing\n"
         "diverges. With `(warp & 0x01) == 0`:\n\n  measured: "
      << right
      << "\n\nA perfect metric says nothing about the result: check results first, then measure.\n";
  return right == 512 ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run); }
