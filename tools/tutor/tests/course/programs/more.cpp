// A second program of the chapter, that ends as it is told to.
#include <cstdio>
#include <cstdlib>

int main() {
  std::puts("More of the first chapter.");
  const char* code = std::getenv("MORE_ENDS_WITH");
  return code == nullptr ? 0 : std::atoi(code);
}
