#include "01_first/square.hpp"

int square(int n) {
  ++steps;
  return n * n;
}
