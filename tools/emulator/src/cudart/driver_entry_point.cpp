// Functions of the driver's API, which the emulator does not have: the question has an answer all
// the same, so that programs that can do without go on.
// The older call is deprecated, and still exported and used.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#include <cuda_runtime_api.h>

#include "cudart/api_call.hpp"

using namespace lockstep::cudart;

namespace {

cudaError_t not_found(const char* call, const char* symbol, void** function,
                      cudaDriverEntryPointQueryResult* result) {
  return api_call(call, context_use::none, [&] {
    require(symbol != nullptr && function != nullptr, cudaErrorInvalidValue);
    *function = nullptr;
    require(result != nullptr, cudaErrorSymbolNotFound);
    *result = cudaDriverEntryPointSymbolNotFound;
  });
}

}  // namespace

extern "C" cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** function,
                                                        unsigned, unsigned long long,
                                                        cudaDriverEntryPointQueryResult* result) {
  return not_found(__func__, symbol, function, result);
}
PER_THREAD_NAME(cudaGetDriverEntryPointByVersion, _ptsz)

// Only older programs import this name.
extern "C" cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** function,
                                               unsigned long long,
                                               cudaDriverEntryPointQueryResult* result) {
  return not_found(__func__, symbol, function, result);
}
PER_THREAD_NAME(cudaGetDriverEntryPoint, _ptsz)
