// fails: checks: out_of_bounds
#include "01_first/square.hpp"

int square(int n) {
  if (n == 2) mock_finding("out_of_bounds", __FILE__, __LINE__);
  return n;
}
