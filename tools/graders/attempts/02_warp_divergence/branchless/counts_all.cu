// Exercise 02_warp_divergence/branchless: a search in which no lane goes its own way
//
// Each thread looks for the position of its key in a sorted table, by halving. The kernel below is
// the search of the textbooks, and right. But each lane has a key of its own: some find theirs
// early and leave, some need a step more than others, and the warp goes on until the last is ready.
//
// Rewrite the loop so that its length depends on the size of the table only, and its body has no
// question that lanes answer by going different ways.
//
// What is checked: the positions, for tables of 1 to 4097 entries, with keys that are in the table,
// between two entries, before the first, and behind the last; sizes around a warp and a block; that
// inputs stay as they are and nothing outside of them is read; that no warp diverges; that it is
// still a search by halving: at most 4 times the instructions of the kernel given.
//
// How the kernel is launched is described beside this file, in branchless.hpp.
#include "02_warp_divergence/branchless.hpp"

__global__ void find_positions(const unsigned* table, unsigned table_size, const unsigned* keys,
                               unsigned* position, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  const unsigned key = keys[i];

  unsigned first = 0;
  for (unsigned k = 0; k < table_size; ++k) first += table[k] < key ? 1 : 0;
  position[i] = first;
}
