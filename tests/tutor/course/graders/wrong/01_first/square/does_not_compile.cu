// fails: compile: missing
#include "square.hpp"

int square(int n) { return missing * n; }
