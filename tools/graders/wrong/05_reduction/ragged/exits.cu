// fails: crash: ended-early( … program-ended-in(line(10
//
// It ends the program, with success, before anything is graded.
#include <cstdlib>

#include "05_reduction/ragged.hpp"

int sum(const int* data, int* partial, unsigned size, unsigned block_size) {
  (void)data, (void)partial, (void)size, (void)block_size;
  std::exit(0);
}
