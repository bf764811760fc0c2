#include "01_first/square.hpp"

int square(int n) { return n; }
