#include "examples.hpp"

#include <cstdio>
#include <cstring>

std::vector<report_examples::example>& report_examples::all() {
  static std::vector<example> examples;
  return examples;
}

int main(int count, char** arguments) {
  using report_examples::all;
  const char* wanted = count > 1 ? arguments[1] : "--list";
  const bool list = std::strcmp(wanted, "--list") == 0;
  for (const auto& one : all()) {
    if (list) std::printf("%s\n", one.name.c_str());
    if (one.name != wanted) continue;
    one.run();
    cudaDeviceSynchronize();
    return 0;
  }
  if (!list) std::fprintf(stderr, "report_examples: there is no example %s\n", wanted);
  return list ? 0 : 2;
}
