// fails: results: N = 0: host-is-asked
//
// One thread of the GPU adds in double precision. The host is to add floats.
#include "05_reduction/cpu_float.hpp"

#include <cuda_runtime.h>

namespace {

__global__ void add(const float* values, unsigned size, double* result) {
  double total = 0;
  for (unsigned i = 0; i < size; ++i) total += values[i];
  *result = total;
}

}  // namespace

float sum(const float* values, unsigned size) {
  float* device_values = nullptr;
  double* device_total = nullptr;
  double total = 0;
  cudaMalloc(&device_values, size * sizeof *values + 4);
  cudaMalloc(&device_total, sizeof total);
  cudaMemcpy(device_values, values, size * sizeof *values, cudaMemcpyHostToDevice);
  add<<<1, 1>>>(device_values, size, device_total);
  cudaMemcpy(&total, device_total, sizeof total, cudaMemcpyDeviceToHost);
  cudaFree(device_values);
  cudaFree(device_total);
  return static_cast<float>(total);
}
