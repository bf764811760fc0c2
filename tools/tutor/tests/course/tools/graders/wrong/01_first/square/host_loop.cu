// fails: timeout: the program did not end within
#include "01_first/square.hpp"

int square(int n) {
  for (volatile bool on = true; on;) continue;
  return n * n;
}
