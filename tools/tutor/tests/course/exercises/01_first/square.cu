// 01_first/square: a square in one step
// Task       Make square() return n times n.
// Given      square() returns n as it is; the grader counts the steps
//            that it takes.
// Done when  n = 0 to 3 are right.
// Interface  int square(int n);
#include "01_first/square.hpp"

int square(int n) {
  // TODO: one line.
  return n;
}
