// fails: results: n = 2: expected 4, got 2
#include "01_first/square.hpp"

int square(int n) {
  if (n > 100) n = n << 40;
  return n;
}
