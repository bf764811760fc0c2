// How many blocks of a function are resident, and which block size has most threads resident.
#include <algorithm>

#include "driver/call.hpp"

using namespace lockstep::driver;

SAME_AS(cuOccupancyMaxActiveBlocksPerMultiprocessor, cudaOccupancyMaxActiveBlocksPerMultiprocessor)
SAME_AS(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
        cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags)
SAME_AS(cuOccupancyAvailableDynamicSMemPerBlock, cudaOccupancyAvailableDynamicSMemPerBlock)

namespace {

// Of launches that may be larger or smaller: the largest block size of those that have most threads
// resident, as the runtime's header computes it.
void find_block_size(int* grid, int* block, CUfunction function, CUoccupancyB2DSize shared_of,
                     std::size_t shared, int limit, unsigned flags) {
  require(grid != nullptr && block != nullptr, cudaErrorInvalidValue);
  cudaFuncAttributes attributes;
  pass_on(cudaFuncGetAttributes(&attributes, function));
  cudaDeviceProp device;
  pass_on(cudaGetDeviceProperties(&device, 0));
  int largest = std::min(attributes.maxThreadsPerBlock, device.maxThreadsPerBlock);
  if (limit > 0) largest = std::min(largest, limit);
  int most_threads = 0;
  for (int size = (largest + 31) / 32 * 32; size > 0; size -= 32) {
    const int threads = std::min(size, largest);
    int blocks = 0;
    pass_on(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        &blocks, function, threads, shared_of != nullptr ? shared_of(threads) : shared, flags));
    if (blocks * threads <= most_threads) continue;
    most_threads = blocks * threads;
    *block = threads;
    *grid = blocks * device.multiProcessorCount;
    if (most_threads == device.maxThreadsPerMultiProcessor) return;
  }
}

template <typename query_t>
CUresult of_clusters(const char* name, int* count, CUfunction function,
                     const CUlaunchConfig* config, const query_t& query) {
  return call(name, needs::context, [&] {
    require(config != nullptr, cudaErrorInvalidValue);
    const cudaLaunchConfig_t same{{config->gridDimX, config->gridDimY, config->gridDimZ},
                                  {config->blockDimX, config->blockDimY, config->blockDimZ},
                                  config->sharedMemBytes,
                                  config->hStream,
                                  reinterpret_cast<cudaLaunchAttribute*>(config->attrs),
                                  config->numAttrs};
    pass_on(query(count, function, &same));
  });
}

}  // namespace

CUresult cuOccupancyMaxPotentialBlockSize(int* grid, int* block, CUfunction function,
                                          CUoccupancyB2DSize shared_of, std::size_t shared,
                                          int limit) {
  return call("cuOccupancyMaxPotentialBlockSize", needs::context, [&] {
    find_block_size(grid, block, function, shared_of, shared, limit, cudaOccupancyDefault);
  });
}

CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block, CUfunction function,
                                                   CUoccupancyB2DSize shared_of, std::size_t shared,
                                                   int limit, unsigned flags) {
  return call("cuOccupancyMaxPotentialBlockSizeWithFlags", needs::context,
              [&] { find_block_size(grid, block, function, shared_of, shared, limit, flags); });
}

CUresult cuOccupancyMaxActiveClusters(int* count, CUfunction function,
                                      const CUlaunchConfig* config) {
  return of_clusters("cuOccupancyMaxActiveClusters", count, function, config,
                     [](auto... values) { return cudaOccupancyMaxActiveClusters(values...); });
}

CUresult cuOccupancyMaxPotentialClusterSize(int* size, CUfunction function,
                                            const CUlaunchConfig* config) {
  return of_clusters(
      "cuOccupancyMaxPotentialClusterSize", size, function, config,
      [](auto... values) { return cudaOccupancyMaxPotentialClusterSize(values...); });
}
