// Results: their names and texts, and what errors of the runtime are called here.
#include "driver/call.hpp"

namespace lockstep::driver {
namespace {

struct result_entry {
  CUresult code;
  const char* name;
};

#define RESULT(name) {name, #name},
constexpr result_entry results[] = {
#include "driver/results.def"
};
#undef RESULT

const char* name_of(CUresult code) {
  for (const result_entry& known : results)
    if (known.code == code) return known.name;
  return nullptr;
}

}  // namespace

CUresult result_of(cudaError_t error) {
  if (error == cudaErrorInvalidDeviceFunction) return CUDA_ERROR_INVALID_HANDLE;
  if (error == cudaErrorInvalidSymbol) return CUDA_ERROR_NOT_FOUND;
  const auto result = static_cast<CUresult>(error);
  return name_of(result) != nullptr ? result : CUDA_ERROR_INVALID_VALUE;
}

void pass_on(cudaError_t error) {
  if (error != cudaSuccess) throw failure{error};
}

}  // namespace lockstep::driver

using namespace lockstep::driver;

CUresult cuGetErrorName(CUresult error, const char** name) {
  if (name == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *name = name_of(error);
  return *name != nullptr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// Where the runtime has no such error, its name must do.
CUresult cuGetErrorString(CUresult error, const char** text) {
  const CUresult result = cuGetErrorName(error, text);
  if (result != CUDA_SUCCESS) return result;
  const auto same = static_cast<cudaError_t>(error);
  if (cudaGetErrorName(same) != cudaGetErrorString(same)) *text = cudaGetErrorString(same);
  return CUDA_SUCCESS;
}
