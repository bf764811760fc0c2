// fails: timeout: the kernel was stopped
#include "01_first/square.hpp"

int square(int n) {
  mock_hang(__FILE__, __LINE__);
  for (volatile bool on = true; on;) continue;  // the grader itself does not come back
  return n * n;
}
