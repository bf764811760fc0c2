// fails: compile: calls_thrust.cu:11: uses-kernel-library
//
// Thrust is the same library from further away.
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <lockstep/check.hpp>

#include "06_unrolling/beat_the_library.hpp"

void sum(const int* data, int* result, int*, unsigned size) {
  const int total = thrust::reduce(thrust::device, data, data + size);
  CUDA_CHECK(cudaMemcpy(result, &total, sizeof total, cudaMemcpyHostToDevice));
}
