// fails: crash: ended before
//
// It ends the program, with success, before anything is graded.
#include <cstdlib>

#include "05_reduction/ragged.hpp"

int sum(const int* input, int* sums, unsigned n, unsigned block_size) {
  (void)input, (void)sums, (void)n, (void)block_size;
  std::exit(0);
}
