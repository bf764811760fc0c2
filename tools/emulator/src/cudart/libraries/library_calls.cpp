// Libraries of the runtime: device code that a program loads by cudaLibraryLoadData.
#include <cuda_runtime_api.h>

#include "cudart/api_call.hpp"
#include "cudart/libraries/library.hpp"

using namespace lockstep;
using namespace lockstep::cudart;

namespace {

cudaLibrary_t handle_of(registered_image& library) {
  return reinterpret_cast<cudaLibrary_t>(&library);
}

void give(const memory::allocation& variable, void** pointer, size_t* size) {
  if (pointer != nullptr) *pointer = reinterpret_cast<void*>(variable.address);
  if (size != nullptr) *size = variable.size;
}

}  // namespace

// Options of the compiler are about machine code, which there is not.
extern "C" cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, const void* code, cudaJitOption*,
                                           void**, unsigned, cudaLibraryOption*, void**, unsigned) {
  return api_call(__func__, context_use::needed, [&] {
    require(library != nullptr, cudaErrorInvalidValue);
    *library = handle_of(load_library(code));
  });
}

extern "C" cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t* library, const char* file,
                                               cudaJitOption*, void**, unsigned, cudaLibraryOption*,
                                               void**, unsigned) {
  return api_call(__func__, context_use::needed, [&] {
    require(library != nullptr, cudaErrorInvalidValue);
    *library = handle_of(load_library_file(file));
  });
}

extern "C" cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
  return api_call(__func__, context_use::needed, [&] { unload_library(library_at(library)); });
}

extern "C" cudaError_t cudaLibraryGetKernel(cudaKernel_t* kernel, cudaLibrary_t library,
                                            const char* name) {
  return api_call(__func__, context_use::needed, [&] {
    require(kernel != nullptr, cudaErrorInvalidValue);
    *kernel = reinterpret_cast<cudaKernel_t>(&kernel_of(library_at(library), name));
  });
}

extern "C" cudaError_t cudaLibraryGetKernelCount(unsigned* count, cudaLibrary_t library) {
  return api_call(__func__, context_use::needed, [&] {
    require(count != nullptr, cudaErrorInvalidValue);
    *count = static_cast<unsigned>(kernels_of(library_at(library)).size());
  });
}

extern "C" cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t* kernels, unsigned count,
                                                   cudaLibrary_t library) {
  return api_call(__func__, context_use::needed, [&] {
    require(kernels != nullptr && count > 0, cudaErrorInvalidValue);
    for (registered_kernel* kernel : kernels_of(library_at(library)))
      if (count > 0 && count-- > 0) *kernels++ = reinterpret_cast<cudaKernel_t>(kernel);
  });
}

extern "C" cudaError_t cudaLibraryGetGlobal(void** pointer, size_t* size, cudaLibrary_t library,
                                            const char* name) {
  return api_call(__func__, context_use::needed,
                  [&] { give(variable_of(library_at(library), name), pointer, size); });
}

extern "C" cudaError_t cudaLibraryGetManaged(void** pointer, size_t* size, cudaLibrary_t library,
                                             const char* name) {
  return api_call(__func__, context_use::needed, [&] {
    const memory::allocation& variable = variable_of(library_at(library), name);
    require(variable.kind == memory::allocation_kind::managed, cudaErrorSymbolNotFound);
    give(variable, pointer, size);
  });
}
