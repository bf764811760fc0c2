// What is left after cudaDeviceReset. Uses of what is gone are deliberate mistakes: a check reports
// them, and is right. --clean leaves them out.
#include "reset.cuh"

using namespace lockstep;

namespace {

constexpr const char* usage =
    "options: [--clean] [--csv]\n"
    "  --clean  without the deliberate mistakes\n"
    "  --csv    the table as CSV, and nothing else\n";

int run(options& given) {
  const bool clean = given.flag("--clean");
  const bool csv = given.flag("--csv");
  given.expect_no_more();
  table t({{"asked", "", align::left},
           {"before a reset", "", align::left},
           {"after it", "", align::left}});
  bool right = true;
  for (std::size_t i = 0; i < std::size(reset::trials); ++i) {
    const reset::trial& one = reset::trials[i];
    if (clean && one.is_a_mistake) continue;
    const std::string before = reset::ask(i, false), after = reset::ask(i, true);
    // A new context works, and nothing of the old one is as it was. What becomes of a use of it is
    // not promised: on a GPU a store to old memory may even succeed, and hit something new.
    const bool is_new = std::string(one.name) == "a kernel, with new memory";
    right = right && before.rfind("the process", 0) != 0 &&
            (one.is_a_mistake || (is_new ? before == after : before != after));
    t.add({one.name, before, after});
  }
  if (csv) {
    std::cout << csv_heading(
        given, "Each question in a process of its own, without a reset and after one.");
    t.print_csv(std::cout);
    return right ? passed : wrong_result;
  }
  std::cout
      << one_line(describe_device())
      << "\n\nA process holds memory, a stream and an event, and has set a __device__ variable to "
         "42 and\n"
         "a limit to 64 MiB. Then it calls cudaDeviceReset.\n"
         "Predict: what is left of each? Which of them fail, and which pretend to be there?\n\n";
  t.print(std::cout);
  std::cout
      << "\nWhy: all of it lived in the primary context, which is destroyed. The next call that "
         "needs a\n"
         "context makes a new one: machine code is loaded again, variables begin anew, limits are "
         "the\n"
         "default. The old handles are numbers that mean nothing now. At an old address there may "
         "be\n"
         "new memory: on an H200 the kernel at the end writes to it, and nobody complains. A "
         "destructor\n"
         "that frees memory after a reset is a use of what is gone, too: let objects die before.\n";
  if (!right) std::cout << "\nAt least one answer is not as this text says.\n";
  return right ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) {
  fresh_process::topics() = {{"reset", reset::answer}};
  if (fresh_process::is_fresh_process()) return fresh_process::answer_in_fresh_process();
  return run_program(argc, argv, usage, run);
}
