// fails: crash: Segmentation fault
#include "01_first/square.hpp"

int square(int n) { return n == 2 ? *static_cast<volatile int*>(nullptr) : n * n; }
