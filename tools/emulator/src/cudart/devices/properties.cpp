#include "cudart/devices/properties.hpp"

#include <algorithm>
#include <iterator>
#include <string>

namespace lockstep::cudart {

namespace {

// Abilities that a device has and the emulator has not: the answer is that they are not there, so
// that a program which asks can go another way. One that does not ask is refused by name. And the
// place on the bus, which is the machine's.
bool is_not_here(int attribute) {
  constexpr int missing[] = {
      cudaDevAttrPciDeviceId,
      103,  // of memory that the driver API maps: handles, compression (107), RDMA (110)
      107,
      110,
      cudaDevAttrSparseCudaArraySupported,
      cudaDevAttrTimelineSemaphoreInteropSupported,
      cudaDevAttrGPUDirectRDMASupported,
      cudaDevAttrGPUDirectRDMAFlushWritesOptions,
      cudaDevAttrGPUDirectRDMAWritesOrdering,
      cudaDevAttrMemoryPoolSupportedHandleTypes,
      cudaDevAttrDeferredMappingCudaArraySupported,
      cudaDevAttrIpcEventSupport,
      cudaDevAttrHostNumaMemoryPoolsSupported,
      cudaDevAttrHostMemoryPoolsSupported,
  };
  return std::find(std::begin(missing), std::end(missing), attribute) != std::end(missing);
}

// 0 if it was not measured.
int measured(const device_profile& device, int attribute) {
  if (is_not_here(attribute)) return 0;
  for (const attribute_value& each : device.attributes)
    if (each.number == attribute) return each.value;
  return 0;
}

}  // namespace

cudaDeviceProp properties_of(const device_profile& device) {
  const capability& limits = device.limits;
  const bool since_kepler = limits.major >= 3, since_volta = limits.major >= 7;
  const bool since_pascal = limits.major >= 6;
  cudaDeviceProp p{};
  device.name.copy(p.name, sizeof p.name - 1);
  // No GPU has this one: the value says that there is none.
  std::string("lockstep").append(device.id).copy(p.uuid.bytes, sizeof p.uuid.bytes);
  p.totalGlobalMem = device.memory;
  p.sharedMemPerBlock = 48 << 10;
  p.regsPerBlock = limits.registers_per_multiprocessor;
  p.warpSize = 32;
  p.memPitch = 2147483647;
  p.maxThreadsPerBlock = 1024;
  const int block[] = {1024, 1024, 64}, grid[] = {limits.max_grid_x, 65535, 65535};
  std::copy_n(block, 3, p.maxThreadsDim);
  std::copy_n(grid, 3, p.maxGridSize);
  p.totalConstMem = 64 << 10;
  p.major = limits.major;
  p.minor = limits.minor;
  p.textureAlignment = 512;  // also the pitch of cudaMallocPitch
  p.multiProcessorCount = device.multiprocessors;
  p.canMapHostMemory = 1;
  p.concurrentKernels = 1;
  p.ECCEnabled = device.error_correction;
  p.asyncEngineCount = device.copy_engines;
  p.unifiedAddressing = 1;
  p.memoryBusWidth = device.memory_bus_bits;
  p.l2CacheSize = device.l2_bytes;
  p.maxThreadsPerMultiProcessor = limits.max_threads_per_multiprocessor;
  p.streamPrioritiesSupported = since_kepler;
  p.globalL1CacheSupported = 1;
  p.localL1CacheSupported = 1;
  p.sharedMemPerMultiprocessor = static_cast<std::size_t>(limits.shared_per_multiprocessor);
  p.regsPerMultiprocessor = limits.registers_per_multiprocessor;
  p.managedMemory = since_kepler;
  p.concurrentManagedAccess = since_pascal;
  p.computePreemptionSupported = since_pascal;
  p.canUseHostPointerForRegisteredMem = since_pascal;
  p.cooperativeLaunch = since_pascal;
  p.sharedMemPerBlockOptin = static_cast<std::size_t>(limits.shared_per_block_optin);
  p.maxBlocksPerMultiProcessor = limits.max_blocks_per_multiprocessor;
  p.reservedSharedMemPerBlock = static_cast<std::size_t>(limits.shared_reserved_per_block);
  p.hostRegisterSupported = 1;
  p.memoryPoolsSupported = since_volta;
  p.clusterLaunch = limits.major >= 9;
#define PROPERTY(member, attribute) \
  p.member = static_cast<decltype(p.member + 0)>(measured(device, cudaDevAttr##attribute));
#include "cudart/devices/measured_properties.def"
#undef PROPERTY
  return p;
}

std::optional<int> attribute_of(const device_profile& device, cudaDeviceAttr attribute) {
  const cudaDeviceProp properties = properties_of(device);
  switch (attribute) {
#define ATTRIBUTE(name, value) \
  case cudaDevAttr##name:      \
    return static_cast<int>(value);
#include "cudart/devices/attributes.def"
#undef ATTRIBUTE
    default:
      break;
  }
  if (attribute < cudaDevAttrMaxThreadsPerBlock || attribute >= cudaDevAttrMax) return {};
  return measured(device, attribute);
}

}  // namespace lockstep::cudart
