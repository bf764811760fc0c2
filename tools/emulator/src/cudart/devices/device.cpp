// Device management: one device, shown as the profile that LOCKSTEP_DEVICE names.
#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "cudart/api_call.hpp"
#include "cudart/devices/properties.hpp"
#include "cudart/graphs/capture.hpp"
#include "cudart/memory/pool.hpp"
#include "cudart/observations/caller.hpp"
#include "cudart/runtime.hpp"
#include "cudart/streams/stream.hpp"

using namespace lockstep::cudart;

namespace {

constexpr char bus_id[] = "0000:00:00.0";

std::atomic<unsigned> device_flags{cudaDeviceMapHost};

const device_profile& device_numbered(int number) {
  const device_profile* device = runtime::get().device;
  require(device != nullptr, cudaErrorNoDevice);
  require(number == 0, cudaErrorInvalidDevice);
  return *device;
}

// Limits that a device of this age has; the others are cudaErrorUnsupportedLimit.
std::atomic<std::size_t>& limit_named(cudaLimit limit) {
  device_limits& limits = runtime::get().limits;
  const auto index = static_cast<std::size_t>(limit);
  require(index < limits.values.size(), cudaErrorInvalidValue);
  require(limit != cudaLimitDevRuntimeSyncDepth, cudaErrorUnsupportedLimit);
  return limits.values[index];
}

}  // namespace

extern "C" cudaError_t cudaGetDeviceCount(int* count) {
  return api_call(__func__, context_use::none, [&] {
    require(count != nullptr, cudaErrorInvalidValue);
    *count = runtime::get().device == nullptr ? 0 : 1;
    require(*count > 0, cudaErrorNoDevice);
  });
}

extern "C" cudaError_t cudaGetDevice(int* number) {
  return api_call(__func__, context_use::none, [&] {
    require(number != nullptr, cudaErrorInvalidValue);
    device_numbered(0);
    *number = 0;
  });
}

extern "C" cudaError_t cudaSetDevice(int number) {
  return api_call(__func__, context_use::none, [&] {
    device_numbered(number);
    state_of_thread().has_context = true;
  });
}

extern "C" cudaError_t cudaInitDevice(int number, unsigned, unsigned) {
  return cudaSetDevice(number);
}

extern "C" cudaError_t cudaChooseDevice(int* number, const cudaDeviceProp* wanted) {
  return api_call(__func__, context_use::none, [&] {
    require(number != nullptr && wanted != nullptr, cudaErrorInvalidValue);
    device_numbered(0);
    *number = 0;
  });
}

extern "C" cudaError_t cudaSetValidDevices(int* devices, int count) {
  return api_call(__func__, context_use::none, [&] {
    require(count == 0 || devices != nullptr, cudaErrorInvalidValue);
    for (int i = 0; i < count; ++i) device_numbered(devices[i]);
  });
}

extern "C" cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int number) {
  return api_call(__func__, context_use::none, [&] {
    require(properties != nullptr, cudaErrorInvalidValue);
    *properties = properties_of(device_numbered(number));
  });
}

extern "C" cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int number) {
  return api_call(__func__, context_use::none, [&] {
    require(value != nullptr, cudaErrorInvalidValue);
    const auto found = attribute_of(device_numbered(number), attribute);
    require(found.has_value(), cudaErrorInvalidValue);
    *value = *found;
  });
}

extern "C" cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int number) {
  return api_call(__func__, context_use::none, [&] {
    device_numbered(number);
    require(id != nullptr && length >= static_cast<int>(sizeof bus_id), cudaErrorInvalidValue);
    std::memcpy(id, bus_id, sizeof bus_id);
  });
}

extern "C" cudaError_t cudaDeviceGetByPCIBusId(int* number, const char* id) {
  return api_call(__func__, context_use::none, [&] {
    require(number != nullptr && id != nullptr, cudaErrorInvalidValue);
    require(std::strcmp(id, bus_id) == 0, cudaErrorInvalidDevice);
    *number = 0;
  });
}

extern "C" cudaError_t cudaSetDeviceFlags(unsigned flags) {
  return api_call(__func__, context_use::none, [&] {
    require((flags & ~unsigned{cudaDeviceMask}) == 0, cudaErrorInvalidValue);
    device_flags = flags | cudaDeviceMapHost;
  });
}

extern "C" cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  return api_call(__func__, context_use::none, [&] {
    require(flags != nullptr, cudaErrorInvalidValue);
    *flags = device_flags;
  });
}

extern "C" cudaError_t cudaDeviceSynchronize() {
  return api_call(__func__, context_use::synchronises, [] {
    require_no_unsafe_call_forbidden();
    release_unused_of_pools();
  });
}

// Answers even after a fault: it is the way back.
extern "C" cudaError_t cudaDeviceReset() {
  return api_call(__func__, context_use::none, [] { runtime::get().reset(); });
}

extern "C" cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  return api_call(__func__, context_use::needed, [&] {
    constexpr std::size_t largest_stack = 512 << 10;  // bytes per thread
    // The most pending launches that an H200 gives; more are cut without an error.
    constexpr std::size_t most_pending = 599186;
    require(limit != cudaLimitStackSize || value <= largest_stack, cudaErrorInvalidValue);
    const bool is_of_launches = limit == cudaLimitDevRuntimePendingLaunchCount;
    limit_named(limit) = is_of_launches ? std::min(value, most_pending) : value;
    if (is_of_launches) runtime::get().limits.pending_launches_set_by(call_of_program());
  });
}

extern "C" cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  return api_call(__func__, context_use::needed, [&] {
    require(value != nullptr, cudaErrorInvalidValue);
    *value = limit_named(limit);
  });
}

// Cache preferences are hints; there is no cache here that could follow them.
extern "C" cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
  return api_call(__func__, context_use::needed,
                  [&] { require(config <= cudaFuncCachePreferEqual, cudaErrorInvalidValue); });
}

extern "C" cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  return api_call(__func__, context_use::needed, [&] {
    require(config != nullptr, cudaErrorInvalidValue);
    *config = cudaFuncCachePreferNone;
  });
}

// Banks are four bytes wide on every device since Maxwell; setting them has no effect there either.
extern "C" cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) {
  return api_call(__func__, context_use::needed, [&] {
    require(config <= cudaSharedMemBankSizeEightByte, cudaErrorInvalidValue);
  });
}

extern "C" cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  return api_call(__func__, context_use::needed, [&] {
    require(config != nullptr, cudaErrorInvalidValue);
    *config = cudaSharedMemBankSizeFourByte;
  });
}

extern "C" cudaError_t cudaCtxResetPersistingL2Cache() {
  return api_call(__func__, context_use::needed, [] {});
}

extern "C" cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return api_call(__func__, context_use::needed, [&] {
    if (least != nullptr) *least = least_priority;
    if (greatest != nullptr) *greatest = greatest_priority;
  });
}

extern "C" cudaError_t cudaDriverGetVersion(int* version) {
  return api_call(__func__, context_use::none, [&] {
    require(version != nullptr, cudaErrorInvalidValue);
    *version = CUDART_VERSION;
  });
}

extern "C" cudaError_t cudaRuntimeGetVersion(int* version) { return cudaDriverGetVersion(version); }

// Peers: with one device there is none, and a device is no peer of itself.
extern "C" cudaError_t cudaDeviceCanAccessPeer(int* can, int number, int peer) {
  return api_call(__func__, context_use::none, [&] {
    require(can != nullptr, cudaErrorInvalidValue);
    device_numbered(number);
    device_numbered(peer);
    *can = 0;
  });
}

extern "C" cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  return api_call(__func__, context_use::needed, [&] {
    require(flags == 0, cudaErrorInvalidValue);
    device_numbered(peer);
    throw failure{cudaErrorPeerAccessUnsupported};  // as an H200 answers
  });
}

extern "C" cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  return api_call(__func__, context_use::needed, [&] {
    device_numbered(peer);
    throw failure{cudaErrorPeerAccessNotEnabled};
  });
}

extern "C" cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr, int from, int to) {
  return api_call(__func__, context_use::none, [&] {
    require(value != nullptr, cudaErrorInvalidValue);
    device_numbered(from);
    device_numbered(to);
    throw failure{cudaErrorInvalidDevice};  // a device is no peer of itself
  });
}

// There is no profiler to start; counting is the observation interface's.
extern "C" cudaError_t cudaProfilerStart() {
  return api_call(__func__, context_use::none, [] {});
}

extern "C" cudaError_t cudaProfilerStop() {
  return api_call(__func__, context_use::none, [] {});
}
