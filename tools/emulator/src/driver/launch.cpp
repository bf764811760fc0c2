// Launches.
#include <vector>

#include "cudart/runtime.hpp"
#include "driver/call.hpp"

using namespace lockstep::driver;
using namespace lockstep::cudart;

namespace {

// Arguments come one by one, or in one buffer, in which each has the place that the kernel gives
// it.
class arguments {
 public:
  arguments(const void* kernel, void** separate, void** extra) : separate_(separate) {
    if (extra == nullptr) return;
    require(separate == nullptr, cudaErrorInvalidValue);
    std::byte* buffer = nullptr;
    std::size_t size = 0;
    for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
      if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER) buffer = static_cast<std::byte*>(extra[1]);
      if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE) size = *static_cast<std::size_t*>(extra[1]);
    }
    const auto& facts = facts_of(runtime::get().registered.kernel(kernel));
    for (std::size_t i = 0; i < facts.parameter_sizes.size(); ++i) {
      const std::size_t offset = facts.parameter_offsets[i];
      require(buffer != nullptr && offset + facts.parameter_sizes[i] <= size,
              cudaErrorInvalidValue);
      from_buffer_.push_back(buffer + offset);
    }
    separate_ = from_buffer_.data();
  }
  void** get() { return separate_; }

 private:
  void** separate_;
  std::vector<void*> from_buffer_;
};

}  // namespace

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                        CUstream stream, void** separate, void** extra) {
  return call("cuLaunchKernel", needs::context, [&] {
    pass_on(cudaLaunchKernel(function, {grid_x, grid_y, grid_z}, {block_x, block_y, block_z},
                             arguments(function, separate, extra).get(), shared, stream));
  });
}
PER_THREAD(cuLaunchKernel, _ptsz)

CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function, void** separate,
                          void** extra) {
  return call("cuLaunchKernelEx", needs::context, [&] {
    require(config != nullptr, cudaErrorInvalidValue);
    // Attributes have the same numbers and values.
    static_assert(sizeof(CUlaunchAttribute) == sizeof(cudaLaunchAttribute));
    const cudaLaunchConfig_t same{{config->gridDimX, config->gridDimY, config->gridDimZ},
                                  {config->blockDimX, config->blockDimY, config->blockDimZ},
                                  config->sharedMemBytes,
                                  config->hStream,
                                  reinterpret_cast<cudaLaunchAttribute*>(config->attrs),
                                  config->numAttrs};
    pass_on(cudaLaunchKernelExC(&same, function, arguments(function, separate, extra).get()));
  });
}
PER_THREAD(cuLaunchKernelEx, _ptsz)

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                                   unsigned grid_z, unsigned block_x, unsigned block_y,
                                   unsigned block_z, unsigned shared, CUstream stream,
                                   void** separate) {
  return call("cuLaunchCooperativeKernel", needs::context, [&] {
    pass_on(cudaLaunchCooperativeKernel(function, {grid_x, grid_y, grid_z},
                                        {block_x, block_y, block_z}, separate, shared, stream));
  });
}
PER_THREAD(cuLaunchCooperativeKernel, _ptsz)

SAME_AS_PTSZ(cuLaunchHostFunc, cudaLaunchHostFunc)
