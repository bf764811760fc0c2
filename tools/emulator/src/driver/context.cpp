// Some of the calls are deprecated, and still exported and used.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#include "driver/context.hpp"

#include <atomic>
#include <mutex>
#include <vector>

#include "cudart/devices/properties.hpp"
#include "cudart/handle_set.hpp"
#include "cudart/runtime.hpp"
#include "driver/call.hpp"
#include "driver/ownership.hpp"

namespace lockstep::driver {
namespace {

using cudart::runtime;

std::atomic<bool> initialised{false};
std::atomic<unsigned long long> next_id{1};

cudart::handle_set<CUctx_st>& contexts() {
  static auto& all = *new cudart::handle_set<CUctx_st>;
  return all;
}

// Of this host thread; the last is the current one, and may be none.
std::vector<CUcontext>& stack() {
  static thread_local std::vector<CUcontext> contexts_of_thread;
  return contexts_of_thread;
}

struct primary_state {
  std::mutex mutex;
  unsigned retained = 0;
  CUctx_st context{next_id++, 0, true};
};

primary_state& primary() {
  static auto& state = *new primary_state;
  return state;
}

// Contexts as programs name them; nothing but these may be followed.
bool is_context(CUcontext context) {
  return context == &primary().context || contexts().contains(context);
}

CUresult create(const char* name, CUcontext* context, unsigned flags, CUdevice device) {
  return call(name, needs::initialisation, [&] {
    require(context != nullptr && (flags & ~unsigned{CU_CTX_FLAGS_MASK}) == 0,
            cudaErrorInvalidValue);
    require_device(device);
    *context = contexts().add(std::make_unique<CUctx_st>(CUctx_st{next_id++, flags, false}));
    stack().push_back(*context);
  });
}

}  // namespace

void initialise() { initialised = true; }
bool is_initialised() { return initialised || cudart::state_of_thread().has_context; }

CUcontext current_context() {
  if (!stack().empty()) return is_context(stack().back()) ? stack().back() : nullptr;
  return cudart::state_of_thread().has_context ? &primary().context : nullptr;
}

CUctx_st& context_at(CUcontext context) {
  if (context == nullptr) context = current_context();
  require(context != nullptr && is_context(context), cudaErrorDeviceUninitialized);
  return *context;
}

void require_device(CUdevice device) {
  require(runtime::get().device != nullptr, cudaErrorNoDevice);
  require(device == 0, cudaErrorInvalidDevice);
}

void require_state(needs what) {
  if (what == needs::nothing) return;
  require(is_initialised(), cudaErrorInitializationError);
  if (what == needs::context) require(current_context() != nullptr, cudaErrorDeviceUninitialized);
}

void require_alive(context_use use) {
  if (const cudaError_t lost = cudart::context_error(use)) throw failure{lost};
}

}  // namespace lockstep::driver

using namespace lockstep::driver;
using lockstep::cudart::state_of_thread;

extern "C" CUresult cuCtxCreate_v2(CUcontext* context, unsigned flags, CUdevice device) {
  return create("cuCtxCreate", context, flags, device);
}

// How many SMs a context may use changes no result.
extern "C" CUresult cuCtxCreate_v3(CUcontext* context, CUexecAffinityParam*, int, unsigned flags,
                                   CUdevice device) {
  return create("cuCtxCreate", context, flags, device);
}

CUresult cuCtxCreate_v4(CUcontext* context, CUctxCreateParams*, unsigned flags, CUdevice device) {
  return create("cuCtxCreate", context, flags, device);
}

CUresult cuCtxDestroy_v2(CUcontext context) {
  return call("cuCtxDestroy", needs::initialisation, [&] {
    require(context != nullptr && context_at(context).is_primary == false,
            cudaErrorDeviceUninitialized);
    release_what_is_owned(context);
    if (!stack().empty() && stack().back() == context) stack().pop_back();
    contexts().remove(context);
  });
}

CUresult cuCtxPushCurrent_v2(CUcontext context) {
  return call("cuCtxPushCurrent", needs::initialisation, [&] {
    require(context != nullptr, cudaErrorDeviceUninitialized);
    stack().push_back(&context_at(context));
  });
}

CUresult cuCtxPopCurrent_v2(CUcontext* context) {
  bool of_runtime = false;
  const CUresult result = call("cuCtxPopCurrent", needs::context, [&] {
    if (context != nullptr) *context = current_context();
    of_runtime = stack().empty();
    if (!of_runtime) stack().pop_back();
  });
  if (of_runtime) state_of_thread().has_context = false;
  return result;
}

CUresult cuCtxSetCurrent(CUcontext context) {
  bool none = false;
  const CUresult result = call("cuCtxSetCurrent", needs::initialisation, [&] {
    if (context != nullptr) context_at(context);
    if (!stack().empty()) stack().pop_back();
    none = context == nullptr && stack().empty();
    if (context != nullptr) stack().push_back(context);
  });
  if (none) state_of_thread().has_context = false;
  return result;
}

CUresult cuCtxGetCurrent(CUcontext* context) {
  return call("cuCtxGetCurrent", needs::initialisation, [&] {
    require(context != nullptr, cudaErrorInvalidValue);
    *context = current_context();
  });
}

CUresult cuCtxGetDevice(CUdevice* device) {
  return call("cuCtxGetDevice", needs::context, [&] {
    require(device != nullptr, cudaErrorInvalidValue);
    *device = 0;
  });
}

CUresult cuCtxGetDevice_v2(CUdevice* device, CUcontext context) {
  return call("cuCtxGetDevice", needs::initialisation, [&] {
    require(device != nullptr, cudaErrorInvalidValue);
    context_at(context);
    *device = 0;
  });
}

CUresult cuCtxGetFlags(unsigned* flags) {
  return call("cuCtxGetFlags", needs::context, [&] {
    require(flags != nullptr, cudaErrorInvalidValue);
    *flags = current_context()->flags;
  });
}

CUresult cuCtxSetFlags(unsigned flags) {
  return call("cuCtxSetFlags", needs::context, [&] { current_context()->flags = flags; });
}

CUresult cuCtxGetId(CUcontext context, unsigned long long* id) {
  return call("cuCtxGetId", needs::initialisation, [&] {
    require(id != nullptr, cudaErrorInvalidValue);
    *id = context_at(context).id;
  });
}

CUresult cuCtxGetApiVersion(CUcontext context, unsigned* version) {
  return call("cuCtxGetApiVersion", needs::initialisation, [&] {
    require(version != nullptr, cudaErrorInvalidValue);
    context_at(context);
    *version = 3020;  // since CUDA 3.2, for all contexts
  });
}

CUresult cuCtxGetExecAffinity(CUexecAffinityParam* affinity, CUexecAffinityType type) {
  return call("cuCtxGetExecAffinity", needs::context, [&] {
    require(affinity != nullptr, cudaErrorInvalidValue);
    require(type == CU_EXEC_AFFINITY_TYPE_SM_COUNT, cudaErrorNotSupported);
    affinity->type = type;
    affinity->param.smCount.val = static_cast<unsigned>(runtime::get().device->multiprocessors);
  });
}

CUresult cuCtxSynchronize_v2(CUcontext context) {
  return call("cuCtxSynchronize", needs::initialisation, [&] {
    context_at(context);
    pass_on(cudaDeviceSynchronize());
  });
}

// A context is no peer of itself, and there is no other device.
CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned) {
  return call("cuCtxEnablePeerAccess", needs::context, [&] {
    context_at(peer);
    throw failure{cudaErrorPeerAccessUnsupported};
  });
}

CUresult cuCtxDisablePeerAccess(CUcontext peer) {
  return call("cuCtxDisablePeerAccess", needs::context, [&] {
    context_at(peer);
    throw failure{cudaErrorPeerAccessNotEnabled};
  });
}

SAME_AS(cuCtxSynchronize, cudaDeviceSynchronize)
SAME_AS(cuCtxSetLimit, cudaDeviceSetLimit)
SAME_AS(cuCtxGetLimit, cudaDeviceGetLimit)
SAME_AS(cuCtxGetCacheConfig, cudaDeviceGetCacheConfig)
SAME_AS(cuCtxSetCacheConfig, cudaDeviceSetCacheConfig)
SAME_AS(cuCtxGetSharedMemConfig, cudaDeviceGetSharedMemConfig)
SAME_AS(cuCtxSetSharedMemConfig, cudaDeviceSetSharedMemConfig)
SAME_AS(cuCtxGetStreamPriorityRange, cudaDeviceGetStreamPriorityRange)
SAME_AS(cuCtxResetPersistingL2Cache, cudaCtxResetPersistingL2Cache)

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  return call("cuDevicePrimaryCtxRetain", needs::initialisation, [&] {
    require(context != nullptr, cudaErrorInvalidValue);
    require_device(device);
    const std::scoped_lock lock(primary().mutex);
    ++primary().retained;
    *context = &primary().context;
  });
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  return call("cuDevicePrimaryCtxRelease", needs::initialisation, [&] {
    require_device(device);
    const std::scoped_lock lock(primary().mutex);
    require(primary().retained > 0, cudaErrorDeviceUninitialized);
    --primary().retained;
  });
}

CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned flags) {
  return call("cuDevicePrimaryCtxSetFlags", needs::initialisation, [&] {
    require_device(device);
    require((flags & ~unsigned{CU_CTX_FLAGS_MASK}) == 0, cudaErrorInvalidValue);
    primary().context.flags = flags;
  });
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned* flags, int* active) {
  return call("cuDevicePrimaryCtxGetState", needs::initialisation, [&] {
    require_device(device);
    require(flags != nullptr && active != nullptr, cudaErrorInvalidValue);
    const std::scoped_lock lock(primary().mutex);
    *flags = primary().context.flags;
    *active = primary().retained > 0 || state_of_thread().has_context;
  });
}

CUresult cuDevicePrimaryCtxReset_v2(CUdevice device) {
  return call("cuDevicePrimaryCtxReset", needs::initialisation, [&] {
    require_device(device);
    pass_on(cudaDeviceReset());
  });
}
