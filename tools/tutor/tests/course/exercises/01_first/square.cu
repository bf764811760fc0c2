#include "01_first/square.hpp"

int square(int n) {
  // TODO: one line.
  return n;
}
