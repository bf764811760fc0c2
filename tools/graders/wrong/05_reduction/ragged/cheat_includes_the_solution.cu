// fails: compile: cheat_includes_the_solution.cu:5: includes-elsewhere(../../../../solutions
//
// Somebody else has solved it already.
#define sum sum_of_the_solution
#include "../../../../solutions/05_reduction/ragged.cu"
#undef sum

int sum(const int* data, int* partial, unsigned size, unsigned block_size) {
  return sum_of_the_solution(data, partial, size, block_size);
}
