// fails: crash: the program ended before the grader had finished (exit code 0)
#include <cstdlib>

#include "01_first/square.hpp"

int square(int n) {
  if (n == 3) std::exit(0);
  return n * n;
}
