#include <cstdio>

// Each block takes a ticket: which it gets depends on the order in which blocks run.
__global__ void take(int* next, int* ticket) { ticket[blockIdx.x] = atomicAdd(next, 1); }

int main() {
  constexpr int blocks = 8;
  int *next, *ticket;
  cudaMallocManaged(&next, sizeof(int));
  cudaMallocManaged(&ticket, blocks * sizeof(int));
  *next = 0;
  take<<<blocks, 1>>>(next, ticket);
  cudaDeviceSynchronize();
  std::printf("tickets of the blocks:");
  for (int b = 0; b < blocks; ++b) std::printf(" %d", ticket[b]);
  std::printf("\n");
}
