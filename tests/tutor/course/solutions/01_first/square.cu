#include "square.hpp"

int square(int n) {
  ++steps;
  return n * n;
}
