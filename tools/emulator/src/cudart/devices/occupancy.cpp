#include "cudart/devices/occupancy.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
// The calculator comes as a header of unnamed-namespace functions, of which each program uses some.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <cuda_occupancy.h>
#pragma GCC diagnostic pop

#include "cudart/api_call.hpp"
#include "cudart/devices/fermi_occupancy.hpp"
#include "cudart/devices/properties.hpp"
#include "cudart/runtime.hpp"

namespace lockstep::cudart {
namespace {

// Bytes of shared memory that every kernel may have.
constexpr std::size_t most_without_opt_in = 48 << 10;

const cudaOccDeviceProp& device_for_calculator() {
  static const cudaOccDeviceProp& device =
      *new cudaOccDeviceProp(properties_of(*runtime::get().device));
  return device;
}

const capability& limits() { return runtime::get().device->limits; }

bool is_fermi() { return limits().major == 2; }

// The count is that of the machine code in the executable, compiled for a newer device perhaps; a
// compiler for this one would not have gone beyond what a thread may have here.
int registers_of(const simt::kernel_facts& facts) {
  return std::min(static_cast<int>(facts.registers), limits().max_registers_per_thread);
}

cudaOccFuncAttributes kernel_for_calculator(const simt::kernel_facts& facts,
                                            std::size_t dynamic_limit) {
  cudaOccFuncAttributes kernel;
  kernel.maxThreadsPerBlock = static_cast<int>(facts.max_threads);
  kernel.numRegs = registers_of(facts);
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
  return most_without_opt_in -
         std::min<std::size_t>(most_without_opt_in, facts.static_shared_bytes);
}

occupancy_result result_of(int blocks, std::string limiter, std::uint32_t threads) {
  const double warps = (threads + 31) / 32, most = limits().max_threads_per_multiprocessor / 32;
  return {blocks, blocks * warps / most, std::move(limiter)};
}

occupancy_result on_fermi(const simt::kernel_facts& facts, std::uint32_t threads,
                          std::size_t dynamic_shared) {
  const block_limits most =
      fermi_block_limits(limits(), static_cast<int>(threads), registers_of(facts),
                         facts.static_shared_bytes + dynamic_shared);
  const int blocks = std::min({most.warps, most.registers, most.shared_memory, most.blocks});
  const char* limiter = blocks == most.warps           ? "warps"
                        : blocks == most.registers     ? "registers"
                        : blocks == most.shared_memory ? "shared_memory"
                                                       : "blocks";
  return result_of(threads > facts.max_threads ? 0 : blocks, limiter, threads);
}

registered_kernel& kernel_at(const void* function) {
  return runtime::get().registered.kernel(function);
}

}  // namespace

std::optional<occupancy_result> occupancy_of(const simt::kernel_facts& facts, std::uint32_t threads,
                                             std::size_t dynamic_shared,
                                             std::size_t dynamic_limit) {
  if (is_fermi()) return on_fermi(facts, threads, dynamic_shared);
  const cudaOccFuncAttributes kernel = kernel_for_calculator(facts, dynamic_limit);
  const cudaOccDeviceState state;
  cudaOccResult result{};
  if (cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device_for_calculator(), &kernel, &state,
                                              static_cast<int>(threads),
                                              dynamic_shared) != CUDA_OCC_SUCCESS)
    return {};
  return result_of(result.activeBlocksPerMultiprocessor, limiter_named(result.limitingFactors),
                   threads);
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
    require(occupancy.has_value(), cudaErrorInvalidValue);
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
    if (is_fermi()) {
      const std::size_t fixed = facts_of(kernel).static_shared_bytes;
      *bytes = std::max(fermi_shared_share(limits(), blocks), fixed) - fixed;
      return;
    }
    const cudaOccFuncAttributes attributes =
        kernel_for_calculator(facts_of(kernel), dynamic_shared_limit(kernel));
    const cudaOccDeviceState state;
    const auto error = cudaOccAvailableDynamicSMemPerBlock(bytes, &device_for_calculator(),
                                                           &attributes, &state, blocks, block_size);
    require(error == CUDA_OCC_SUCCESS, cudaErrorInvalidValue);
  });
}
