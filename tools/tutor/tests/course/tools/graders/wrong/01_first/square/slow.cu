// fails: properties: steps: 6, should be at most 4
#include "01_first/square.hpp"

int square(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i, ++steps) sum += n;
  return sum;
}
