// fails: results: N = 0: host-is-asked
//
// One thread of the GPU adds, and gives back what is lost. The host is to add.
#include "05_reduction/cpu_float.hpp"

#include <cuda_runtime.h>

namespace {

__global__ void add(const float* values, unsigned size, float* result) {
  float total = 0, lost = 0;
  for (unsigned i = 0; i < size; ++i) {
    const float value = values[i] - lost, next = total + value;
    lost = (next - total) - value;
    total = next;
  }
  *result = total;
}

}  // namespace

float sum(const float* values, unsigned size) {
  float* device_values = nullptr;
  float* device_total = nullptr;
  float total = 0;
  cudaMalloc(&device_values, size * sizeof *values + 4);
  cudaMalloc(&device_total, sizeof total);
  cudaMemcpy(device_values, values, size * sizeof *values, cudaMemcpyHostToDevice);
  add<<<1, 1>>>(device_values, size, device_total);
  cudaMemcpy(&total, device_total, sizeof total, cudaMemcpyDeviceToHost);
  cudaFree(device_values);
  cudaFree(device_total);
  return total;
}
