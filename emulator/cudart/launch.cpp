// Launching kernels: what a launch may ask for, how its arguments travel, and what becomes of a
// kernel that fails.
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <cstring>
#include <vector>

#include "cudart/api_call.hpp"
#include "cudart/event.hpp"
#include "cudart/occupancy.hpp"
#include "cudart/properties.hpp"
#include "cudart/records.hpp"
#include "cudart/runtime.hpp"
#include "cudart/stream.hpp"

using namespace lockstep;
using namespace lockstep::cudart;

namespace {

struct configuration {
  dim3 grid, block;
  size_t shared = 0;
  cudaStream_t stream = nullptr;
};

// <<<...>>> pushes one, the kernel's host stub pops it. Arguments of a launch may contain launches,
// hence a stack.
thread_local std::vector<configuration> configurations;

[[noreturn]] void reject(cudaError_t error, const simt::kernel_facts& facts, std::string why,
                         std::string advice) {
  report_api_error("launch_error", fmt::format("{} is not launched: {}", facts.display_name, why),
                   std::move(advice));
  throw failure{error};
}

std::string shape(const dim3& size) { return fmt::format("({}, {}, {})", size.x, size.y, size.z); }

// The errors, all but the last two, are what CUDA 13.0 returns for <<<...>>> on an H200:
// cudaErrorInvalidValue, where older versions said cudaErrorInvalidConfiguration.
void check_shape(registered_kernel& kernel, const simt::kernel_facts& facts,
                 const configuration& launch) {
  const cudaDeviceProp limits = properties_of(*runtime::get().device);
  const dim3 &grid = launch.grid, &block = launch.block;
  const auto exceeds = [](const dim3& size, const int(&most)[3]) {
    return size.x > unsigned(most[0]) || size.y > unsigned(most[1]) || size.z > unsigned(most[2]);
  };
  if (grid.x == 0 || grid.y == 0 || grid.z == 0)
    reject(cudaErrorInvalidValue, facts, fmt::format("its grid {} has no blocks", shape(grid)),
           "launch no kernel for an empty input, or round the number of blocks up");
  if (block.x == 0 || block.y == 0 || block.z == 0)
    reject(cudaErrorInvalidValue, facts, fmt::format("its block {} has no threads", shape(block)),
           "give the block at least one thread in each dimension");
  if (exceeds(grid, limits.maxGridSize))
    reject(cudaErrorInvalidValue, facts,
           fmt::format("its grid {} is larger than ({}, {}, {}) blocks", shape(grid),
                       limits.maxGridSize[0], limits.maxGridSize[1], limits.maxGridSize[2]),
           "put the large dimension into x, or let each thread do more");
  const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
  if (threads > 1024 || exceeds(block, limits.maxThreadsDim))
    reject(
        cudaErrorInvalidValue, facts,
        fmt::format("its block {} has {} threads; a block has at most 1024, and (1024, 1024, 64)",
                    shape(block), threads),
        "use smaller blocks and more of them");
  if (threads > facts.max_threads)
    reject(cudaErrorInvalidValue, facts,
           fmt::format("its block has {} threads, and __launch_bounds__ allows {}", threads,
                       facts.max_threads),
           "launch blocks within the bounds that the kernel was compiled for");
  if (facts.required_block[0] != 0 &&
      facts.required_block != simt::dimensions{block.x, block.y, block.z})
    reject(cudaErrorInvalidValue, facts,
           fmt::format("its block is {}, and it was compiled for ({}, {}, {})", shape(block),
                       facts.required_block[0], facts.required_block[1], facts.required_block[2]),
           "launch it with the block that __block_size__ requires");
  const std::size_t most = dynamic_shared_limit(kernel);
  if (launch.shared > most)
    reject(cudaErrorInvalidValue, facts,
           fmt::format("it asks for {} bytes of dynamic shared memory beside {} static ones, and "
                       "may have {}",
                       launch.shared, facts.static_shared_bytes, most),
           "ask for less, or raise the limit by cudaFuncSetAttribute with "
           "cudaFuncAttributeMaxDynamicSharedMemorySize");
  if (threads > max_threads_of(facts))
    reject(
        cudaErrorLaunchOutOfResources, facts,
        fmt::format("{} threads of {} registers are more than an SM has", threads, facts.registers),
        "use smaller blocks, or __launch_bounds__ to make the compiler use fewer registers");
}

// All blocks of a cooperative launch must be resident at once.
void check_cooperative(const simt::kernel_facts& facts, const configuration& launch) {
  const std::uint64_t blocks = std::uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
  const auto resident =
      occupancy_of(facts, launch.block.x * launch.block.y * launch.block.z, launch.shared);
  const auto most = static_cast<std::uint64_t>(resident.blocks) *
                    static_cast<std::uint64_t>(runtime::get().device->multiprocessors);
  if (!resident.limiter.empty() && blocks > most)
    reject(cudaErrorCooperativeLaunchTooLarge, facts,
           fmt::format("{} blocks are more than the {} that a cooperative launch can have", blocks,
                       most),
           "use at most as many blocks as cudaOccupancyMaxActiveBlocksPerMultiprocessor times the "
           "number of SMs");
}

// The kernel's parameter buffer, made of the values that `arguments` points to.
std::vector<std::byte> pack(const simt::kernel_facts& facts, void** arguments) {
  require(arguments != nullptr || facts.parameter_sizes.empty(), cudaErrorInvalidValue);
  std::vector<std::byte> buffer(facts.parameter_bytes);
  for (std::size_t i = 0; i < facts.parameter_sizes.size(); ++i)
    std::memcpy(buffer.data() + facts.parameter_offsets[i], arguments[i], facts.parameter_sizes[i]);
  return buffer;
}

// The error that a GPU gives for what stopped a kernel.
cudaError_t error_of(const std::string& stopped_by) {
  static const std::map<std::string, cudaError_t, std::less<>> known = {
      {"out_of_bounds", cudaErrorIllegalAddress},
      {"null_pointer", cudaErrorIllegalAddress},
      {"use_after_free", cudaErrorIllegalAddress},
      {"misaligned", cudaErrorMisalignedAddress},
      {"assert", cudaErrorAssert},
      {"trap", cudaErrorLaunchFailure},
      {"timeout", cudaErrorLaunchTimeout},
      {"deadlock", cudaErrorLaunchTimeout},
      {"stack_overflow", cudaErrorIllegalAddress}};
  const auto found = known.find(stopped_by);
  return found == known.end() ? cudaErrorLaunchFailure : found->second;
}

void run(registered_kernel& kernel, const simt::kernel_facts& facts, const configuration& launch,
         bool cooperative, void** arguments) {
  runtime& process = runtime::get();
  simt::launch_options options;
  options.grid = {launch.grid.x, launch.grid.y, launch.grid.z};
  options.block = {launch.block.x, launch.block.y, launch.block.z};
  options.dynamic_shared_bytes = static_cast<std::uint32_t>(launch.shared);
  options.cooperative = cooperative;
  const std::vector<std::byte> parameters = pack(facts, arguments);
  if (process.fault.pending()) return;  // the context is lost, though the program does not know yet
  try {
    const std::shared_lock memory_stays(process.work);
    const simt::outcome outcome = process.engine().run(*kernel.image->loaded, kernel.name, options,
                                                       parameters, process.observed.counting());
    if (outcome.counted) process.observed.add(facts, options, outcome);
    for (const checks::finding& found : outcome.findings) process.observed.add(found);
    if (!outcome.stopped_by.empty()) process.fault.happened(error_of(outcome.stopped_by));
  } catch (const simt::unsupported& unsupported) {
    refuse("unsupported_instruction", unsupported.what(), facts.display_name);
    // Its results are missing for good: no later call may look as if all were well.
    process.fault.happened(cudaErrorNotSupported);
    process.fault.surface();
    throw failure{cudaErrorNotSupported};
  }
}

void launch_kernel(const void* function, const configuration& launch, bool cooperative,
                   void** arguments) {
  runtime& process = runtime::get();
  process.printed.flush();
  registered_kernel& kernel = process.registered.kernel(function);
  require_stream(launch.stream);
  const simt::kernel_facts& facts = facts_of(kernel);
  check_shape(kernel, facts, launch);
  if (cooperative) check_cooperative(facts, launch);
  run(kernel, facts, launch, cooperative, arguments);
}

}  // namespace

extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared,
                                                cudaStream_t stream) {
  configurations.push_back({grid, block, shared, stream});
  return 0;
}

extern "C" cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared,
                                                  void* stream) {
  return api_call(__func__, context_use::none, [&] {
    require(!configurations.empty(), cudaErrorMissingConfiguration);
    const configuration last = configurations.back();
    configurations.pop_back();
    *grid = last.grid;
    *block = last.block;
    *shared = last.shared;
    *static_cast<cudaStream_t*>(stream) = last.stream;
  });
}

extern "C" cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block,
                                        void** arguments, size_t shared, cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    launch_kernel(function, {grid, block, shared, stream}, false, arguments);
  });
}
PER_THREAD_NAME(cudaLaunchKernel, _ptsz)

extern "C" cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block,
                                          void** arguments, size_t shared, cudaStream_t stream) {
  return cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
}
PER_THREAD_NAME(__cudaLaunchKernel, _ptsz)

extern "C" cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block,
                                                   void** arguments, size_t shared,
                                                   cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    launch_kernel(function, {grid, block, shared, stream}, true, arguments);
  });
}
PER_THREAD_NAME(cudaLaunchCooperativeKernel, _ptsz)

extern "C" cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function,
                                           void** arguments) {
  return api_call(__func__, context_use::needed, [&] {
    require(config != nullptr, cudaErrorInvalidValue);
    bool cooperative = false;
    for (unsigned i = 0; i < config->numAttrs; ++i) {
      const cudaLaunchAttribute& attribute = config->attrs[i];
      if (attribute.id == cudaLaunchAttributeCooperative)
        cooperative = attribute.val.cooperative != 0;
      const auto& cluster = attribute.val.clusterDim;
      if (attribute.id == cudaLaunchAttributeClusterDimension &&
          cluster.x * cluster.y * cluster.z > 1) {
        refuse("unsupported_call",
               "launches of clusters of more than one block are not supported by the emulator");
        throw failure{cudaErrorNotSupported};
      }
      // All others are hints about priorities, caches and overlap, or ask for an order that holds
      // here anyway.
    }
    launch_kernel(function,
                  {config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream},
                  cooperative, arguments);
  });
}
PER_THREAD_NAME(cudaLaunchKernelExC, _ptsz)
