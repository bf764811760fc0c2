// Functions by name: cuGetProcAddress, and how the runtime asks for functions of the driver.
// The runtime's older call is deprecated, and still exported and used.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#include "driver/call.hpp"
#include "driver/entry_points.hpp"

using namespace lockstep::driver;
using lockstep::cudart::api_call;
using lockstep::cudart::per_thread_default;

CUresult cuGetProcAddress_v2(const char* name, void** function, int version, cuuint64_t flags,
                             CUdriverProcAddressQueryResult* status) {
  return call("cuGetProcAddress", needs::nothing, [&] {
    require(name != nullptr && function != nullptr, cudaErrorInvalidValue);
    const entry_point found = find_entry_point(
        name, version, (flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) != 0);
    *function = found.function;
    if (status != nullptr)
      *status = found.function != nullptr ? CU_GET_PROC_ADDRESS_SUCCESS
                : found.is_known          ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                                          : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    require(found.function != nullptr, cudaErrorSymbolNotFound);
  });
}

// NVIDIA's own libraries ask for tables of functions that no header describes, and go on without.
CUresult cuGetExportTable(const void** table, const CUuuid*) {
  return call("cuGetExportTable", needs::nothing, [&] {
    require(table != nullptr, cudaErrorInvalidValue);
    *table = nullptr;
    throw failure{cudaErrorSymbolNotFound};
  });
}

namespace {

cudaError_t find(const char* call, const char* name, void** function, int version,
                 unsigned long long flags, cudaDriverEntryPointQueryResult* result) {
  return api_call(call, context_use::none, [&] {
    require(name != nullptr && function != nullptr, cudaErrorInvalidValue);
    const bool per_thread = flags == cudaEnablePerThreadDefaultStream ||
                            (flags == cudaEnableDefault && per_thread_default::holds());
    const entry_point found = find_entry_point(name, version, per_thread);
    *function = found.function;
    if (result != nullptr)
      *result = found.function != nullptr ? cudaDriverEntryPointSuccess
                : found.is_known          ? cudaDriverEntryPointVersionNotSufficent
                                          : cudaDriverEntryPointSymbolNotFound;
    require(found.function != nullptr || result != nullptr, cudaErrorSymbolNotFound);
  });
}

}  // namespace

extern "C" cudaError_t cudaGetDriverEntryPointByVersion(const char* name, void** function,
                                                        unsigned version, unsigned long long flags,
                                                        cudaDriverEntryPointQueryResult* result) {
  return find(__func__, name, function, static_cast<int>(version), flags, result);
}
PER_THREAD_NAME(cudaGetDriverEntryPointByVersion, _ptsz)

// Only older programs import this name.
extern "C" cudaError_t cudaGetDriverEntryPoint(const char* name, void** function,
                                               unsigned long long flags,
                                               cudaDriverEntryPointQueryResult* result) {
  return find(__func__, name, function, CUDART_VERSION, flags, result);
}
PER_THREAD_NAME(cudaGetDriverEntryPoint, _ptsz)
