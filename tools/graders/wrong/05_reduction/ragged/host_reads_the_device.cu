// fails: crash: host_reads_the_device.cu:9: program-crashed(Segmentation fault
//
// The host reads `data`, which is an address in the memory of the device.
#include "05_reduction/ragged.hpp"

int sum(const int* data, int* partial, unsigned size, unsigned block_size) {
  (void)partial, (void)block_size;
  int total = 0;
  for (unsigned i = 0; i < size; ++i) total += data[i];
  return total;
}
