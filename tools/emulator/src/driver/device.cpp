// The device: what it is called, what it can do.
#include <cudaProfiler.h>
#include <cuda_profiler_api.h>

#include <algorithm>

#include "cudart/devices/properties.hpp"
#include "cudart/runtime.hpp"
#include "driver/call.hpp"
#include "driver/context.hpp"

using namespace lockstep::driver;
using lockstep::cudart::properties_of;
using lockstep::cudart::runtime;

CUresult cuInit(unsigned flags) {
  return call("cuInit", needs::nothing, [&] {
    require(flags == 0, cudaErrorInvalidValue);
    require_device(0);
    initialise();
  });
}

CUresult cuDriverGetVersion(int* version) {
  return call("cuDriverGetVersion", needs::nothing, [&] {
    require(version != nullptr, cudaErrorInvalidValue);
    *version = CUDA_VERSION;
  });
}

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  return call("cuDeviceGet", needs::initialisation, [&] {
    require(device != nullptr, cudaErrorInvalidValue);
    require_device(ordinal);
    *device = ordinal;
  });
}

CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
  return call("cuDeviceGetName", needs::initialisation, [&] {
    require_device(device);
    require(name != nullptr && length > 0, cudaErrorInvalidValue);
    const auto room = static_cast<std::size_t>(length);
    name[runtime::get().device->name.copy(name, room - 1)] = '\0';
  });
}

CUresult cuDeviceGetUuid_v2(CUuuid* id, CUdevice device) {
  return call("cuDeviceGetUuid", needs::initialisation, [&] {
    require_device(device);
    require(id != nullptr, cudaErrorInvalidValue);
    *id = properties_of(*runtime::get().device).uuid;
  });
}

CUresult cuDeviceTotalMem_v2(std::size_t* bytes, CUdevice device) {
  return call("cuDeviceTotalMem", needs::initialisation, [&] {
    require_device(device);
    require(bytes != nullptr, cudaErrorInvalidValue);
    *bytes = runtime::get().device->memory;
  });
}

CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
  return call("cuDeviceComputeCapability", needs::initialisation, [&] {
    require_device(device);
    require(major != nullptr && minor != nullptr, cudaErrorInvalidValue);
    *major = runtime::get().device->limits.major;
    *minor = runtime::get().device->limits.minor;
  });
}

CUresult cuDeviceGetProperties(CUdevprop* properties, CUdevice device) {
  return call("cuDeviceGetProperties", needs::initialisation, [&] {
    require_device(device);
    require(properties != nullptr, cudaErrorInvalidValue);
    const cudaDeviceProp p = properties_of(*runtime::get().device);
    *properties = {};
    properties->maxThreadsPerBlock = p.maxThreadsPerBlock;
    std::copy_n(p.maxThreadsDim, 3, properties->maxThreadsDim);
    std::copy_n(p.maxGridSize, 3, properties->maxGridSize);
    properties->sharedMemPerBlock = static_cast<int>(p.sharedMemPerBlock);
    properties->totalConstantMemory = static_cast<int>(p.totalConstMem);
    properties->SIMDWidth = p.warpSize;
    properties->memPitch = static_cast<int>(p.memPitch);
    properties->regsPerBlock = p.regsPerBlock;
    properties->clockRate = runtime::get().device->clock_khz;
    properties->textureAlign = static_cast<int>(p.textureAlignment);
  });
}

// None is restricted to some of the SMs.
CUresult cuDeviceGetExecAffinitySupport(int* supported, CUexecAffinityType, CUdevice device) {
  return call("cuDeviceGetExecAffinitySupport", needs::initialisation, [&] {
    require_device(device);
    require(supported != nullptr, cudaErrorInvalidValue);
    *supported = 0;
  });
}

SAME_AS_ANYWHERE(cuDeviceGetCount, cudaGetDeviceCount)
SAME_AS_ANYWHERE(cuDeviceGetAttribute, cudaDeviceGetAttribute)
SAME_AS_ANYWHERE(cuDeviceGetPCIBusId, cudaDeviceGetPCIBusId)
SAME_AS_ANYWHERE(cuDeviceGetByPCIBusId, cudaDeviceGetByPCIBusId)
SAME_AS_ANYWHERE(cuDeviceCanAccessPeer, cudaDeviceCanAccessPeer)
SAME_AS_ANYWHERE(cuDeviceGetP2PAttribute, cudaDeviceGetP2PAttribute)
SAME_AS_ANYWHERE(cuDeviceGetDefaultMemPool, cudaDeviceGetDefaultMemPool)
SAME_AS_ANYWHERE(cuDeviceGetMemPool, cudaDeviceGetMemPool)
SAME_AS_ANYWHERE(cuDeviceSetMemPool, cudaDeviceSetMemPool)
SAME_AS_ANYWHERE(cuDeviceGraphMemTrim, cudaDeviceGraphMemTrim)
SAME_AS_ANYWHERE(cuDeviceGetGraphMemAttribute, cudaDeviceGetGraphMemAttribute)
SAME_AS_ANYWHERE(cuDeviceSetGraphMemAttribute, cudaDeviceSetGraphMemAttribute)

// There is no profiler to start; counting is the observation interface's.
SAME_AS(cuProfilerStart, cudaProfilerStart)
SAME_AS(cuProfilerStop, cudaProfilerStop)
