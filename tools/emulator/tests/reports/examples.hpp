// One example for each kind of finding, for the reports in docs/checks.md.
//
//   report_examples NAME        runs it; what stands between `// [NAME]` and `// [end]` is shown
//   report_examples --list      all names, in the order of the page
#pragma once

#include <cuda_runtime.h>

#include <string>
#include <vector>

namespace report_examples {

struct example {
  std::string name;
  void (*run)();
};

std::vector<example>& all();

struct enter {
  enter(const char* name, void (*run)()) { all().push_back({name, run}); }
};

// Device memory of `count` ints, all of them 0.
inline int* zeros(int count) {
  int* made = nullptr;
  cudaMalloc(&made, count * sizeof(int));
  cudaMemset(made, 0, count * sizeof(int));
  return made;
}

}  // namespace report_examples

#define EXAMPLE(name)                                                  \
  static void run_##name();                                            \
  static const report_examples::enter enter_##name(#name, run_##name); \
  static void run_##name()
