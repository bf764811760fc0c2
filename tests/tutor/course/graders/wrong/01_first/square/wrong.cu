// fails: results: n = 2: expected 4, got 2
#include "square.hpp"

int square(int n) { return n; }
