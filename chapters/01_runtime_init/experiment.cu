// Before the first kernel: what the runtime does, what the device allows, and how to time.
#include "clocks.cuh"
#include "first_call.cuh"
#include "limits.cuh"

using namespace lockstep;

namespace {

constexpr const char* usage =
    "options: none\n"
    "The other programs of this chapter have more: first_call, device_query, errors, reset, "
    "timing,\n"
    "concurrency.\n";

int run(options& given) {
  given.expect_no_more();
  std::cout << "The runtime and the device\n" << one_line(describe_device()) << "\n\n";

  bool right = true;
  std::cout << "1. Nine calls, each the first of a process of its own.\n"
            << first_call::predict_candidates << first_call::whose_times();
  first_call::candidates_table(1, right).print(std::cout);
  std::cout << first_call::why_candidates();

  std::cout << "\n2. What the device allows.\n"
               "   Predict: how many warps fit on one SM?\n\n";
  limits::limits_table(observe{}.available(), right).print(std::cout);
  std::cout << "\n   Why: a block starts only where its threads, registers and shared memory all "
               "fit. The\n"
               "   figures differ from device to device: ask, do not assume.\n\n";

  std::cout << "3. What a clock measures.\n";
  right = clocks::show({0, 10'000}, 21) && right;

  std::cout << "\n4. Errors: five that a process survives, four that it does not.\n"
               "   Predict which: ./lockstep run 01_runtime_init/errors makes them all.\n";
  return right ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) {
  fresh_process::topics() = {{"first_call", first_call::answer}, {"limits", limits::answer}};
  if (fresh_process::is_fresh_process()) return fresh_process::answer_in_fresh_process();
  return run_program(argc, argv, usage, run);
}
