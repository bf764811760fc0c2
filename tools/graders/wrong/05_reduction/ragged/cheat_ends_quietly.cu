// fails: crash: ended-early( … program-ended-in(line(8
//
// _exit(0) skips whatever stands behind a return.
#include <unistd.h>

#include "05_reduction/ragged.hpp"

int sum(const int*, int*, unsigned, unsigned) { _exit(0); }
