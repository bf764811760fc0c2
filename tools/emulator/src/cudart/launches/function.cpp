// Kernels as objects: handles, attributes, preferences.
#include <cuda_runtime_api.h>

#include <algorithm>

#include "cudart/api_call.hpp"
#include "cudart/devices/occupancy.hpp"
#include "cudart/devices/properties.hpp"
#include "cudart/runtime.hpp"
#include "lockstep/protocol/other_program_abi.h"

using namespace lockstep;
using namespace lockstep::cudart;

namespace {

registered_kernel& kernel_at(const void* function) {
  return runtime::get().registered.kernel(function);
}

// "9.0" -> 90, "sm_90" -> 90: the decimal digits.
int version_of(const std::string& text) {
  int version = 0;
  for (const char letter : text)
    if (letter >= '0' && letter <= '9') version = 10 * version + (letter - '0');
  return version;
}

void set_attribute(registered_kernel& kernel, cudaFuncAttribute attribute, int value) {
  if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) {
    const auto optin = static_cast<int>(runtime::get().device->limits.shared_per_block_optin);
    const int most = optin - static_cast<int>(facts_of(kernel).static_shared_bytes);
    require(value >= 0 && value <= most, cudaErrorInvalidValue);
    kernel.max_dynamic_shared = value;
  } else if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) {
    require(value >= -1 && value <= 100, cudaErrorInvalidValue);
    kernel.carveout = value;
  } else if (attribute == cudaFuncAttributeNonPortableClusterSizeAllowed) {
    require(value == 0 || value == 1, cudaErrorInvalidValue);
    kernel.allows_large_clusters = value == 1;
  } else {
    throw failure{cudaErrorInvalidValue};
  }
}

}  // namespace

extern "C" cudaError_t __cudaGetKernel(cudaKernel_t* handle, const void* function) {
  return api_call(__func__, context_use::none, [&] {
    require(handle != nullptr, cudaErrorInvalidValue);
    *handle = reinterpret_cast<cudaKernel_t>(&runtime::get().registered.own_kernel(function));
  });
}

extern "C" cudaError_t cudaGetKernel(cudaKernel_t* handle, const void* function) {
  return __cudaGetKernel(handle, function);
}

extern "C" cudaError_t cudaGetFuncBySymbol(cudaFunction_t* handle, const void* function) {
  return __cudaGetKernel(reinterpret_cast<cudaKernel_t*>(handle), function);
}

extern "C" cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  return api_call(__func__, context_use::needed, [&] {
    require(attributes != nullptr, cudaErrorInvalidValue);
    registered_kernel& kernel = kernel_at(function);
    const simt::kernel_facts& facts = facts_of(kernel);
    *attributes = {};
    attributes->sharedSizeBytes = facts.static_shared_bytes;
    attributes->constSizeBytes = runtime::get().registered.load(*kernel.image).constant_bytes();
    attributes->localSizeBytes = facts.local_bytes;
    attributes->maxThreadsPerBlock = static_cast<int>(max_threads_of(facts));
    attributes->numRegs = static_cast<int>(facts.registers);
    attributes->ptxVersion = version_of(facts.ptx_target);
    attributes->binaryVersion = version_of(facts.ptx_target);
    attributes->maxDynamicSharedSizeBytes = static_cast<int>(dynamic_shared_limit(kernel));
    attributes->preferredShmemCarveout = kernel.carveout;
    const auto& cluster = facts.required_cluster;
    attributes->clusterDimMustBeSet = cluster[0] != 0;
    attributes->requiredClusterWidth = static_cast<int>(cluster[0]);
    attributes->requiredClusterHeight = static_cast<int>(cluster[1]);
    attributes->requiredClusterDepth = static_cast<int>(cluster[2]);
    attributes->nonPortableClusterSizeAllowed = kernel.allows_large_clusters;
  });
}

extern "C" cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute,
                                            int value) {
  return api_call(__func__, context_use::needed,
                  [&] { set_attribute(kernel_at(function), attribute, value); });
}

extern "C" cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel,
                                                       cudaFuncAttribute attribute, int value,
                                                       int device) {
  return api_call(__func__, context_use::needed, [&] {
    require(device == 0, cudaErrorInvalidDevice);
    set_attribute(kernel_at(kernel), attribute, value);
  });
}

// Preferences between cache and shared memory, and the width of banks, change no result and no
// count.
extern "C" cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache config) {
  return api_call(__func__, context_use::needed, [&] {
    require(config <= cudaFuncCachePreferEqual, cudaErrorInvalidValue);
    kernel_at(function);
  });
}

extern "C" cudaError_t cudaFuncSetSharedMemConfig(const void* function,
                                                  cudaSharedMemConfig config) {
  return api_call(__func__, context_use::needed, [&] {
    require(config <= cudaSharedMemBankSizeEightByte, cudaErrorInvalidValue);
    kernel_at(function);
  });
}

extern "C" cudaError_t cudaFuncGetName(const char** name, const void* function) {
  return api_call(__func__, context_use::needed, [&] {
    require(name != nullptr, cudaErrorInvalidValue);
    *name = kernel_at(function).name.c_str();
  });
}

extern "C" int lockstep_parameter_sizes(const void* function, uint32_t* sizes, uint32_t most) {
  try {
    const simt::kernel_facts& facts = facts_of(runtime::get().registered.kernel(function));
    const std::size_t count = facts.parameter_sizes.size();
    if (count > most) return -1;
    std::copy(facts.parameter_sizes.begin(), facts.parameter_sizes.end(), sizes);
    return static_cast<int>(count);
  } catch (const failure&) {
    return -1;
  }
}

extern "C" cudaError_t cudaFuncGetParamInfo(const void* function, size_t index, size_t* offset,
                                            size_t* size) {
  return api_call(__func__, context_use::needed, [&] {
    require(offset != nullptr, cudaErrorInvalidValue);
    const simt::kernel_facts& facts = facts_of(kernel_at(function));
    require(index < facts.parameter_offsets.size(), cudaErrorInvalidValue);
    *offset = facts.parameter_offsets[index];
    if (size != nullptr) *size = facts.parameter_sizes[index];
  });
}
