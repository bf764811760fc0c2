// 01_runtime_init/device_limits
#include "01_runtime_init/device_limits.hpp"

// Collects attributes, remembers the first error.
class asker {
 public:
  explicit asker(int device) : device_(device) {}

  int get(cudaDeviceAttr what) {
    int answer = 0;
    const cudaError_t e = cudaDeviceGetAttribute(&answer, what, device_);
    if (e != cudaSuccess && first_error_ == cudaSuccess) first_error_ = e;
    return answer;
  }

  cudaError_t error() const { return first_error_; }

 private:
  int device_;
  cudaError_t first_error_ = cudaSuccess;
};

cudaError_t get_limits(int device, device_limits* limits) {
  asker ask(device);
  device_limits l{};

  l.multiprocessors = ask.get(cudaDevAttrMultiProcessorCount);
  const int threads_per_sm = ask.get(cudaDevAttrMaxThreadsPerMultiProcessor);
  const int warp = ask.get(cudaDevAttrWarpSize);
  if (ask.error() != cudaSuccess) return ask.error();  // also: warp would be 0
  l.warps_per_multiprocessor = threads_per_sm / warp;
  l.blocks_per_multiprocessor = ask.get(cudaDevAttrMaxBlocksPerMultiprocessor);
  l.threads_per_block = ask.get(cudaDevAttrMaxThreadsPerBlock);

  const cudaDeviceAttr block[] = {cudaDevAttrMaxBlockDimX, cudaDevAttrMaxBlockDimY,
                                  cudaDevAttrMaxBlockDimZ};
  const cudaDeviceAttr grid[] = {cudaDevAttrMaxGridDimX, cudaDevAttrMaxGridDimY,
                                 cudaDevAttrMaxGridDimZ};
  for (int d = 0; d < 3; ++d) {
    l.largest_block[d] = ask.get(block[d]);
    l.largest_grid[d] = ask.get(grid[d]);
  }

  l.registers_per_multiprocessor = ask.get(cudaDevAttrMaxRegistersPerMultiprocessor);
  l.registers_per_block = ask.get(cudaDevAttrMaxRegistersPerBlock);
  l.shared_per_multiprocessor = ask.get(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  l.shared_per_block = ask.get(cudaDevAttrMaxSharedMemoryPerBlock);
  l.shared_per_block_optin = ask.get(cudaDevAttrMaxSharedMemoryPerBlockOptin);

  // kHz -> MHz
  l.clock_mhz = ask.get(cudaDevAttrClockRate) / 1000.0;

  // Memory: two transfers per clock, bus width in bits, clock in kHz. kB/s -> GB/s: 10^6.
  const int memory_khz = ask.get(cudaDevAttrMemoryClockRate);
  const int bytes_per_transfer = ask.get(cudaDevAttrGlobalMemoryBusWidth) / 8;
  const int kb_per_second = 2 * memory_khz * bytes_per_transfer;
  l.bandwidth = kb_per_second / 1e6;

  if (ask.error() == cudaSuccess) *limits = l;
  return ask.error();
}
