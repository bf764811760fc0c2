// fails: compile: missing
#include "01_first/square.hpp"

int square(int n) { return missing * n; }
