// all limits come from a table of attributes, so there is only one call to check
#include "01_runtime_init/device_limits.hpp"

namespace {
struct wish {
  cudaDeviceAttr what;
  int* where;
};
}  // namespace

cudaError_t get_limits(int device, device_limits* limits) {
  int threads_per_sm = 0, lanes = 0, core_khz = 0, memory_khz = 0, bus_bits = 0;

  const wish wishes[] = {
      {cudaDevAttrMultiProcessorCount, &limits->multiprocessors},
      {cudaDevAttrMaxThreadsPerMultiProcessor, &threads_per_sm},
      {cudaDevAttrWarpSize, &lanes},
      {cudaDevAttrMaxBlocksPerMultiprocessor, &limits->blocks_per_multiprocessor},
      {cudaDevAttrMaxThreadsPerBlock, &limits->threads_per_block},
      {cudaDevAttrMaxBlockDimX, &limits->largest_block[0]},
      {cudaDevAttrMaxBlockDimY, &limits->largest_block[1]},
      {cudaDevAttrMaxBlockDimZ, &limits->largest_block[2]},
      {cudaDevAttrMaxGridDimX, &limits->largest_grid[0]},
      {cudaDevAttrMaxGridDimY, &limits->largest_grid[1]},
      {cudaDevAttrMaxGridDimZ, &limits->largest_grid[2]},
      {cudaDevAttrMaxRegistersPerMultiprocessor, &limits->registers_per_multiprocessor},
      {cudaDevAttrMaxRegistersPerBlock, &limits->registers_per_block},
      {cudaDevAttrMaxSharedMemoryPerMultiprocessor, &limits->shared_per_multiprocessor},
      {cudaDevAttrMaxSharedMemoryPerBlock, &limits->shared_per_block},
      {cudaDevAttrMaxSharedMemoryPerBlockOptin, &limits->shared_per_block_optin},
      {cudaDevAttrClockRate, &core_khz},
      {cudaDevAttrMemoryClockRate, &memory_khz},
      {cudaDevAttrGlobalMemoryBusWidth, &bus_bits},
  };
  for (const wish& w : wishes) {
    const cudaError_t code = cudaDeviceGetAttribute(w.where, w.what, device);
    if (code != cudaSuccess) return code;
  }

  limits->warps_per_multiprocessor = threads_per_sm / lanes;
  limits->clock_mhz = core_khz / 1000.0;  // kHz -> MHz
  // kHz -> Hz, bits -> bytes, bytes -> GB
  const double bytes_per_transfer = bus_bits / 8.0;
  limits->bandwidth = memory_khz * 1e3 * bytes_per_transfer / 1e9;
  return cudaSuccess;
}
