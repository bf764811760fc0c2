// fails: properties: steps
#include "square.hpp"

int square(int n) { return n; }
