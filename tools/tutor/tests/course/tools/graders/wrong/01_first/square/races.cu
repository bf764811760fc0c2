// fails: checks: race
#include "01_first/square.hpp"

int square(int n) {
  ++steps;
  if (n == 2) mock_finding("race", __FILE__, __LINE__);
  return n * n;
}
