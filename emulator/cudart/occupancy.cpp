#include "cudart/occupancy.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
// The calculator comes as a header of unnamed-namespace functions, of which each program uses some.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <cuda_occupancy.h>
#pragma GCC diagnostic pop

#include "cudart/api_call.hpp"
#include "cudart/properties.hpp"
#include "cudart/records.hpp"
#include "cudart/runtime.hpp"

namespace lockstep::cudart {
namespace {

constexpr std::size_t WITHOUT_OPT_IN = 48
                                       << 10;  // bytes of shared memory that every kernel may have

const cudaOccDeviceProp& device_for_calculator() {
  static const cudaOccDeviceProp& device =
      *new cudaOccDeviceProp(properties_of(*runtime::get().device));
  return device;
}

cudaOccFuncAttributes kernel_for_calculator(const simt::kernel_facts& facts,
                                            std::size_t dynamic_limit) {
  cudaOccFuncAttributes kernel;
  kernel.maxThreadsPerBlock = static_cast<int>(facts.max_threads);
  kernel.numRegs = static_cast<int>(facts.registers);
  kernel.sharedSizeBytes = facts.static_shared_bytes;
  kernel.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  kernel.maxDynamicSharedSizeBytes = dynamic_limit;
  kernel.numBlockBarriers = 1;
  return kernel;
}

std::string limiter_named(unsigned factors) {
  if (factors & OCC_LIMIT_WARPS) return "warps";
  if (factors & OCC_LIMIT_REGISTERS) return "registers";
  if (factors & OCC_LIMIT_SHARED_MEMORY) return "shared_memory";
  if (factors & OCC_LIMIT_BLOCKS) return "blocks";
  return {};
}

std::size_t default_dynamic_limit(const simt::kernel_facts& facts) {
  return WITHOUT_OPT_IN - std::min<std::size_t>(WITHOUT_OPT_IN, facts.static_shared_bytes);
}

[[noreturn]] void refuse_device() {
  refuse("unsupported_call",
         "occupancy is not known for this device: the toolkit's calculator begins at compute "
         "capability 3");
  throw failure{cudaErrorNotSupported};
}

registered_kernel& kernel_at(const void* function) {
  return runtime::get().registered.kernel(function);
}

}  // namespace

std::optional<occupancy_result> occupancy_of(const simt::kernel_facts& facts, std::uint32_t threads,
                                             std::size_t dynamic_shared,
                                             std::size_t dynamic_limit) {
  const cudaOccFuncAttributes kernel = kernel_for_calculator(facts, dynamic_limit);
  const cudaOccDeviceState state;
  cudaOccResult result{};
  if (cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device_for_calculator(), &kernel, &state,
                                              static_cast<int>(threads),
                                              dynamic_shared) != CUDA_OCC_SUCCESS)
    return {};
  const double warps = (threads + 31) / 32;
  const double most = device_for_calculator().maxThreadsPerMultiprocessor / 32;
  return occupancy_result{result.activeBlocksPerMultiprocessor,
                          result.activeBlocksPerMultiprocessor * warps / most,
                          limiter_named(result.limitingFactors)};
}

std::optional<occupancy_result> occupancy_of(const simt::kernel_facts& facts, std::uint32_t threads,
                                             std::size_t dynamic_shared) {
  return occupancy_of(facts, threads, dynamic_shared,
                      std::max(default_dynamic_limit(facts), dynamic_shared));
}

std::size_t dynamic_shared_limit(registered_kernel& kernel) {
  return kernel.max_dynamic_shared >= 0 ? static_cast<std::size_t>(kernel.max_dynamic_shared)
                                        : default_dynamic_limit(facts_of(kernel));
}

std::uint32_t max_threads_of(const simt::kernel_facts& facts) {
  const std::uint32_t most = std::min<std::uint32_t>(facts.max_threads, 1024);
  std::uint32_t threads = most;
  for (auto fits = occupancy_of(facts, threads, 0); fits && fits->blocks == 0 && threads > 32;
       fits = occupancy_of(facts, threads, 0))
    threads = (threads - 1) / 32 * 32;
  return threads;
}

}  // namespace lockstep::cudart

using namespace lockstep::cudart;

extern "C" cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, const void* function, int block_size, size_t dynamic_shared, unsigned flags) {
  return api_call(__func__, context_use::needed, [&] {
    require(blocks != nullptr && block_size > 0, cudaErrorInvalidValue);
    require(flags <= cudaOccupancyDisableCachingOverride, cudaErrorInvalidValue);
    registered_kernel& kernel = kernel_at(function);
    const auto occupancy = occupancy_of(facts_of(kernel), static_cast<std::uint32_t>(block_size),
                                        dynamic_shared, dynamic_shared_limit(kernel));
    if (!occupancy) refuse_device();
    *blocks = occupancy->blocks;
  });
}

extern "C" cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks,
                                                                     const void* function,
                                                                     int block_size,
                                                                     size_t dynamic_shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, function, block_size, dynamic_shared, cudaOccupancyDefault);
}

extern "C" cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes,
                                                                 const void* function, int blocks,
                                                                 int block_size) {
  return api_call(__func__, context_use::needed, [&] {
    require(bytes != nullptr && blocks > 0 && block_size > 0, cudaErrorInvalidValue);
    registered_kernel& kernel = kernel_at(function);
    const cudaOccFuncAttributes attributes =
        kernel_for_calculator(facts_of(kernel), dynamic_shared_limit(kernel));
    const cudaOccDeviceState state;
    const auto error = cudaOccAvailableDynamicSMemPerBlock(bytes, &device_for_calculator(),
                                                           &attributes, &state, blocks, block_size);
    if (error == CUDA_OCC_ERROR_UNKNOWN_DEVICE) refuse_device();
    require(error == CUDA_OCC_SUCCESS, cudaErrorInvalidValue);
  });
}
