// Functions and kernels, which have the same handles: attributes, preferences, names.
// Some of the calls are deprecated, and still exported and used.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#include "cudart/libraries/library.hpp"
#include "cudart/runtime.hpp"
#include "driver/call.hpp"
#include "driver/context.hpp"

using namespace lockstep::driver;
using namespace lockstep::cudart;

namespace {

registered_kernel& kernel_at(const void* handle) {
  return runtime::get().registered.kernel(handle);
}

int attribute_of(CUfunction_attribute which, const void* kernel) {
  cudaFuncAttributes all;
  pass_on(cudaFuncGetAttributes(&all, kernel));
  switch (which) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      return all.maxThreadsPerBlock;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
      return static_cast<int>(all.sharedSizeBytes);
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
      return static_cast<int>(all.constSizeBytes);
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
      return static_cast<int>(all.localSizeBytes);
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
      return all.numRegs;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
      return all.ptxVersion;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
      return all.binaryVersion;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
      return all.cacheModeCA;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      return all.maxDynamicSharedSizeBytes;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      return all.preferredShmemCarveout;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
      return all.clusterDimMustBeSet;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
      return all.requiredClusterWidth;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
      return all.requiredClusterHeight;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
      return all.requiredClusterDepth;
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
      return all.nonPortableClusterSizeAllowed;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
      return all.clusterSchedulingPolicyPreference;
    default:
      throw failure{cudaErrorInvalidValue};
  }
}

// The numbers of those that can be set are the same in both APIs.
void set_attribute(const void* kernel, CUfunction_attribute which, int value) {
  pass_on(cudaFuncSetAttribute(kernel, static_cast<cudaFuncAttribute>(which), value));
}

}  // namespace

CUresult cuFuncGetAttribute(int* value, CUfunction_attribute which, CUfunction function) {
  return call("cuFuncGetAttribute", needs::context, [&] {
    require(value != nullptr, cudaErrorInvalidValue);
    *value = attribute_of(which, function);
  });
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute which, int value) {
  return call("cuFuncSetAttribute", needs::context, [&] { set_attribute(function, which, value); });
}

CUresult cuFuncGetModule(CUmodule* module, CUfunction function) {
  return call("cuFuncGetModule", needs::context, [&] {
    require(module != nullptr, cudaErrorInvalidValue);
    *module = reinterpret_cast<CUmodule>(kernel_at(function).image);
  });
}

CUresult cuFuncIsLoaded(CUfunctionLoadingState* state, CUfunction function) {
  return call("cuFuncIsLoaded", needs::context, [&] {
    require(state != nullptr, cudaErrorInvalidValue);
    kernel_at(function);
    *state = CU_FUNCTION_LOADING_STATE_LOADED;
  });
}

CUresult cuFuncLoad(CUfunction function) {
  return call("cuFuncLoad", needs::context, [&] { kernel_at(function); });
}

SAME_AS(cuFuncSetCacheConfig, cudaFuncSetCacheConfig)
SAME_AS(cuFuncSetSharedMemConfig, cudaFuncSetSharedMemConfig)
SAME_AS(cuFuncGetName, cudaFuncGetName)
SAME_AS(cuFuncGetParamInfo, cudaFuncGetParamInfo)

CUresult cuKernelGetFunction(CUfunction* function, CUkernel kernel) {
  return call("cuKernelGetFunction", needs::context, [&] {
    require(function != nullptr, cudaErrorInvalidValue);
    *function = reinterpret_cast<CUfunction>(&kernel_at(kernel));
  });
}

CUresult cuKernelGetLibrary(CUlibrary* library, CUkernel kernel) {
  return call("cuKernelGetLibrary", needs::initialisation, [&] {
    require(library != nullptr, cudaErrorInvalidValue);
    *library = reinterpret_cast<CUlibrary>(kernel_at(kernel).image);
  });
}

CUresult cuKernelGetAttribute(int* value, CUfunction_attribute which, CUkernel kernel,
                              CUdevice device) {
  return call("cuKernelGetAttribute", needs::initialisation, [&] {
    require(value != nullptr, cudaErrorInvalidValue);
    require_device(device);
    *value = attribute_of(which, kernel);
  });
}

CUresult cuKernelSetAttribute(CUfunction_attribute which, int value, CUkernel kernel,
                              CUdevice device) {
  return call("cuKernelSetAttribute", needs::initialisation, [&] {
    require_device(device);
    set_attribute(kernel, which, value);
  });
}

CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice device) {
  return call("cuKernelSetCacheConfig", needs::initialisation, [&] {
    require_device(device);
    pass_on(cudaFuncSetCacheConfig(kernel, static_cast<cudaFuncCache>(config)));
  });
}

SAME_AS_ANYWHERE(cuKernelGetName, cudaFuncGetName)
SAME_AS_ANYWHERE(cuKernelGetParamInfo, cudaFuncGetParamInfo)
