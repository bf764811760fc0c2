#include "01_runtime_init/device_limits.hpp"

namespace {

struct reader {
  int device;
  cudaError_t first_error = cudaSuccess;

  int operator()(cudaDeviceAttr what) {
    int value = 0;
    const cudaError_t code = cudaDeviceGetAttribute(&value, what, device);
    if (first_error == cudaSuccess) first_error = code;
    return value;
  }
};

}  // namespace

cudaError_t get_limits(int device, device_limits* limits) {
  reader get{device};
  limits->multiprocessors = get(cudaDevAttrMultiProcessorCount);
  const int warp = get(cudaDevAttrWarpSize);
  if (get.first_error != cudaSuccess) return get.first_error;
  limits->warps_per_multiprocessor = get(cudaDevAttrMaxThreadsPerMultiProcessor) / warp;
  limits->blocks_per_multiprocessor = get(cudaDevAttrMaxBlocksPerMultiprocessor);
  limits->threads_per_block = get(cudaDevAttrMaxThreadsPerBlock);
  limits->largest_block[0] = get(cudaDevAttrMaxBlockDimX);
  limits->largest_block[1] = get(cudaDevAttrMaxBlockDimY);
  limits->largest_block[2] = get(cudaDevAttrMaxBlockDimZ);
  limits->largest_grid[0] = get(cudaDevAttrMaxGridDimX);
  limits->largest_grid[1] = get(cudaDevAttrMaxGridDimY);
  limits->largest_grid[2] = get(cudaDevAttrMaxGridDimZ);
  limits->registers_per_multiprocessor = get(cudaDevAttrMaxRegistersPerMultiprocessor);
  limits->registers_per_block = get(cudaDevAttrMaxRegistersPerBlock);
  limits->shared_per_multiprocessor = get(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  limits->shared_per_block = get(cudaDevAttrMaxSharedMemoryPerBlock);
  limits->shared_per_block_optin = get(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  limits->clock_mhz = get(cudaDevAttrClockRate) * 1e-3;
  const double transfers = 2.0 * get(cudaDevAttrMemoryClockRate) * 1000.0;
  limits->bandwidth = transfers * get(cudaDevAttrGlobalMemoryBusWidth) / 8.0 * 1e-9;
  return get.first_error;
}
